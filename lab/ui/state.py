"""The situation in the browser session: four text fields bound to the address, the one source of truth.

Every way of editing writes these fields in a callback; every page reads them. A link seeds them once, on arrival.
"""

from collections.abc import Callable

import streamlit as st

from lab.scenarios import DEFAULT
from lab.situation import Entry

DEFAULT_ENTRY = Entry.of(DEFAULT.situation.labels, DEFAULT.situation.p_items, DEFAULT.situation.q_items)
FIELDS = ("labels", "p", "q", "seed")


def arrive() -> None:
    """On the first run of a session, read the link: a wrong one is named and replaced by the default situation."""
    if "arrival" in st.session_state:
        return
    st.session_state.arrival = ""
    given = {name: st.query_params[name] for name in FIELDS if name in st.query_params}
    if not given:
        return
    entry = Entry.of_link(given, DEFAULT_ENTRY)
    if entry.problems:
        st.session_state.arrival = entry.problems[0].message
        entry = DEFAULT_ENTRY
    write(entry)


def entry() -> Entry:
    """What the fields hold now."""
    return Entry(*(st.session_state.get(name, getattr(DEFAULT_ENTRY, name)) for name in FIELDS))


def write(new: Entry) -> None:
    """Put an entry into the fields: in callbacks, or before the fields are drawn."""
    for name in FIELDS:
        st.session_state[name] = getattr(new, name)


def change(step: Callable[..., Entry], *args: object) -> None:
    """Callback for buttons: replace the entry by ``step(entry, *args)``."""
    write(step(entry(), *args))


def fields() -> None:
    """Draw the four bound text fields."""
    st.text_input("Token names", DEFAULT_ENTRY.labels, key="labels", bind="query-params")
    st.text_input("Target p", DEFAULT_ENTRY.p, key="p", bind="query-params")
    st.text_input("Draft q", DEFAULT_ENTRY.q, key="q", bind="query-params")
    st.text_input("Seed", DEFAULT_ENTRY.seed, key="seed", bind="query-params")
