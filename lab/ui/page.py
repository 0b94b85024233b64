"""The frame of every page: its question, the switch, sharing and the notebook on top, the next page at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from lab.ui import notebook, share, state
from lab.ui.focus import enter_panel
from lab.ui.knobs import enter, leave
from lab.ui.navigation import BY_NAME, following, require_menu
from lab.ui.prediction import mode_switch
from lab.ui.prose import literal

_STYLE = Path(__file__).with_name("style.css")


@contextmanager
def page(name: str, knobs: tuple[str, ...] = ()) -> Iterator[None]:
    """Draw the frame of a page around its content.

    Args:
        name: the page's name in ``lab.ui.navigation``.
        knobs: keys of the page's own inputs that belong to its link.
    """
    require_menu()
    state.arrive()
    visit = enter(name, ("mode", *knobs))
    st.html(_STYLE)
    st.title(BY_NAME[name].question, anchor=False)
    with st.container(horizontal=True, vertical_alignment="center", key="toolbar"):
        mode_switch()
        sharing = st.popover("Share", icon=":material/share:", key="share", on_change="rerun")
        guesses = st.popover("Notebook", icon=":material/menu_book:", key="notebook", on_change="rerun")
    troubles = st.container()
    if trouble := state.arrival_trouble():
        told = f"The link cannot be shown, so you see the default pair and seed. In the link, {trouble}"
        st.warning(literal(told), icon=":material/link_off:")
    yield
    with troubles:
        leave(visit)
    if after := following(name):
        st.page_link(after.file, label=f"Next: {after.question}", icon=":material/arrow_forward:")
    if sharing.open:
        with sharing:
            enter_panel("share-focus")
            share.show(name, state.entry().situation(), knobs)
    if guesses.open:
        with guesses:
            enter_panel("notebook-focus")
            notebook.show()
