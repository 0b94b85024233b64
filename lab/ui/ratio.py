"""The ratio p(x)/q(x) of one token: typed, or taken from a token of the reader's own pair."""

import streamlit as st

from lab.core.acceptance import accept_prob
from lab.core.numbers import display_labels, fmt
from lab.core.parsing import MAX_NUMBER, parse_number
from lab.core.repeats import success_probability
from lab.situation import Situation
from lab.ui.prose import literal


def ratio_field(default: str, key: str) -> float | None:
    """Draw the field; returns the success probability, or None while the text is no ratio, which is then said."""
    text = st.text_input(
        "Ratio p(x)/q(x) of this token",
        default,
        max_chars=MAX_NUMBER,
        key=key,
        bind="query-params",
        help="Two masses of one token x, divided: such as 0.6, 3/5 or 0.3/0.5. It is a number, not the vector p.",
    )
    try:
        success = success_probability(parse_number(text))
    except ValueError as error:
        st.error(literal(str(error)), icon=":material/error:")
        return None
    st.markdown(literal(f"Success probability = min(1, {text.strip()}) = {fmt(success)}"))
    return success


def take_ratio(situation: Situation, key: str) -> None:
    """Draw a choice of token that writes its ratio into the field; tokens with q = 0 are named apart."""
    names, ratios = display_labels(situation.labels), _ratios(situation)
    if ratios.get(st.session_state.get("token")) != st.session_state[key]:
        st.session_state.token = None  # the pair or the ratio has changed since
    st.selectbox(
        "Token x",
        list(ratios),
        index=None,
        format_func=lambda token: f"{names[token]}: {ratios[token]}",
        placeholder="None: a ratio of your own",
        key="token",
        on_change=_taken,
        args=(key, ratios),
    )
    if never := [name for token, name in enumerate(names) if token not in ratios]:
        st.markdown(literal(f"Never proposed (q = 0), so without a ratio: {', '.join(never)}."))


def _ratios(situation: Situation) -> dict[int, str]:
    """The ratio of each token that is ever proposed, as it is typed into the field."""
    columns = zip(situation.p_items, situation.q_items, accept_prob(situation.p, situation.q).tolist(), strict=True)
    return {token: _written(p, q, kept) for token, (p, q, kept) in enumerate(columns) if situation.q[token] > 0}


def _written(p: str, q: str, kept: float) -> str:
    """ "0.3/0.5" where the two entries make a fraction that means the same; else the number itself."""
    try:
        same = success_probability(parse_number(f"{p}/{q}")) == kept
    except ValueError:  # such as 1/3 over 50%
        same = False
    return f"{p}/{q}" if same else repr(kept)


def _taken(key: str, ratios: dict[int, str]) -> None:
    if st.session_state.token is not None:
        st.session_state[key] = ratios[st.session_state.token]
