"""Check a recorded run: an example without a name, an uploaded file, or pasted lines."""

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import streamlit as st

from lab.check import Report, check_trace
from lab.check.example_trace import example_events
from lab.check.growth import Step, trace_growth
from lab.check.trace.glance import Glance, glance
from lab.core.numbers import fmt
from lab.core.rules import RULES, TITLES
from lab.lessons.checks import MOMENTS, example_rule, moment
from lab.ui import report
from lab.ui.answers import Choice
from lab.ui.case_number import case_number
from lab.ui.code import show_script
from lab.ui.prediction import Question, card
from lab.ui.prose import literal
from lab.ui.recipe import where_mass_goes

KNOBS = ("source", "example")
EXAMPLE, FILE, PASTE = SOURCES = ("An example", "A file", "Pasted lines")
EXAMPLE_EVENTS, MEGABYTES = 2000, 50
DOWNLOAD = ":material/download:"
DOCS = Path(__file__).parents[2] / "docs"
SCRIPT = """from lab.check import check_trace

print(check_trace("trace.jsonl"))
"""


def play(question, picture) -> None:
    """Draw the source of the run, and what its check says once that was predicted."""
    with picture:
        st.markdown("A decoder wrote down each draft: p, q, the token, kept or not, what came out. **Is it exact?**")
        name, content, rule = _source()
        _guide()
    if content is None:
        return
    result = _checked(content, Path(name).suffix)
    if isinstance(result, str):
        with picture:
            st.error(literal(f"{name}: {result}"), icon=":material/error:")
        return
    found, steps, seen = result
    found = replace(found, record=found.record | {"trace": name})
    with picture:
        _first_look(seen)
    setting = f"{name}, {fmt(found.record['events'])} events"
    with question:
        text, answer, truth = "What will the check say?", Choice("Verdict", tuple(report.WORDS.values())), found.verdict
        known = card(Question("check", "trace", text, answer, report.WORDS[truth], content, setting))
    if known:
        with picture:
            _explain(found, steps, content, setting)
            if rule:
                st.markdown(f"**The example was made by “{literal(TITLES[rule])}”.**")
                where_mass_goes(RULES[rule]([0.6, 0.4], [0.4, 0.6]))


def _source() -> tuple[str, bytes | None, str]:
    """The run's name, its bytes (None while there is no run), and the rule behind an example."""
    source = st.radio("Where the run comes from", SOURCES, key="source", bind="query-params", horizontal=True)
    if source == EXAMPLE:
        number = case_number("example", "Example")
        return f"example-{number}.jsonl", _example(number), example_rule(number)
    if source == FILE:
        kinds = ["jsonl", "csv", "parquet"]
        file = st.file_uploader("Recorded run", kinds, key="trace-file", max_upload_size=MEGABYTES)
        return (file.name, file.getvalue(), "") if file else ("", None, "")
    first = _template().split("\n")[0]
    look = {"height": 160, "placeholder": first, "persist_state": "session"}
    text = st.text_area("One event a line, as JSON", key="trace-text", **look)
    return "pasted.jsonl", text.encode(errors="replace") if text else None, ""


@st.cache_data(max_entries=100, show_spinner="Recording")
def _example(number: int) -> bytes:
    events = example_events(RULES[example_rule(number)], EXAMPLE_EVENTS, number)
    return "".join(json.dumps(event) + "\n" for event in events).encode()


@st.cache_data(max_entries=50, show_spinner="Checking")
def _checked(content: bytes, suffix: str) -> tuple[Report, tuple[Step, ...], Glance] | str:
    """The report of a run, how its evidence grew, and a first look at it; or what is wrong with the run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"run{suffix}"
        path.write_bytes(content)
        try:
            return check_trace(path), trace_growth(path), glance(path)
        except ValueError as error:
            return str(error)


def _first_look(seen: Glance) -> None:
    st.markdown(literal(seen.sentence))
    st.markdown("The first events:")
    shown = [{literal(name): literal(text) for name, text in row.items()} for row in seen.first]
    st.table(shown, border="horizontal", hide_index=True)


def _explain(found: Report, steps: tuple[Step, ...], content: bytes, setting: str) -> None:
    report.verdict(found)
    sizes, powers = [step.size for step in steps], [step.powers for step in steps]
    text, truth = "One step further: after how many events is there an alarm?", moment(sizes, powers, found.level)
    if card(Question("check", "moment", text, Choice("Alarm", MOMENTS), truth, content, setting)):
        report.growth(steps, found.level)
        report.tests(found)
        report.diagnosis(found)
        report.files(found)
        show_script(SCRIPT, check_trace)


def _guide() -> None:
    guide = st.expander("How to record a run", key="guide", icon=":material/edit_note:", on_change="rerun")
    if guide.open:
        with guide:
            st.markdown((DOCS / "trace-format.md").read_text("utf-8"))
            icon = ":material/download:"
            st.download_button(
                "Template", _template(), "trace-template.jsonl", key="template", on_click="ignore", icon=icon
            )


def _template() -> str:
    return (DOCS / "trace-template.jsonl").read_text("utf-8")
