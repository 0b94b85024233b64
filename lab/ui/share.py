"""Share a page: its link, the link as a QR code, the situation as a file, and the way back from a file."""

from urllib.parse import urlencode

import segno
import streamlit as st

from lab.situation import Situation
from lab.situation_file import from_json, to_json
from lab.ui import state
from lab.ui.record import versions


def link(knobs: tuple[str, ...]) -> str:
    """The address that shows this very page: every field is named, also those at their defaults."""
    fields = {name: getattr(state.entry(), name) for name in state.FIELDS}
    extra = {name: _plain(st.session_state[name]) for name in ("mode", *knobs) if name in st.session_state}
    return f"{st.context.url or ''}?{urlencode(fields | extra, doseq=True)}"


def _plain(value: object) -> object:
    """A whole number without ".0", as it is typed."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def show(page: str, situation: Situation | None, knobs: tuple[str, ...]) -> None:
    """Draw the link with its copy button, the QR code, and export and import of the situation."""
    if situation is None:
        st.markdown("There is something to mend in p or q. After that, this page can be shared.")
    else:
        address = link(knobs)
        st.markdown("Whoever opens this link sees this situation, these settings and the same draws, not your guesses.")
        st.code(address, language=None, wrap_lines=True)
        st.image(_qr(address), width=180, alt="QR code of the link above")
        settings = {name: _plain(st.session_state[name]) for name in knobs if name in st.session_state}
        st.download_button(
            "Situation as JSON",
            to_json(
                situation,
                page=page,
                knobs=settings,
                rule=settings.get("rule", "speculative"),
                dtype="float64",
                **versions(),
            ),
            "situation.json",
            "application/json",
            on_click="ignore",
            icon=":material/download:",
        )
    st.file_uploader("Open a situation from JSON", type="json", key="import", on_change=_import, max_upload_size=1)
    st.caption("Read are the token names, p, q and the seed. Draws and settings travel in the link.")
    if trouble := st.session_state.get("import_trouble"):
        st.error(trouble, icon=":material/error:")


def _import() -> None:
    st.session_state.import_trouble = ""
    file = st.session_state["import"]
    if file is None:
        return
    try:
        state.write(from_json(file.getvalue().decode("utf-8-sig", errors="replace")))
    except ValueError as error:
        st.session_state.import_trouble = f"{file.name}: {error}"


@st.cache_data(max_entries=100, show_spinner=False)
def _qr(address: str) -> str:
    return segno.make(address, error="l").svg_inline(scale=4, border=4, dark="black", light="white")
