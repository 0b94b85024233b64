"""One proposal: the acceptance probability of a single token, without any randomness."""

import streamlit as st

DEFAULT_SUCCESS, DEFAULT_N = 0.6, 1
BRIDGE = (
    "Yes, it is the α of this pair",
    "No, it belongs to this one token",
)


def reset() -> None:
    st.session_state.success, st.session_state.n = DEFAULT_SUCCESS, DEFAULT_N
