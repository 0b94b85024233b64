"""Find the false alarm: several public reports, one of which is no bug."""

import streamlit as st

from lab.charts.rule_law import rule_law
from lab.core.numbers import fmt
from lab.lessons.reports import Report, round_of
from lab.lessons.verdicts import distance
from lab.situation import Situation
from lab.ui.answers import Choice
from lab.ui.case_number import case_number
from lab.ui.picture import show
from lab.ui.prediction import Question, card
from lab.ui.prose import literal

KNOBS = ("alarm",)


def play(s: Situation, question, picture) -> None:
    """Draw a round: the reports beside the picture's place, the question in its own."""
    with picture:
        st.markdown("Four reports about samplers, retold from public issues. **One of them is a false alarm.**")
        number = case_number("alarm", "Round")
        reports = round_of(s, number)
        place = st.container()
    with question:
        known = card(_question(s, number, reports))
    with place:
        for report in reports:
            _draw(report, s, known)
        if known:
            _laws(s, number, reports)


def _question(s: Situation, number: int, reports: tuple[Report, ...]) -> Question:
    titles = tuple(report.title for report in reports)
    truth = next(report.title for report in reports if report.false_alarm)
    about = (s.seed, number)
    text = "In which report does the output follow p after all?"
    return Question(
        "wrong_rules", "alarm", text, Choice("Report", titles), truth, about, f"round {number}, seed {s.seed}"
    )


def _draw(report: Report, s: Situation, known: bool) -> None:
    with st.container(border=True, gap="xsmall"):
        st.markdown(f"**{literal(report.title)}.** {literal(report.says)}")
        if known:
            rule = report.rule(s.p, s.q)
            kind = "False alarm" if report.false_alarm else "A real fault"
            unseen = " This pair does not show it." if not report.false_alarm and not distance(rule) else ""
            numbers = f"On your pair: α = {fmt(rule.acceptance_rate())}, TV = {fmt(distance(rule))} from p.{unseen}"
            st.markdown(
                f":material/{'check_circle' if report.false_alarm else 'bug_report'}: **{kind}.** "
                f"{literal(report.why)} {literal(numbers)} Met in {literal(report.reference)}."
            )


def _laws(s: Situation, number: int, reports: tuple[Report, ...]) -> None:
    """The output law of one of the reports; first that of the false alarm."""
    first = next(i for i, report in enumerate(reports) if report.false_alarm)
    st.subheader("The law behind a report", anchor=False)
    titles = [report.title for report in reports]
    chosen = st.radio("Report", titles, first, key=f"law-{number}", horizontal=True, label_visibility="collapsed")
    show(rule_law(reports[titles.index(chosen)].rule(s.p, s.q), s.labels))
