"""Predict first: ask, commit, reveal, reconcile.

A guess belongs to one question about one situation. Change the situation and the question is open again; come back
to it and the committed guess is still there. Nothing is ever compared with the truth of another situation.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

import streamlit as st

from lab.situation import Situation
from lab.ui.answers import Answer, Value

PREDICT, EXPLORE = "Predict first", "Explore freely"


@dataclass(frozen=True)
class Question:
    """One thing to predict.

    Attributes:
        page: the page's name.
        name: short, unique on the page.
        text: the question, one sentence.
        answer: how it is answered.
        truth: the right answer.
        about: what the question is about: another value makes it a new question.
        setting: the same in words, for the notebook.
    """

    page: str
    name: str
    text: str
    answer: Answer
    truth: Value
    about: Hashable
    setting: str

    @property
    def key(self) -> tuple:
        return self.page, self.name, self.about


def about_pair(situation: Situation, page: str, name: str, text: str, answer: Answer, truth: Value) -> Question:
    """A question about the pair p, q of a situation: the same pair typed otherwise is the same question."""
    return Question(page, name, text, answer, truth, situation.pair_key, situation.setting)


@dataclass(frozen=True)
class Guess:
    """A committed answer: frozen from then on."""

    question: Question
    value: Value
    reason: str
    revealed: bool = False

    @property
    def verdict(self) -> str:
        return self.question.answer.compare(self.value, self.question.truth)


def mode_switch() -> None:
    """The switch between predicting first and exploring freely; it is part of the link."""
    st.radio(
        "How to use this page",
        (PREDICT, EXPLORE),
        key="mode",
        bind="query-params",
        horizontal=True,
        label_visibility="collapsed",
    )


def exploring() -> bool:
    """Whether everything is live and nothing has to be predicted."""
    return st.session_state.get("mode") == EXPLORE


def guesses() -> dict[tuple, Guess]:
    """All committed guesses of this session, oldest first."""
    return st.session_state.setdefault("guesses", {})


def guess_for(question: Question) -> Guess | None:
    """The committed guess for this very question; None while it is open."""
    return guesses().get(question.key)


def revealed(question: Question) -> bool:
    """Whether the truth may be on the screen."""
    guess = guess_for(question)
    return exploring() or (guess is not None and guess.revealed)


def guess_so_far(question: Question) -> Value | None:
    """The committed guess, or what its input holds now, for pictures; None where nothing is to be predicted."""
    if exploring():
        return None
    guess = guess_for(question)
    return guess.value if guess else question.answer.read(_input_key(question))


def card(question: Question, on_reveal: Callable[[], None] | None = None) -> bool:
    """Draw the prediction card; returns whether the truth may be shown.

    Reveal stays disabled until a guess is committed; after that the guess cannot be changed.

    Args:
        question: what to predict.
        on_reveal: called once when the truth is revealed, before the page is drawn again.
    """
    if exploring():
        return True
    guess = guess_for(question)
    key = _input_key(question)
    with st.container(border=True, gap="small"):
        st.markdown(f"**{question.text}**")
        if guess is None:
            question.answer.draw(key)
            st.text_input(
                "Why? (optional)",
                key=f"{key}-why",
                max_chars=300,
                placeholder="Why? (optional)",
                label_visibility="collapsed",
            )
        else:
            st.text(f"Your guess: {question.answer.show(guess.value)}")
        if guess is None or not guess.revealed:
            _buttons(question, key, guess is not None, on_reveal)
        else:
            st.text(f"The truth: {question.answer.show(question.truth)}")
            st.text(guess.verdict)
    return revealed(question)


def _input_key(question: Question) -> str:
    return f"answer-{question.page}-{question.name}"


def _buttons(question: Question, key: str, committed: bool, on_reveal: Callable[[], None] | None) -> None:
    with st.container(horizontal=True):
        st.button(
            "Commit",
            key=f"{key}-commit",
            disabled=committed,
            type="secondary" if committed else "primary",
            icon=":material/lock:",
            on_click=_commit,
            args=(question, key),
        )
        st.button(
            "Reveal",
            key=f"{key}-reveal",
            disabled=not committed,
            type="primary" if committed else "secondary",
            icon=":material/visibility:",
            on_click=_reveal,
            args=(question.key, on_reveal),
        )


def _commit(question: Question, key: str) -> None:
    if question.key not in guesses():  # a second press changes nothing
        reason = st.session_state.get(f"{key}-why", "").strip()
        guesses()[question.key] = Guess(question, question.answer.read(key), reason)


def _reveal(key: tuple, then: Callable[[], None] | None) -> None:
    guesses()[key] = replace(guesses()[key], revealed=True)
    if then:
        then()
