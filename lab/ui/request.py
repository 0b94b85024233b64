"""The controls of a request: its settings, their order, where each is applied, and logits typed by hand."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from lab.core.decoding import ORDERS, Request
from lab.core.logits import log_weights, parse_logits
from lab.core.transforms import STEPS
from lab.lessons.requests import PLACE_NAMES, STEP_NAMES, order_name
from lab.situation import Situation
from lab.ui.prose import literal

# whole ones without a point, for a link shows each setting as Python writes it
TEMPERATURES = (0, 0.01, 0.05, *(n / 10 for n in range(1, 10)), 1, *(n / 10 for n in range(11, 20)), 2, 2.5)
TEMPERATURES += (3, 5, 10, 100, 10_000, 1_000_000)
ORDER_NAMES = {order_name(order): order for order in ORDERS}
TIES = {"Keep the first": "first", "Keep all": "all"}
PLACES = {name: place for place, name in PLACE_NAMES.items()}
DEFAULTS = {
    "temperature": 0.7,
    "top_k": 0,
    "top_p": 0.9,
    "min_p": 0.0,
    "order": order_name(ORDERS[0]),
    "ties": "Keep the first",
    **{f"at_{step}": PLACE_NAMES["both"] for step in STEPS},
    "logits_p": "",
    "logits_q": "",
}
KNOBS = tuple(DEFAULTS)


def settings() -> Request:
    """Draw the four settings, and how cuts are made; returns the request."""
    with st.container(border=True, gap="small"):
        st.markdown("**The request**")
        temperature = st.select_slider(
            "Temperature", TEMPERATURES, DEFAULTS["temperature"], key="temperature", bind=_LINK
        )
        top_k = st.slider("Top-k (0 is off)", 0, 12, DEFAULTS["top_k"], key="top_k", bind=_LINK)
        top_p = st.slider("Top-p (1 is off)", 0.0, 1.0, DEFAULTS["top_p"], 0.01, key="top_p", bind=_LINK)
        min_p = st.slider("Min-p (0 is off)", 0.0, 1.0, DEFAULTS["min_p"], 0.01, key="min_p", bind=_LINK)
        order = st.selectbox("Order", list(ORDER_NAMES), key="order", bind=_LINK)
        ties = st.radio("Equally likely tokens at a cut", list(TIES), key="ties", bind=_LINK, horizontal=True)
        st.button("Reset request", key="reset-request", icon=":material/restart_alt:", on_click=_reset)
    return Request(temperature, top_k, top_p, min_p, ORDER_NAMES[order], TIES[ties])


def places() -> dict[str, str]:
    """Draw the switches; returns one of ``lab.core.decoding.PLACES`` for each step."""
    with st.expander("Where each transform is applied", icon=":material/tune:", key="places", on_change="rerun"):
        chosen = {
            step: st.selectbox(name.capitalize(), list(PLACES), key=f"at_{step}", bind=_LINK)
            for step, name in STEP_NAMES.items()
        }
        with st.container(horizontal=True, gap="xsmall"):
            for name, place in PLACES.items():
                st.button(f"All: {name}", key=f"all-{place}", on_click=_everywhere, args=(name,))
    return {step: PLACES[name] for step, name in chosen.items()}


def typed_logits(situation: Situation | None) -> dict[str, NDArray[np.float64]] | None:
    """Draw the two logit fields; returns the logits of those that are filled, None where one cannot be read.

    While there is no situation the fields stay on the screen, and nothing is read: there is no count of tokens.
    """
    found, right = {}, situation is not None
    with st.expander("Type logits instead of p or q", icon=":material/edit:", key="logits", on_change="rerun"):
        for name, model in (("p", "Target"), ("q", "Draft")):
            text = st.text_input(
                f"{model} logits",
                key=f"logits_{name}",
                bind=_LINK,
                placeholder=f"empty: the logarithms of {name}",
                help="One number such as 2, -1e4 or -inf for each token; -inf masks a token.",
            )
            if situation is None or not text.strip():
                continue
            try:
                found[name] = parse_logits(text, len(situation.labels), f"{model.lower()} logits")
            except ValueError as error:
                st.error(literal(str(error)), icon=":material/error:")
                right = False
    return found if right else None


def models(situation: Situation, typed: dict[str, NDArray[np.float64]]) -> tuple[NDArray, NDArray]:
    """Logits of target and draft: as typed, else the logarithms of p and q."""
    return typed.get("p", log_weights(situation.p)), typed.get("q", log_weights(situation.q))


_LINK = "query-params"


def _reset() -> None:
    st.session_state.update(DEFAULTS)


def _everywhere(name: str) -> None:
    st.session_state.update({f"at_{step}": name for step in STEPS})
