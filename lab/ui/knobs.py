"""A page's own inputs and its address: what a link asked for in vain, and what Back and Forward lost.

Inputs are bound to the address. Streamlit drops what an input cannot take without a word, and the browser's history
holds addresses that Streamlit had stripped: coming back to one of them would put every input at its default.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import streamlit as st

from lab.ui.prose import literal


@dataclass(frozen=True)
class Visit:
    """One run of a page.

    Attributes:
        page: its name.
        keys: keys of its inputs.
        asked: what the link said when the page was opened first; nothing later.
        missing: inputs of which the address says nothing, where the learner has just come to the page.
    """

    page: str
    keys: tuple[str, ...]
    asked: dict[str, str]
    missing: tuple[str, ...]


def enter(page: str, keys: Iterable[str]) -> Visit:
    """Look at the address before anything is drawn, and put back what the run before found lost."""
    keys = tuple(keys)
    lost = st.session_state.pop("lost_knobs", {})
    for key, value in lost.items():
        st.session_state[key] = value
    seen = st.session_state.setdefault("pages_seen", [])
    given = {key: st.query_params[key] for key in keys if key in st.query_params}
    came = not lost and seen[-1:] != [page]
    visit = Visit(page, keys, {} if page in seen else given, tuple(key for key in keys if key not in given and came))
    st.session_state.pages_seen = [*(name for name in seen if name != page), page]
    return visit


def leave(visit: Visit) -> None:
    """After the page was drawn: say what the link asked for in vain; remember the inputs, or bring them back."""
    kept = st.session_state.setdefault("kept_knobs", {})
    before, now = kept.get(visit.page, {}) | kept.get("", {}), _held(visit.keys)
    if lost := {key: before[key] for key in visit.missing if key in now and before.get(key, now[key]) != now[key]}:
        st.session_state.lost_knobs = lost
        st.rerun()
    kept[visit.page] = kept.get(visit.page, {}) | now
    kept[""] = _held(["mode"])  # the same on every page
    _tell_unused(visit.asked, now)


def _held(keys: Iterable[str]) -> dict[str, object]:
    return {key: st.session_state[key] for key in keys if key in st.session_state}


def _tell_unused(asked: dict[str, str], held: dict[str, object]) -> None:
    unused = [f"{key} = {text[:80]}" for key, text in asked.items() if not _same(text, held.get(key))]
    if unused:
        st.warning(
            literal(f"The link asks for {', '.join(unused)}, which this page cannot show. It shows its own values."),
            icon=":material/link_off:",
        )


def _same(text: str, value: object) -> bool:
    if isinstance(value, (int, float)):  # a switch is one too
        try:
            return float({"true": "1", "false": "0"}.get(text.lower(), text)) == value
        except ValueError:
            return False
    return not isinstance(value, str) or text == value
