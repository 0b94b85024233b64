"""Take the acceptance probability of a token of the reader's own pair."""

from collections.abc import Callable

import streamlit as st

from lab.core.acceptance import accept_prob
from lab.core.numbers import display_labels, fmt
from lab.situation import Situation
from lab.ui.prose import literal


def take_ratio(situation: Situation, key: str) -> None:
    """Draw a choice of token that writes its acceptance probability into the widget ``key``, and the formula.

    Tokens with q = 0 are named apart: they are never proposed and have no ratio.
    """
    chances, names = accept_prob(situation.p, situation.q), display_labels(situation.labels)
    proposed = [token for token in range(len(names)) if situation.q[token] > 0]
    chosen = st.session_state.get("token")
    if chosen not in proposed or chances[chosen] != st.session_state[key]:
        st.session_state.token = chosen = None  # the pair or the number has changed since
    st.selectbox(
        "Token x",
        proposed,
        index=None,
        format_func=names.__getitem__,
        placeholder="None: a number of your own",
        key="token",
        on_change=_taken,
        args=(key, chances.item),
    )
    if chosen is not None:
        st.markdown(literal(_formula(*(float(v[chosen]) for v in (situation.p, situation.q, chances)))))
    if never := [names[token] for token in range(len(names)) if token not in proposed]:
        st.markdown(literal(f"Never proposed (q = 0), so without a ratio: {', '.join(never)}."))


def _formula(p: float, q: float, chance: float) -> str:
    above = " The ratio is above 1, so it counts as 1." if p > q else ""
    return f"min(1, p(x)/q(x)) = min(1, {fmt(p)}/{fmt(q)}) = {fmt(chance)}.{above}"


def _taken(key: str, chance: Callable[[int], float]) -> None:
    if st.session_state.token is not None:
        st.session_state[key] = chance(st.session_state.token)
