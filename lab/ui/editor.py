"""The vector editor: presets, the token table, buttons, and the same vectors as text."""

import streamlit as st

from lab.core.spreadsheet import Table, split_block
from lab.entry import Entry
from lab.scenarios import DEFAULT, SCENARIOS, Scenario, find
from lab.situation import Situation
from lab.ui import state
from lab.ui.prose import literal
from lab.ui.token_table import token_table


def vector_editor() -> Situation | None:
    """Draw the editor.

    Returns:
        The situation on the screen; None while something in it is wrong, which the editor then says beside the field.
    """
    table, text = st.container(), st.container()
    with text:
        _as_text()
    entry = state.entry()
    situation = entry.situation()
    with table:
        _presets(situation)
        labels, p, q = entry.columns
        if entry.readable:
            token_table(labels, p, q, entry.problems, key="tokens", on_change=_table_changed)
        _buttons(entry)
        for problem in entry.problems:  # below the buttons: a button that moves away under the pointer misses its click
            if problem.position is None:
                st.error(literal(problem.message), icon=":material/error:")
    return situation


def pick_situation() -> Situation | None:
    """Draw the presets and the vectors as text alone, for pages that look at a pair without editing it.

    Returns:
        The situation on the screen; None while something in it is wrong, which is then said.
    """
    presets, text = st.container(), st.container()
    with text:
        _as_text()
    entry = state.entry()
    situation = entry.situation()
    with presets:
        _presets(situation)
        for problem in entry.problems:
            st.error(literal(f"{problem.field}: {problem.message}"), icon=":material/error:")
    return situation


def _presets(situation: Situation | None) -> None:
    known = _known(situation)
    st.session_state.scenario = known.key if known else None
    st.selectbox(
        "Situation",
        list(SCENARIOS),
        index=None,
        format_func=lambda key: SCENARIOS[key].title,
        placeholder="Your own pair",
        key="scenario",
        on_change=_preset_chosen,
    )
    if known:
        st.markdown(known.question)


def tell_point(situation: Situation) -> None:
    """Say what a preset teaches; nothing for a pair of the reader's own. Only where the truth may be shown."""
    if known := find(situation):
        st.markdown(f"**{known.title}:** {known.point}")


def _buttons(entry: Entry) -> None:
    mendable = entry.mendable
    with st.container(horizontal=True, gap="xsmall"):
        # of a pair that holds it stays enabled: an edit may be on its way with the very press
        look = {"type": "primary" if mendable else "secondary", "disabled": bool(entry.problems) and not mendable}
        _button("Normalise", "balance", Entry.normalized, **look)
        _button("Swap p and q", "swap_horiz", Entry.swapped)
        _button("Copy p to q", "content_copy", Entry.copied)
        st.button("Random pair", key="random", icon=":material/casino:", on_click=_randomize)
        _button("Reset", "restart_alt", lambda _: state.DEFAULT_ENTRY)


def _button(label: str, icon: str, step, **look: str | bool) -> None:
    st.button(label, key=f"edit-{icon}", icon=f":material/{icon}:", on_click=state.change, args=(step,), **look)


def _as_text() -> None:
    if not state.entry().readable:
        st.session_state["as-text"] = True
    with st.expander("As text", key="as-text", icon=":material/notes:", on_change="rerun"):
        state.fields()
        st.text_area(
            "Paste a block",
            key="block",
            height=80,
            placeholder="the\t0.5\t0.25\na\t0.5\t0.75",
            help="One token a line: p and q, or name, p and q, with tabs, semicolons, commas or spaces between.",
            on_change=_block_pasted,
        )
        if trouble := st.session_state.get("block_trouble"):
            st.error(literal(trouble), icon=":material/error:")


def _known(situation: Situation | None) -> Scenario | None:
    return find(situation) if situation else None


def _preset_chosen() -> None:
    choice, shown = st.session_state.scenario, _known(state.seen().situation())
    if choice is not None and not (shown and shown.key == choice):  # else the menu only repeats what it showed
        chosen = SCENARIOS[choice].situation
        state.write(Entry.of(chosen.labels, chosen.p_items, chosen.q_items, state.entry().seed))


def _randomize() -> None:
    st.session_state.pairs = st.session_state.get("pairs", 0) + 1
    entry = state.entry()
    wrong = any(problem.field == "seed" for problem in entry.problems)
    seed = DEFAULT.situation.seed if wrong else int(entry.seed)
    state.change(Entry.randomized, Situation((), (), (), seed).rng(st.session_state.pairs))


def _table_changed(table: Table) -> None:
    state.write(Entry.of(table["labels"], table["p"], table["q"], state.entry().seed))


def _block_pasted() -> None:
    st.session_state.block_trouble = ""
    text = st.session_state.block
    if not text.strip():
        return
    try:
        block = split_block(text)
    except ValueError as error:
        st.session_state.block_trouble = str(error)
        return
    labels, _, q = state.entry().columns
    state.write(Entry.of(block.labels or labels[: len(block.p)], block.p, block.q or q, state.entry().seed))
    st.session_state.block = ""
