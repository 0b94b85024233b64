"""The situation in the browser session: four text fields bound to the address, the one source of truth.

Every way of editing writes these fields in a callback; every page reads them. A link seeds them once, on arrival.

With each message the browser sends what all its inputs hold, also those whose new text is still on the way to it. So
entries are numbered, a hidden input holds the number of the entry that the browser shows, and a field counts as typed
only where it differs from that entry.
"""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from lab.entry import Entry
from lab.scenarios import DEFAULT
from lab.ui.token_table import unread

DEFAULT_ENTRY = Entry.of(DEFAULT.situation.labels, DEFAULT.situation.p_items, DEFAULT.situation.q_items)
FIELDS = ("labels", "p", "q", "seed")
REMEMBERED = 50


def arrive() -> None:
    """On the first run of a session, read the link: a wrong one is named and replaced by the default situation.

    On any run, write what the run before found to be restored: now, before anything is read or drawn.
    """
    if "restore" in st.session_state:
        write(st.session_state.pop("restore"))
    if "arrival" in st.session_state:
        return
    st.session_state.arrival = ""
    given = {name: st.query_params[name] for name in FIELDS if name in st.query_params}
    if not given:
        return
    entry = Entry.of_link(given, DEFAULT_ENTRY)
    if entry.problems:
        problem = entry.problems[0]
        found = problem.message.partition(". ")[0].rstrip(".")  # the way out is for those who see the field
        st.session_state.arrival = f"{problem.field} = {getattr(entry, problem.field)[:200]}. {found}."
        for name in given:
            del st.query_params[name]
        st.session_state.refused = True
        entry = DEFAULT_ENTRY
    write(entry)


def arrival_trouble() -> str:
    """What was wrong with the link, until the reader has changed something."""
    return st.session_state.arrival if st.session_state.arrival and entry() == DEFAULT_ENTRY else ""


def entry() -> Entry:
    """What the fields hold now, with an edit of the token table whose own callback is still to come."""
    numbered, newest = _numbered()
    before = seen()
    held = {name: st.session_state.get(name, getattr(numbered[newest], name)) for name in FIELDS}
    new = replace(numbered[newest], **{name: text for name, text in held.items() if text != getattr(before, name)})
    if table := unread("tokens"):
        new = Entry.of(table["labels"], table["p"], table["q"], new.seed)
    if new == Entry(**held):
        numbered[newest] = new
    else:
        write(new)
    return new


def seen() -> Entry:
    """The entry that the browser showed when it sent its last message."""
    numbered, newest = _numbered()
    return numbered.get(st.session_state.get("seen", ""), numbered[newest])


def write(new: Entry) -> None:
    """Put an entry into the fields: in callbacks, or before the fields are drawn."""
    for name in FIELDS:
        st.session_state[name] = getattr(new, name)
    st.session_state.kept = new
    numbered, newest = _numbered()
    numbered[str(int(newest) + 1)] = new
    if len(numbered) > REMEMBERED:
        del numbered[min(numbered, key=int)]


def _numbered() -> tuple[dict[str, Entry], str]:
    """The last entries by their numbers, and the newest number."""
    numbered = st.session_state.setdefault("entries", {"0": DEFAULT_ENTRY})
    return numbered, max(numbered, key=int)


def change(step: Callable[..., Entry], *args: object) -> None:
    """Callback for buttons: replace the entry by ``step(entry, *args)``."""
    write(step(entry(), *args))


def fields() -> None:
    """Draw the four bound text fields. Read the entry after this: only now the address has had its say."""
    entry()  # puts right what an old message brought, while the fields can still be written
    for name, label in zip(FIELDS, ("Token names", "Target p", "Draft q", "Seed"), strict=True):
        st.text_input(label, getattr(DEFAULT_ENTRY, name), key=name, bind="query-params", on_change=_typed)
    _keep_what_the_address_lost()
    newest = _numbered()[1]
    if st.session_state.get("seen", newest) != newest:
        # Streamlit sends no address that equals the browser's, though another one may be on its way there
        st.query_params.update({})
    st.session_state.seen = newest
    st.text_input("Number of this entry", key="seen")  # hidden by the style sheet


def _typed() -> None:
    st.session_state.kept = entry()


def _keep_what_the_address_lost() -> None:
    """Put the fields back where the browser's Back or Forward met an address that Streamlit had stripped of them.

    Likewise after a wrong link: in their first run the fields take the address, whatever was written into them.
    """
    if st.session_state.pop("refused", False):
        st.session_state.restore = DEFAULT_ENTRY
        st.rerun()
    now = entry()
    kept = st.session_state.get("kept", now)
    if now == DEFAULT_ENTRY != kept:
        st.session_state.restore = kept
        st.rerun()
    st.session_state.kept = now
