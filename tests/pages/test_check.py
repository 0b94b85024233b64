"""The page that checks samplers: asks first, shows what the check says, and takes any run without an exception."""

import json

import pytest

from lab.check import check_sampler, outputs_only, sampler_of
from lab.check.findings import read
from lab.core.rules import RULES
from lab.lessons.checks import SIZES, example_rule
from lab.lessons.detective import UNNAMED, case
from lab.scenarios import DEFAULT, SCENARIOS
from lab.ui.findings import DOCS
from lab.ui.prose import literal
from lab.ui.report import WORDS
from tests.pages.screen import (
    described,
    explore,
    fields,
    guess,
    keys,
    open_page,
    press,
    script,
    standing,
    tables,
    words,
)

PAIR = DEFAULT.situation
OUTPUTS, EVENTS = "Outputs only", "Proposals, flags and U too"
TRACE, REAL = "Your recorded run", "Real implementations"


def report_of(number, size, known=OUTPUTS):
    whole = sampler_of(RULES[case(PAIR, number, UNNAMED).culprit.key])
    sampler = whole if known == EVENTS else outputs_only(whole)
    return check_sampler(sampler, PAIR.p, PAIR.q, size, 100 * PAIR.seed + number)


def pasted(text):
    app = explore("check", subject=TRACE, source="Pasted lines")
    return standing(app.text_area(key="trace-text").set_value(text).run())


def event(**changes):
    return {"output": 0, "proposal": 0, "accepted": True, "p": [0.5, 0.5], "q": [0.5, 0.5]} | changes


def test_it_asks_first_and_tells_neither_verdict_nor_rule():
    app = open_page("check")
    report, rule = report_of(1, 10_000), case(PAIR, 1, UNNAMED).culprit
    assert len(described(app)) == 1
    assert literal(report.reason) not in words(app)
    assert literal(rule.title) not in words(app)
    assert app.button(key="answer-check-verdict-reveal").disabled
    assert not keys(app) & {"report-JSON", "answer-check-mistake-commit"}


@pytest.mark.parametrize("known", [OUTPUTS, EVENTS])
@pytest.mark.parametrize("size", SIZES)
def test_the_verdict_is_that_of_the_check(size, known):
    app = guess(open_page("check", draws=size, told=known, sampler="2"), "check-verdict")
    report = report_of(2, SIZES[size], known)
    assert f"The truth: {WORDS[report.verdict]}" in words(app)
    assert literal(report.reason) in words(app)
    shown = next(table for table in tables(app) if "p-value" in table)
    assert shown["Holds for an exact sampler"].tolist() == [literal(test.name) for test in report.tests]
    assert shown["Result"].tolist().count("FAIL") == len(report.failed)


def test_the_rule_is_named_only_after_the_second_guess():
    app = guess(open_page("check", sampler="3"), "check-verdict")
    name = literal(case(PAIR, 3, UNNAMED).culprit.title)
    assert f"({name}):** " not in words(app)
    guess(app, "check-mistake")
    assert f"({name}):** " in words(app)


def test_more_draws_are_live_after_the_reveal():
    app = guess(open_page("check", draws="100"), "check-verdict")
    standing(app.select_slider(key="draws").set_value("10,000").run())
    assert literal(report_of(1, 10_000).reason) in words(app)


def test_another_sampler_is_another_question():
    app = guess(open_page("check"), "check-verdict")
    press(app, "sampler-next")
    assert app.button(key="answer-check-verdict-reveal").disabled


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_stands_open(key):
    explore("check", **fields(SCENARIOS[key]))


def test_the_code_prints_the_report_of_the_screen(capsys):
    app = explore("check", draws="1,000", sampler="4")
    exec(script(app), {})
    assert capsys.readouterr().out == f"{report_of(4, 1000)}\n"


