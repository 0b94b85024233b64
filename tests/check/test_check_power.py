"""The bench of faulty and exact samplers, in a size for every day; ``benchmarks/check_power.py`` runs all of it."""

import pytest

from benchmarks.check_cases import FIVE, across_calls, exact, faulty
from benchmarks.check_power import right_first
from lab.check import check_sampler, check_suite, outputs_only
from lab.core.rules import RULES

FAULTY = faulty()
SIZE = 200_000


def test_there_are_enough_of_them():
    assert len({case.name for case in FAULTY}) >= 40
    assert len(exact()) >= 8
    assert {case.rule for case in FAULTY} >= {key for key, make in RULES.items() if not make([1], [1]).exact}


@pytest.mark.parametrize("case", [case for case in FAULTY if case.pair is not FIVE], ids=lambda case: case.name)
def test_each_fault_is_found_by_its_outputs_alone(case):
    """Fixed seed; a fault at TV 0.01 would be missed with a chance below 1 in 10."""
    report = check_sampler(outputs_only(case.sampler), *case.pair, SIZE)
    assert report.verdict == "fail"
    assert right_first(report, case)


@pytest.mark.parametrize("case", [case for case in FAULTY if case.rule][1::4], ids=lambda case: case.name)
def test_a_record_names_the_rule_too(case):
    report = check_sampler(case.sampler, *case.pair, 50_000)
    assert report.verdict == "fail"
    assert right_first(report, case)


def test_the_suite_finds_what_one_check_cannot():
    case = across_calls()[0]  # the others have tests of their own beside the suite's
    assert check_sampler(case.sampler, *case.pair, 4000).verdict == "inconclusive"
    assert check_suite(case.sampler, size=4000, detectable=0.12).verdict == "fail"


@pytest.mark.parametrize("case", exact(), ids=lambda case: case.name)
def test_exact_samplers_raise_no_alarm(case):
    """12 samplers with 3 checks each, false alarm 1e-5 for each check."""
    verdicts = {check_sampler(case.sampler, *case.pair, 2000, seed, level=1e-5).verdict for seed in range(3)}
    certain = 1 in case.pair[1]  # then the one-hot rule is the exact one
    assert verdicts == ({"slower"} if case.rule in ("match_target", "one_hot") and not certain else {"inconclusive"})
