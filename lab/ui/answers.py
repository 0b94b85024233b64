"""Ways to answer a question: one share, one share for each token, one choice, one choice for each token.

An answer that was begun stays while the question is out of sight, as in "Explore freely".
"""

from dataclasses import dataclass
from math import isclose
from typing import Protocol

import streamlit as st

from lab.core.numbers import display_labels, fmt, fmt_signed
from lab.ui.prose import literal

Value = float | str | tuple[float, ...] | tuple[str, ...]


_STAY = "page"


class Answer(Protocol):
    """How a question is answered on the screen."""

    def draw(self, key: str) -> None:
        """Draw the input."""

    def read(self, key: str) -> Value:
        """What the input holds; for callbacks, after ``draw``."""

    def show(self, value: Value) -> str:
        """The value in words."""

    def compare(self, guess: Value, truth: Value) -> str:
        """One sentence: how far the guess was from the truth."""


@dataclass(frozen=True)
class Share:
    """A number from 0 to 1."""

    label: str

    def draw(self, key: str) -> None:
        st.slider(self.label, 0.0, 1.0, 0.5, 0.01, key=key, persist_state=_STAY)

    def read(self, key: str) -> float:
        return float(st.session_state[key])

    def show(self, value: float) -> str:
        return fmt(value)

    def compare(self, guess: float, truth: float) -> str:
        off = guess - truth
        if fmt(guess) == fmt(truth):
            return "Exactly right."
        return f"Off by {fmt_signed(off)}: {'too high' if off > 0 else 'too low'}."


@dataclass(frozen=True)
class Amount(Share):
    """A number between two ends."""

    low: float
    high: float

    def draw(self, key: str) -> None:
        st.slider(self.label, self.low, self.high, (self.low + self.high) / 2, 0.05, key=key, persist_state=_STAY)


@dataclass(frozen=True)
class Shares:
    """A number from 0 to 1 for each of several bars."""

    labels: tuple[str, ...]

    def draw(self, key: str) -> None:
        for i, label in enumerate(display_labels(self.labels)):
            st.slider(literal(label), 0.0, 1.0, 0.0, 0.01, key=f"{key}-{i}", persist_state=_STAY)
        st.markdown(f"Together: {fmt(sum(self.read(key)))}")

    def read(self, key: str) -> tuple[float, ...]:
        return tuple(float(st.session_state[f"{key}-{i}"]) for i in range(len(self.labels)))

    def show(self, value: tuple[float, ...]) -> str:
        return ", ".join(f"{label} {fmt(v)}" for label, v in zip(display_labels(self.labels), value, strict=True))

    def compare(self, guess: tuple[float, ...], truth: tuple[float, ...]) -> str:
        worst = max(range(len(truth)), key=lambda i: abs(guess[i] - truth[i]))
        if all(fmt(g) == fmt(t) for g, t in zip(guess, truth, strict=True)):
            return "Exactly right."
        farthest = f"Farthest off: {display_labels(self.labels)[worst]}, by {fmt_signed(guess[worst] - truth[worst])}."
        together = sum(guess)
        return farthest if isclose(together, 1) else f"{farthest} Your bars sum to {fmt(together)}, not 1."


@dataclass(frozen=True)
class Choice:
    """One of several answers in words."""

    label: str
    options: tuple[str, ...]

    def draw(self, key: str) -> None:
        look = {"format_func": literal, "label_visibility": "collapsed", "persist_state": _STAY}
        st.radio(self.label, self.options, key=key, **look)

    def read(self, key: str) -> str:
        return st.session_state[key]

    def show(self, value: str) -> str:
        return value

    def compare(self, guess: str, truth: str) -> str:
        return "Right." if guess == truth else f"Not quite. You said “{guess.rstrip('.')}”."


@dataclass(frozen=True)
class Choices:
    """One of several words for each token."""

    labels: tuple[str, ...]
    options: tuple[str, ...]
    things: str = "tokens"

    def draw(self, key: str) -> None:
        for i, label in enumerate(display_labels(self.labels)):
            st.selectbox(literal(label), self.options, key=f"{key}-{i}", persist_state=_STAY)

    def read(self, key: str) -> tuple[str, ...]:
        return tuple(st.session_state[f"{key}-{i}"] for i in range(len(self.labels)))

    def show(self, value: tuple[str, ...]) -> str:
        """One row each, below the words that stand before them."""
        return "".join(f"\n{label}: {v}" for label, v in zip(display_labels(self.labels), value, strict=True))

    def compare(self, guess: tuple[str, ...], truth: tuple[str, ...]) -> str:
        right = sum(g == t for g, t in zip(guess, truth, strict=True))
        return f"{right} of {len(truth)} {self.things} right."
