"""The ratio p(x)/q(x) of one token: typed, or taken from a token of the reader's own pair."""

import sys
from fractions import Fraction

import streamlit as st

from lab.core.acceptance import accept_prob
from lab.core.numbers import display_labels, fmt
from lab.core.parsing import parse_number
from lab.core.repeats import success_probability
from lab.situation import Situation
from lab.ui.prose import literal

LARGEST_BELOW = 10_000  # the fraction bar; a ratio of two typed masses seldom needs more


def ratio_field(default: str, key: str) -> float | None:
    """Draw the field; returns the success probability, or None while the text is no ratio, which is then said."""
    text = st.text_input(
        "Ratio p(x)/q(x) of this token",
        default,
        key=key,
        bind="query-params",
        help="Two masses of one token x, divided: such as 0.6, 3/5 or 0.3/0.5. It is a number, not the vector p.",
    )
    try:
        success = success_probability(parse_number(text, "0.6, 3/5 or 0.3/0.5", "below 1e308"))
    except ValueError as error:
        st.error(literal(str(error)), icon=":material/error:")
        return None
    ratio = text.strip().replace(",", ".")  # beside the comma of min, a decimal comma would read as another one
    st.markdown(literal(f"Success probability = min(1, {ratio}) = {fmt(success)}"))
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
        format_func=lambda token: f"{names[token]}: {_shown(ratios[token])}",
        placeholder="None: a ratio of your own",
        key="token",
        on_change=_taken,
        args=(key, ratios),
    )
    if never := [name for token, name in enumerate(names) if token not in ratios]:
        st.markdown(literal(f"Never proposed (q = 0), so without a ratio: {', '.join(never)}."))


def _ratios(situation: Situation) -> dict[int, str]:
    """The ratio of each token that is ever proposed, as it is typed into the field."""
    kept = accept_prob(situation.p, situation.q).tolist()
    return {token: _written(situation, token, kept[token]) for token, q in enumerate(situation.q) if q > 0}


def _written(situation: Situation, token: int, kept: float) -> str:
    """ "0.3/0.5" where the two entries make a fraction that means the same; else a fraction or the number itself."""
    typed = f"{situation.p_items[token]}/{situation.q_items[token]}"
    try:
        if success_probability(parse_number(typed)) == kept:
            return typed
    except ValueError:  # such as 1/3 over 50%
        pass
    ratio = min(float(situation.p[token]) / float(situation.q[token]), sys.float_info.max)
    fraction = Fraction(ratio).limit_denominator(LARGEST_BELOW)
    return str(fraction) if fraction.denominator > 1 and float(fraction) == ratio else repr(ratio)


def _shown(ratio: str) -> str:
    return ratio if "/" in ratio else fmt(parse_number(ratio))


def _taken(key: str, ratios: dict[int, str]) -> None:
    if st.session_state.token is not None:
        st.session_state[key] = ratios[st.session_state.token]
