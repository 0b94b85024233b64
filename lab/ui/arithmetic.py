"""The controls of the page on finite precision: how the engine computes, and what makes it hard."""

import streamlit as st

from lab.core.numbers import display_labels
from lab.core.precision import FORMATS, TESTS, Arithmetic
from lab.lessons.rounding import HIDDEN, SPACE_NAMES, Case, make_case, rarest
from lab.situation import Situation

RAREST = "The rarest"
SAMPLERS = {"Before rounding": "exact", "After rounding": "rounded"}
DEFAULTS = {
    "dtype": "float16",
    "space": next(iter(SPACE_NAMES)),
    "test": "<",
    "grid": 24,
    "sampler": next(iter(SAMPLERS)),
    "token": RAREST,
    "rare": 8,
    "near": 0,
    "hidden": next(iter(HIDDEN)),
}
KNOBS = tuple(DEFAULTS)
_LINK = "query-params"


def engine() -> Arithmetic:
    """Draw how the engine computes."""
    with st.container(border=True, gap="small"):
        st.markdown("**The engine**")
        dtype = st.radio("Number format", list(FORMATS), list(FORMATS).index("float16"), key="dtype", bind=_LINK)
        space = st.radio("The test compares", list(SPACE_NAMES), key="space", bind=_LINK)
        test = st.radio("with", TESTS, key="test", bind=_LINK, horizontal=True)
        grid = st.slider("u is a multiple of 2^−b, b =", 1, 53, DEFAULTS["grid"], key="grid", bind=_LINK)
        sampler = st.radio("The draft samples q", list(SAMPLERS), key="sampler", bind=_LINK, horizontal=True)
    return Arithmetic(dtype, SPACE_NAMES[space], test, grid, SAMPLERS[sampler])


def stress(situation: Situation) -> Case:
    """Draw what makes the pair hard on arithmetic; returns the pair under that stress."""
    names = display_labels((RAREST, *situation.labels))
    with st.container(border=True, gap="small"):
        st.markdown("**The stress**")
        watched = st.selectbox("Token to watch", names, key="token", bind=_LINK)
        rare = st.slider("Make it rarer: by 10^−r, r =", 0, 300, DEFAULTS["rare"], key="rare", bind=_LINK)
        near = st.slider("Bring p closer to q: by 10^−k, k =", 0, 18, DEFAULTS["near"], key="near", bind=_LINK)
        hidden = st.selectbox("Hide it from the test", list(HIDDEN), key="hidden", bind=_LINK)
        st.button("Reset", key="reset-precision", icon=":material/restart_alt:", on_click=_reset)
    token = names.index(watched) - 1 if watched != RAREST else rarest(situation)
    return make_case(situation, token, rare, near, HIDDEN[hidden])


def _reset() -> None:
    st.session_state.update(DEFAULTS)
