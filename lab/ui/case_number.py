"""Numbered cases: a number in the link, and the next one by a button."""

import streamlit as st

LAST = 99


def case_number(key: str, label: str) -> int:
    """Draw the number of a case, 1 to 99, and a button that goes on to the next."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        # not of type int: Streamlit fails at a link that says infinity
        st.number_input(label, 1.0, float(LAST), 1.0, 1.0, "%.0f", key=key, bind="query-params", width=130)
        st.button(f"Next {label.lower()}", key=f"{key}-next", icon=":material/skip_next:", on_click=_next, args=(key,))
    return min(max(int(st.session_state[key] or 1), 1), LAST)


def _next(key: str) -> None:
    st.session_state[key] = int(st.session_state[key]) % LAST + 1
