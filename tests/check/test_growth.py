"""The evidence of a check grows from the first draws to the whole run, and ends where the check ends."""

import json
import math

import pytest

from lab.check import check_sampler, check_trace, outputs_only, sampler_of
from lab.check.example_trace import example_events
from lab.check.growth import sampler_growth, sizes_up_to, step, trace_growth
from lab.check.report import Test, judge
from lab.core.rules import RULES

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]


def test_sizes_rise_three_a_decade_and_end_with_the_run():
    assert sizes_up_to(1000) == [10, 22, 46, 100, 215, 464, 1000]
    assert sizes_up_to(7) == [7]
    assert sizes_up_to(500)[-2:] == [464, 500]


@pytest.mark.parametrize("pvalues", [(1e-5, 0.5), (math.nan, 3e-4), (2e-4, math.nan, 1.0), (0.9, 1.0)])
def test_the_alarm_line_is_where_the_check_fails(pvalues):
    tests = [Test(str(i), 0.0, pvalue, "") for i, pvalue in enumerate(pvalues)]
    report = judge(tests, level=1e-3, size=1, needed=0, record={})
    assert (step(1, tests).powers > 3) == (report.verdict == "fail")


def test_powers_of_ten_are_those_of_the_smallest_pvalue_times_the_number_of_tests():
    found = step(9, [Test("a", 0.0, 1e-8, ""), Test("b", 0.0, 0.5, ""), Test("c", 0.0, math.nan, "")])
    assert (found.size, found.test) == (9, "a")
    assert found.powers == pytest.approx(8 - math.log10(3))
    assert step(1, [Test("a", math.nan, 0.0, "")]).powers == math.inf
    assert step(1, [Test("a", 0.0, math.nan, "")]) == step(1, [])


@pytest.mark.parametrize("key", ["unmodified_p", "match_target", "speculative"])
@pytest.mark.parametrize("change", [outputs_only, lambda sampler: sampler])
def test_a_run_ends_with_the_verdict_of_its_check(key, change):
    sampler = change(sampler_of(RULES[key]))
    last = sampler_growth(sampler, P, Q, 3000, seed=4)[-1]
    report = check_sampler(sampler, P, Q, 3000, seed=4)
    assert last == step(3000, report.tests)
    assert (last.powers > 3) == (report.verdict in ("fail", "slower"))


def test_a_sampler_that_raises_has_no_growth():
    assert sampler_growth(lambda p, q, size, rng: 1 / 0, P, Q, 100, seed=1) == ()


@pytest.mark.parametrize("key", ["unmodified_p", "speculative"])
def test_a_recorded_run_ends_with_the_verdict_of_its_check(tmp_path, key):
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in example_events(RULES[key], 600, seed=3)))
    steps = trace_growth(path, looks=3)
    assert [each.size for each in steps] == [215, 464, 600]
    assert (steps[-1].powers > 3) == (check_trace(path).verdict == "fail") == (key == "unmodified_p")


def test_an_example_repeats_with_its_seed_and_every_event_has_its_own_laws():
    events = example_events(RULES["speculative"], 30, seed=5)
    assert events == example_events(RULES["speculative"], 30, seed=5)
    assert len({tuple(event["p"]) for event in events}) == 30
