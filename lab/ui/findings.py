"""What checks of real libraries found, as it was measured and written down."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from lab.check.findings import COMMAND, Finding, read
from lab.core.numbers import fmt
from lab.ui.answers import Choice
from lab.ui.picture import waiting
from lab.ui.prediction import Question, card
from lab.ui.prose import literal
from lab.ui.rows import rows

FINE = ("pass", "as it must")
ALL, SOME, NONE = "In all of them", "In some of them", "In none of them"
DOCS = Path(__file__).parents[2] / "docs"
PARTS = {
    "step": "The sampling step, called directly",
    "endpoint": "The ends of the uniform, forced",
    "assisted generation": "Assisted generation, end to end",
}


def show(question, picture) -> None:
    """Draw the findings, once the learner has said what they expect."""
    found = read(DOCS)
    names = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    with picture:
        st.markdown(
            "Hugging Face Transformers speculates too. Its sampling step and its assisted generation went through the "
            f"checks of this lab. Measured with {literal(names)}."
        )
    with question:
        known = card(_question(found.findings))
    with picture:
        if not known:
            waiting(until="you have said what you expect")
            return
        for part, title in PARTS.items():
            st.subheader(title, anchor=False)
            _part([row for row in found.findings if row.part == part])
        st.subheader("Known limits, with their arithmetic", anchor=False)
        for limit in found.limits:
            st.markdown(f"**{limit.name}** {limit.arithmetic}  \nMeasured: {limit.measured}")
        every = st.expander("Every situation", key="situations", icon=":material/table:", on_change="rerun")
        if every.open:
            with every:
                rows([_row(row) for row in found.findings], "implementations")
        st.markdown("Repeat it; this takes PyTorch and Transformers:")
        st.code(f"pip install -r requirements.txt -r requirements-implementations.txt\n{COMMAND}", "bash")


def _question(found: Sequence[Finding]) -> Question:
    """About the number formats in which no check of the sampling step failed."""
    step = [row for row in found if row.part == "step"]
    formats = sorted({row.dtype for row in step})
    wrong = {row.dtype for row in step if row.verdict == "fail"}
    truth = NONE if len(wrong) == len(formats) else SOME if wrong else ALL
    text = f"The step is called directly with numbers in {', '.join(formats)}. In which does its output follow p?"
    return Question("check", "formats", text, Choice("Formats", (ALL, SOME, NONE)), truth, (), "Transformers")


def _part(found: Sequence[Finding]) -> None:
    """How many situations passed in each number format, and those that did not."""
    formats = {row.dtype: [each.verdict in FINE for each in found if each.dtype == row.dtype] for row in found}
    shares = "; ".join(f"{sum(ok)} of {len(ok)} ({name})" for name, ok in formats.items())
    st.markdown(f"As it should be in {shares}.")
    others = [row for row in found if row.verdict not in FINE]
    st.markdown("\n".join(f"- {_told(row)}" for row in others))  # a table of it would not fit on a phone


def _told(row: Finding) -> str:
    calls = "once" if row.size == 1 else f"{fmt(row.size)} calls"
    about = f"**{literal(row.situation)}** ({literal(row.dtype)}, {calls})"
    return f"{about}: **{literal(row.verdict)}**. {literal(_seen(row))}"


def _seen(row: Finding) -> str:
    """What was seen, as plain text: messages of libraries put names between backticks."""
    return row.said.replace("`", "") or "No test failed."


def _row(row: Finding) -> dict[str, str]:
    return {
        "Situation": row.situation,
        "Format": row.dtype,
        "Calls": fmt(row.size),
        "Result": row.verdict,
        "What was seen": _seen(row),
    }
