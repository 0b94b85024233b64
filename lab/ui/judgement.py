"""An answer about a rule: a verdict, and the token that gains."""

from dataclasses import dataclass

import streamlit as st

from lab.core.numbers import display_labels
from lab.lessons.verdicts import NO_TOKEN, VERDICTS


@dataclass(frozen=True)
class Judgement:
    """Exact, slower or biased, and which token gains most; a true judgement may name several that gain as much."""

    labels: tuple[str, ...]

    def draw(self, key: str) -> None:
        st.radio("Verdict", VERDICTS, key=key, label_visibility="collapsed", persist_state="page")
        tokens, ask = (NO_TOKEN, *display_labels(self.labels)), "Which token gains most?"
        st.selectbox(ask, range(len(tokens)), format_func=tokens.__getitem__, key=f"{key}-gain", persist_state="page")

    def read(self, key: str) -> tuple[str, ...]:
        tokens = (NO_TOKEN, *display_labels(self.labels))
        return st.session_state[key], tokens[st.session_state[f"{key}-gain"]]

    def show(self, value: tuple[str, ...]) -> str:
        verdict, *tokens = value
        return f"{verdict.partition(':')[0]}. Gains most: {' or '.join(tokens)}."

    def compare(self, guess: tuple[str, ...], truth: tuple[str, ...]) -> str:
        verdict, token = guess[0] == truth[0], guess[1] in truth[1:]
        if verdict and token:
            return "Both right."
        if verdict or token:
            return f"The {'verdict' if verdict else 'token'} is right, the {'token' if verdict else 'verdict'} is not."
        return "Neither is right."
