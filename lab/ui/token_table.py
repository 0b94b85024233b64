"""The token table: one row a token, with its name, its p and its q as typed, and the two sums.

``token_table`` draws what it is given and keeps nothing. Whoever calls it holds the three columns and takes each edit
in ``on_change(table)``, where ``table`` is the whole table after the edit, cells as typed, columns of one length::

    {"labels": ["the", "a"], "p": ["1/3", "2/3"], "q": ["0,5", "abc"]}

An edit arrives when a field is left or on Enter; a block pasted into a field arrives as the table that it fills.
Streamlit runs the callbacks of components after all others. So a callback that may run together with an edit (a
button that takes the focus out of a field) first takes it with ``unread(key)``; else the edit would undo the button.

Between browser and Python one state called ``table`` goes up: those three columns, ``rev`` (later edits have larger
ones) and, for a paste, ``paste`` with its text and column. Down go the columns and the last ``rev`` that was heard, so
that the browser can tell an answer from old news.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import streamlit as st

from lab.core.spreadsheet import Table, fill
from lab.entry import Problem

_HERE = Path(__file__)
_COMPONENT = st.components.v2.component(
    "token_table", **{kind: _HERE.with_suffix(f".{kind}").read_text("utf-8") for kind in ("html", "css", "js")}
)
COLUMNS = ("labels", "p", "q")


def token_table(
    labels: Sequence[str],
    p: Sequence[str],
    q: Sequence[str],
    problems: Iterable[Problem] = (),
    *,
    key: str,
    on_change: Callable[[Table], None],
    disabled: bool = False,
) -> None:
    """Draw the table.

    Args:
        labels, p, q: V texts each.
        problems: what is wrong, in words; those about one token are shown under its field.
        key: the element's key.
        on_change: takes the whole table after an edit.
        disabled: show the table without a way to edit it.
    """
    messages = [
        {"column": found.field, "row": found.position, "message": found.message}
        for found in problems
        if found.position is not None
    ]
    data = {"labels": list(labels), "p": list(p), "q": list(q), "problems": messages, "disabled": disabled}
    data |= {"rev": _last_sent(key).get("rev", 0), "refusal": st.session_state.get(f"{key}-refusal", "")}
    _COMPONENT(key=key, data=data, on_table_change=lambda: _edited(key, on_change))


def unread(key: str) -> Table | None:
    """The table after an edit that nobody has read yet; None where there is no such edit.

    Args:
        key: the element's key.
    """
    sent = _last_sent(key)
    if not sent or sent["rev"] == st.session_state.get(f"{key}-read"):
        return None
    st.session_state[f"{key}-read"], st.session_state[f"{key}-refusal"] = sent["rev"], ""
    table = {name: list(sent[name]) for name in COLUMNS}
    if pasted := sent.get("paste"):
        try:
            return fill(table, pasted["text"], pasted["column"])
        except ValueError as reason:
            st.session_state[f"{key}-refusal"] = f"The text you pasted does not fit. {reason}"
    return table


def _last_sent(key: str) -> dict:
    return st.session_state.get(key, {}).get("table") or {}


def _edited(key: str, on_change: Callable[[Table], None]) -> None:
    if table := unread(key):
        on_change(table)