def test_an_example_is_asked_about_before_anything_is_told():
    app = open_page("check", subject=TRACE, example="1")
    assert "made by" not in words(app)
    assert not described(app)
    guess(app, "check-trace")
    assert literal(RULES[example_rule(1)](PAIR.p, PAIR.q).title) in words(app)
    assert len(guess(app, "check-moment").button) > 0
    assert len(described(app)) == 1


def test_a_run_is_seen_before_it_is_asked_about():
    """2 of 3 proposals are kept; the bonus token has none."""
    lines = [event(), event(output=1, accepted=False), event(q=[0.25, 0.75]), {"output": 1, "p": [0.5, 0.5]}]
    app = open_page("check", subject=TRACE, source="Pasted lines")
    standing(app.text_area(key="trace-text").set_value("\n".join(map(json.dumps, lines))).run())
    assert app.button(key="answer-check-trace-reveal").disabled
    assert literal("4 events, 3 of them with a proposal. Kept: 2 (0.6667). Rejected: 1 (0.3333).") in words(app)
    [shown] = [table.value for table in app.table]
    assert shown["Kept?"].tolist() == ["yes", "no", "yes", "–"]
    assert [cell.replace("\\", "") for cell in shown.iloc[:, 2]] == ["0.5", "0.5", "0.25", "–"]


def test_the_report_of_a_run_names_the_run_and_heads_its_mistake(monkeypatch):
    kept = []
    monkeypatch.setattr("lab.ui.report.files", kept.append)
    app = explore("check", subject=TRACE, example="2")
    assert [report.record["trace"] for report in kept] == ["example-2.jsonl"]
    assert "The likely mistake" in [heading.value for heading in app.subheader]


def test_a_run_with_an_impossible_event_fails_and_names_its_line():
    lines = [event(), event(proposal=1, output=1, p=[1, 0])]
    app = pasted("\n".join(map(json.dumps, lines)))
    assert "material/error: Fail" in words(app)
    assert "line 2" in words(app)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("abc", "line 1: this is no JSON"),
        ('{"output": 1}', "line 1: p is missing"),
        (json.dumps(event()) + "\n" + json.dumps(event(p=[0.5, 0.6])), "line 2: p sums to 1.1"),
        ("[1, 2]", "line 1: an event is [1, 2]"),
        ("\x00", "line 1: this is no JSON"),
    ],
)
def test_a_run_that_cannot_be_read_is_named_by_its_line_and_stays(text, told):
    app = pasted(text)
    assert told in "\n".join(error.value for error in app.error).replace("\\", "")
    assert app.text_area(key="trace-text").value == text


def test_the_guide_opens_with_its_template():
    app = explore("check", subject=TRACE, source="Pasted lines", guide="x")
    app.session_state["guide"] = True
    app.run()
    assert "How to record a run" in words(app)
    assert [button.proto.label for button in app.get("download_button")] == ["Template"]


def test_findings_ask_first_and_then_show_what_was_measured():
    app = open_page("check", subject=REAL)
    assert not app.table
    guess(app, "check-formats")
    found = read(DOCS)
    every = tables(app)[-1]
    assert every["Result"].tolist() == [literal(row.verdict) for row in found.findings]
    assert "The truth: In some of them" in words(app)
    assert all(limit.measured in words(app) for limit in found.limits)
    wrong = [row for row in found.findings if row.verdict == "fail"]
    assert all(f"**{literal(row.situation)}** ({row.dtype}" in words(app) for row in wrong)
    quoted = [line for line in words(app).splitlines() if line.startswith("- ") and "`" in line]
    assert not quoted
    assert not any("`" in cell for cell in every["What was seen"])


def test_pasted_lines_outlive_a_look_at_something_else():
    app = pasted(json.dumps(event()))
    for key, value in (("source", "A file"), ("subject", REAL), ("subject", TRACE), ("source", "Pasted lines")):
        standing(app.radio(key=key).set_value(value).run())
    assert app.text_area(key="trace-text").value == json.dumps(event())
