"""Walk through a picture step by step: a row of steps, Back and Next, and the arrow keys."""

from collections.abc import Sequence

import streamlit as st


def walk(steps: Sequence[str], key: str) -> int:
    """Draw the steps as a choice that is part of the link, with Back and Next; returns the place of the step shown.

    The left and right arrow keys press Back and Next, unless a field has the focus.
    """
    st.radio("Step", steps, key=key, bind="query-params", horizontal=True, label_visibility="collapsed")
    at = steps.index(st.session_state[key])
    with st.container(horizontal=True, gap="small"):
        _button("Back", "arrow_back", "Left", key, steps, at - 1)
        _button("Next", "arrow_forward", "Right", key, steps, at + 1)
    return at


def _button(label: str, icon: str, shortcut: str, key: str, steps: Sequence[str], to: int) -> None:
    st.button(
        label,
        key=f"{key}-{label.lower()}",
        icon=f":material/{icon}:",
        shortcut=shortcut,
        disabled=not 0 <= to < len(steps),
        on_click=_go,
        args=(key, steps, to),
    )


def _go(key: str, steps: Sequence[str], to: int) -> None:
    st.session_state[key] = steps[to]
