"""Where things stand: one picture, its controls at most a third of the width beside it, under it on a phone."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def picture_and_controls() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Two columns: the picture's and the controls'."""
    picture, controls = st.columns([2, 1], gap="medium")
    return picture, controls


def numbers(**values: str) -> None:
    """A row of named numbers; underscores in names become blanks."""
    with st.container(horizontal=True, gap="medium"):
        for name, value in values.items():
            st.metric(name.replace("_", " "), value, width="content")
