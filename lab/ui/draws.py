"""The draws of a run: buttons that draw more, the history as text, and one draw told step by step.

The history of presses is the one source of truth: a text field bound to the address. All draws follow from it and
from the situation.
"""

from dataclasses import replace

import streamlit as st

from lab.core.numbers import fmt
from lab.runs import Presses, Run, pressed, read_presses, write_presses
from lab.situation import MAX_SEED, Entry, Situation
from lab.telling import told
from lab.ui import state
from lab.ui.prose import literal

KNOBS = ("runs", "story")
STEPS = {1: "+1", 10: "+10", 100: "+100", 10**4: "+10,000", 10**6: "+1 million", 10**9: "+1 billion"}
STORY = ("Off", "Proposal", "Test", "Outcome")
LONGEST = 1020  # characters: 60 steps of 16 digits and their hyphens


def history() -> Presses | None:
    """The presses so far; None while their text is wrong."""
    try:
        return read_presses(st.session_state.get("runs", ""))
    except ValueError:
        return None


def as_text() -> None:
    """Draw the history as a text field; wrong text is kept and said to be wrong."""
    with st.expander("The steps of this run as text", icon=":material/notes:", expanded=history() is None):
        st.text_input("Steps", key="runs", bind="query-params", max_chars=LONGEST, placeholder="1-10-100")
        try:
            read_presses(st.session_state.runs)
        except ValueError as error:
            st.error(literal(str(error)), icon=":material/error:")


def buttons() -> None:
    """Draw the buttons that draw more, and Erase, which leaves the situation alone."""
    st.markdown("**Draw more**")
    with st.container(horizontal=True, gap="xsmall"):
        for size, label in STEPS.items():
            st.button(label, key=f"draw-{size}", on_click=_press, args=(size,), help=f"Draw {fmt(size)} more")
    if trouble := st.session_state.pop("draws_trouble", ""):
        st.warning(literal(trouble), icon=":material/block:")
    with st.container(horizontal=True, gap="xsmall"):
        st.button("Erase draws", key="erase", icon=":material/delete:", on_click=_erase)
        st.button("Another seed", key="reseed", icon=":material/refresh:", on_click=state.change, args=(_reseeded,))


def story() -> None:
    """Draw the controls of the story: one more draw, told step by step."""
    st.radio("The last draw, step by step", STORY, key="story", bind="query-params", horizontal=True)
    label = "Next step" if _within_story() else "One draw, slowly"
    st.button(label, key="slowly", icon=":material/slow_motion_video:", on_click=_next_step)


def story_step() -> int:
    """How far the last draw is told: 0 where it is not."""
    return STORY.index(st.session_state.get("story", STORY[0]))


def tell(situation: Situation, run: Run) -> None:
    """Say what the map shows of the last draw, as far as it is told."""
    for sentence in told(situation, run.darts, run.darts.u.size - 1)[: story_step()]:
        st.markdown(literal(sentence))


def _press(size: int) -> bool:
    try:
        st.session_state.runs = write_presses(pressed(read_presses(st.session_state.get("runs", "")), size))
    except ValueError as error:
        st.session_state.draws_trouble = str(error)
        return False
    st.session_state.story = STORY[0]
    return True


def _within_story() -> bool:
    return 0 < story_step() < len(STORY) - 1


def _next_step() -> None:
    if _within_story():
        st.session_state.story = STORY[story_step() + 1]
    elif _press(1):
        st.session_state.story = STORY[1]


def _erase() -> None:
    st.session_state.runs = ""
    st.session_state.story = STORY[0]
    st.session_state.pop("long_run", None)


def _reseeded(entry: Entry) -> Entry:
    return replace(entry, seed=str((int(entry.seed) + 1) % (MAX_SEED + 1))) if entry.situation() else entry
