"""Predict first: ask, commit, reveal, reconcile.

A guess belongs to one question about one situation. Change the situation and the question is open again; come back
to it and the committed guess is still there. Nothing is ever compared with the truth of another situation. Settings
around a situation are there to play with: once its question was revealed, they change freely.
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
        setting: the same and the settings in words, for the notebook.
        settings: what may change after a reveal without asking again.
    """

    page: str
    name: str
    text: str
    answer: Answer
    truth: Value
    about: Hashable
    setting: str
    settings: Hashable = ()

    @property
    def subject(self) -> tuple:
        return self.page, self.name, self.about

    @property
    def key(self) -> tuple:
        return *self.subject, self.settings


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
    return exploring() or (guess is not None and guess.revealed) or _played(question) is not None


def _played(question: Question) -> Guess | None:
    """The last revealed guess about the same thing with other settings, unless the learner asked to be asked again."""
    if guess_for(question) or question.subject in _asked_anew():
        return None
    past = (guess for guess in reversed(guesses().values()) if guess.revealed)
    return next((guess for guess in past if guess.question.subject == question.subject), None)


def _asked_anew() -> set[tuple]:
    return st.session_state.setdefault("asked_anew", set())


def guess_so_far(question: Question) -> Value | None:
    """The committed guess, or what its input holds now, for pictures; None where nothing is to be predicted."""
    if exploring():
        return None
    guess = guess_for(question)
    if guess is None and _played(question):
        return None
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
    if played := _played(question):
        _show_played(played, question)
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
                placeholder="Why? (optional)",
                label_visibility="collapsed",
                persist_state="page",
            )
        else:
            st.text(f"Your guess: {question.answer.show(guess.value)}")
        if guess is None or not guess.revealed:
            _buttons(question, key, guess is not None, on_reveal)
        else:
            _show_truth(guess)
    return revealed(question)


def _show_played(guess: Guess, question: Question) -> None:
    """A guess about other settings than those on the screen, and the way to be asked about these."""
    with st.container(border=True, gap="small"):
        st.markdown(f"**{guess.question.text}**")
        st.text(f"You guessed for {guess.question.setting}.")
        st.text(f"Your guess: {guess.question.answer.show(guess.value)}")
        _show_truth(guess)
        st.markdown("The settings have changed since. Everything is live.")
        key, icon = f"{_input_key(question)}-anew", ":material/replay:"
        st.button("Ask me about these", key=key, icon=icon, on_click=_asked_anew().add, args=(question.subject,))


def _show_truth(guess: Guess) -> None:
    st.text(f"The truth: {guess.question.answer.show(guess.question.truth)}")
    st.text(guess.verdict)


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
        for name in [name for name in st.session_state if str(name).startswith(key)]:
            del st.session_state[name]  # the next question begins without an answer


def _reveal(key: tuple, then: Callable[[], None] | None) -> None:
    guesses()[key] = replace(guesses()[key], revealed=True)
    _asked_anew().discard(guesses()[key].question.subject)
    if then:
        then()
