"""The suite of situations for block samplers."""

import numpy as np
import pytest

from lab.check.block.case import case, law_of_case
from lab.check.block.check import needed_size
from lab.check.block.suite import block_suite, check_two_requests, situations
from lab.core.block import BLOCK_RULES, Greedy, run_sequences
from tests.check.block import block_samplers as samplers

NAMES = [run.name for run in situations()]


def chosen(*names):
    return [run for run in situations() if run.name in names]


def test_an_exact_sampler_fails_nowhere():
    """False alarm at most 1e-3 for the whole suite; so few rows cannot decide, so none may fail."""
    reports = dict(block_suite(samplers.exact, size=2000))
    assert list(reports) == [*NAMES, "two requests side by side"]
    assert not {name: report.reason for name, report in reports.items() if report.verdict == "fail"}


def test_default_size_decides_every_situation():
    level = 1e-3 / (len(NAMES) + 1) / 12  # a check has at most twelve tests
    for run in situations():
        if not run.greedy:
            law = law_of_case(case(run.target, run.draft, run.draft_len, run.length, run.stop))
            assert needed_size(law, level) <= 50_000, run.name


def test_progress_is_told():
    told = []
    runs = chosen("greedy", "a vocabulary of one token")
    block_suite(samplers.exact, size=20, progress=lambda *step: told.append(step), chosen=runs)
    assert told == [
        (0, 3, "a vocabulary of one token"),
        (1, 3, "greedy"),
        (2, 3, "two requests side by side"),
        (3, 3, ""),
    ]


def test_a_sampler_without_stop_is_not_asked_to_stop():
    def sampler(target, draft, draft_len, length, size, rng):
        return run_sequences(target, draft, draft_len, length, size, rng).tokens

    names = [name for name, _ in block_suite(sampler, size=20)]
    assert names == [*(name for name in NAMES if "stop" not in name), "two requests side by side"]


@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_stop_is_passed_over_at_each_place_of_a_draft(place):
    """Drafts of two: the stop at place 1 lies inside the first cycle, and so on; the bonus of a cycle is its last."""
    sampler = samplers.of_rule(BLOCK_RULES["stop_checked_last"]())
    ((_, report), _) = block_suite(sampler, size=2000, chosen=chosen(f"a stop token at place {place}"))
    assert report.verdict == "fail"
    assert "behind its stop token 2" in report.reason


def test_one_fixed_seed_makes_two_requests_equal():
    def fixed(*request):
        return samplers.exact(*request[:5], np.random.default_rng(1))

    report = check_two_requests(fixed, 500)
    assert report.verdict == "fail"
    assert "500 of 500 pairs are equal" in str(report)
    assert check_two_requests(samplers.exact, 500).verdict == "pass"


def test_a_greedy_switch_gets_the_models_as_they_are():
    def sampler(target, draft, draft_len, length, size, rng, greedy=False):
        assert greedy == (set(target(())) != {0, 1})
        models = (Greedy(target), Greedy(draft)) if greedy else (target, draft)
        return run_sequences(*models, draft_len, length, size, rng).tokens

    ((_, report), _) = block_suite(sampler, size=50, chosen=chosen("greedy"))
    assert report.verdict == "pass"


def test_a_mistake_is_named_that_fits_in_every_situation():
    runs = chosen("one law for every token", "each token depends on the last", "a draft longer than the sequence")
    report = block_suite(lambda target, draft, *rest: samplers.exact(draft, target, *rest), size=20_000, chosen=runs)
    assert report.mistake.startswith("The likely mistake: “p and q swapped everywhere” fits in each")
