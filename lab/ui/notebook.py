"""The notebook: every committed guess with its situation, the truth and the distance between them."""

import json

import streamlit as st

from lab.charts.export import frame_csv
from lab.charts.figure import tabular
from lab.ui.navigation import BY_NAME, PAGES
from lab.ui.prediction import Guess, guesses
from lab.ui.prose import literal
from lab.ui.record import versions


def done(page: str) -> bool:
    """Whether at least one guess of a page was compared with the truth."""
    return any(guess.revealed for guess in guesses().values() if guess.question.page == page)


def progress() -> str:
    """How much of the path is behind the learner, in words."""
    asking = [page for page in PAGES if page.name != "start"]
    return f"{sum(done(page.name) for page in asking)} of {len(asking)} pages done"


def show() -> None:
    """Draw the notebook: a table, its files, and Erase."""
    entries = list(guesses().values())
    if not entries:
        st.markdown("No guess yet. Commit one on any page and it appears here.")
        return
    frame = tabular([_row(guess) for guess in entries])
    st.table(frame.map(literal), border="horizontal", hide_index=True)
    st.markdown("Guesses last until this tab is closed or loaded again. The files keep them.")
    with st.container(horizontal=True):
        st.download_button(
            "CSV", lambda: frame_csv(frame), "guesses.csv", "text/csv", on_click="ignore", icon=":material/download:"
        )
        st.download_button(
            "JSON",
            lambda: json.dumps({"guesses": frame.to_dict("records")} | versions(), indent=1, ensure_ascii=False),
            "guesses.json",
            "application/json",
            on_click="ignore",
            icon=":material/download:",
        )
        st.button("Erase guesses", icon=":material/delete:", on_click=guesses().clear)


def _row(guess: Guess) -> dict[str, str]:
    question = guess.question
    return {
        "Page": BY_NAME[question.page].title,
        "Question": question.text,
        "Setting": question.setting,
        "Guess": _one_line(question.answer.show(guess.value)),
        "Why": guess.reason,
        "Truth": _one_line(question.answer.show(question.truth)) if guess.revealed else "not revealed",
        "Verdict": guess.verdict if guess.revealed else "",
    }


def _one_line(answer: str) -> str:
    """An answer of several rows as one; a number stays the written number that it is."""
    return answer.strip("\n").replace("\n", "; ") if "\n" in answer else answer
