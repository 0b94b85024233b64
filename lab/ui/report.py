"""A report on the screen: verdict, evidence, tests, likely mistakes, and its files."""

from collections.abc import Sequence

import streamlit as st

from lab.charts.evidence import evidence
from lab.check.growth import Step
from lab.check.page import page
from lab.check.report import VERDICTS, Report, heading, mark, written_pvalue
from lab.ui.picture import show
from lab.ui.prose import literal

ICONS = {"pass": "check_circle", "slower": "speed", "fail": "error", "inconclusive": "help"}
NOTHING_FITS = "No mistake that the lab knows explains these draws."
WORDS = {name: f"{name.capitalize()}: {sentence[0].lower()}{sentence[1:]}" for name, sentence in VERDICTS.items()}
"""Each verdict with its meaning, as a choice."""


def verdict(report: Report) -> None:
    """Draw the verdict and why."""
    st.markdown(f"### :material/{ICONS[report.verdict]}: {report.verdict.capitalize()}")
    st.markdown(literal(report.reason))


def growth(steps: Sequence[Step], level: float) -> None:
    """Draw how the evidence grew."""
    show(evidence([s.size for s in steps], [s.powers for s in steps], [s.test for s in steps], level))


def tests(report: Report) -> None:
    """Draw every question that was put to the draws."""
    columns = ("Result", "Holds for an exact sampler", "p-value", "What was found")
    rows = [
        (mark(test, report), test.name, written_pvalue(test).removeprefix("p = "), test.meaning)
        for test in report.tests
    ]
    shown = [dict(zip(columns, map(literal, row), strict=True)) for row in rows]
    st.table(shown, border="horizontal", hide_index=True)
    if report.verdict == "slower":
        st.markdown("No FAIL here is about what came out, only about how drafts were kept.")
    st.markdown(
        f"All tests together raise a false alarm for an exact sampler with a chance of at most {report.level:g}. "
        "A p-value has nothing to do with the vector p."
    )


def diagnosis(report: Report) -> None:
    """Draw the likely mistakes, the best explanation first."""
    st.subheader(heading(report), anchor=False)
    said = [literal(suspect.sentence) for suspect in report.diagnosis[:5]]
    st.markdown(said[0] if len(said) == 1 else "\n".join(f"{number}. {one}" for number, one in enumerate(said, 1)))
    if not report.diagnosis:
        st.markdown(NOTHING_FITS if report.failed else "No test failed, so no mistake is looked for.")


def files(report: Report) -> None:
    """Offer the report as files; both hold the record that repeats it."""
    with st.container(horizontal=True):
        _file("JSON", report.to_json(), "application/json")
        _file("HTML", page(report), "text/html")
        _file("Text", str(report), "text/plain")


def _file(kind: str, text: str, mime: str) -> None:
    ending = {"Text": "txt"}.get(kind, kind.lower())
    name, icon = f"report.{ending}", ":material/download:"
    st.download_button(f"Report as {kind}", text, name, mime, key=f"report-{kind}", on_click="ignore", icon=icon)
