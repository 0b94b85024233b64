"""The draws of a run: buttons that draw more, the history as text, and one draw told step by step.

The history of presses is the one source of truth: a text field bound to the address. All draws follow from it and
from the situation.
"""

from dataclasses import replace

import streamlit as st

from lab.charts.map_draws import Story
from lab.core.counting import last
from lab.core.monte_carlo import Draws
from lab.entry import Entry
from lab.lessons.presses import Presses, pressed, read_presses, write_presses
from lab.lessons.runs import Run, run
from lab.lessons.telling import told
from lab.situation import MAX_SEED, Situation
from lab.ui import state
from lab.ui.prose import literal

KNOBS = ("runs", "story")
STEPS = {1: "+1", 10: "+10", 100: "+100", 10**4: "+10,000", 10**6: "+1 million", 10**9: "+1 billion"}
STORY = ("All", "Proposal", "Test", "Outcome")
STORY_LABEL = "All draws, or the last one step by step"
LONGEST = 1020  # characters: 60 steps of 16 digits and their hyphens


def as_text() -> Presses | None:
    """Draw the history of presses as a text field; returns it, or None while it is wrong, which is said."""
    with st.expander("Steps of the run as text", icon=":material/notes:"):
        text = st.text_input("Steps", key="runs", bind="query-params", max_chars=LONGEST, placeholder="1-10-100")
    try:
        return read_presses(text)
    except ValueError as error:
        st.error(literal(f"Steps of the run: {error}"), icon=":material/error:")
        return None


def controls(situation: Situation, presses: Presses | None) -> None:
    """Draw the buttons that draw more, Erase, which leaves the situation alone, and the last draw's story.

    Args:
        situation: the pair and the seed.
        presses: the history; None where nothing may be drawn now.
    """
    if presses is not None:
        st.markdown("**Draw more**")
        buttons, words = st.container(), st.container()
        if presses:  # drawn before what reads it: only then has the address had its say
            st.radio(STORY_LABEL, STORY, key="story", bind="query-params", horizontal=True)
            with words:
                _tell(situation, run(situation, presses))
        with buttons:
            _buttons()
    if trouble := st.session_state.pop("draws_trouble", ""):
        st.warning(literal(trouble), icon=":material/block:")


def on_the_map(done: Run) -> tuple[Draws, Story | None]:
    """The draws to show as darts: the last ones; while the last one is told, only that."""
    step = _story_step()
    return (last(done.darts, 1), Story(0, step - 1)) if step and done.size else (done.darts, None)


def _buttons() -> None:
    slowly = "Next step" if _within_story() else "One draw, slowly"
    with st.container(horizontal=True, gap="xsmall"):
        for size, label in STEPS.items():
            st.button(label, key=f"draw-{size}", on_click=_press, args=(size,))
    with st.container(horizontal=True, gap="xsmall"):
        st.button(slowly, key="slowly", icon=":material/slow_motion_video:", on_click=_next_step)
        st.button("Another seed", key="reseed", icon=":material/casino:", on_click=state.change, args=(_reseeded,))
        st.button(
            "Erase draws",
            key="erase",
            icon=":material/delete:",
            help="Erases these draws and the run of single draws. p, q and the seed stay.",
            on_click=_erase,
        )


def _tell(situation: Situation, done: Run) -> None:
    for sentence in told(situation, done.darts, done.darts.u.size - 1)[: _story_step()]:
        st.markdown(literal(sentence))


def _story_step() -> int:
    return STORY.index(st.session_state.get("story", STORY[0]))


def _press(size: int) -> bool:
    try:
        st.session_state.runs = write_presses(pressed(read_presses(st.session_state.get("runs", "")), size))
    except ValueError as error:
        st.session_state.draws_trouble = str(error)
        return False
    st.session_state.story = STORY[0]
    return True


def _next_step() -> None:
    if _within_story():
        st.session_state.story = STORY[_story_step() + 1]
    elif _press(1):
        st.session_state.story = STORY[1]


def _within_story() -> bool:
    return 0 < _story_step() < len(STORY) - 1


def _erase() -> None:
    st.session_state.runs = ""
    st.session_state.story = STORY[0]
    st.session_state.pop("long_run", None)


def _reseeded(entry: Entry) -> Entry:
    return replace(entry, seed=str((int(entry.seed) + 1) % (MAX_SEED + 1))) if entry.situation() else entry
