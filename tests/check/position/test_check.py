import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.check import check_sampler, outputs_only, sampler_of
from lab.core.rules import RULES

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]
EXACT = sampler_of(RULES["speculative"])


def weights(size):
    return st.lists(st.sampled_from([0.0, 1e-9, 0.1, 0.5, 1.0, 2.0]), min_size=size, max_size=size).filter(any)


pairs = st.integers(1, 6).flatmap(lambda size: st.tuples(weights(size), weights(size)))


@settings(max_examples=15, deadline=None)
@given(pairs, st.integers(1, 2000), st.integers(0, 1000))
@pytest.mark.parametrize("key", ["speculative", "match_target", "one_hot"])
def test_an_exact_rule_never_fails(key, pair, size, seed):
    """False alarm at most 1e-6 for each check, on pairs with zeros, certain tokens and rare ones."""
    p, q = (np.array(part) / sum(part) for part in pair)
    for sampler in (sampler_of(RULES[key]), outputs_only(sampler_of(RULES[key]))):
        report = check_sampler(sampler, p, q, size, seed, level=1e-6)
        assert report.verdict != "fail"
        assert key != "speculative" or report.verdict != "slower"


@pytest.mark.parametrize("key", ["match_target", "one_hot"])
def test_a_rule_that_keeps_less_is_slower_and_is_named(key):
    report = check_sampler(sampler_of(RULES[key]), P, Q, 20_000)
    assert report.verdict == "slower"
    assert key in [suspect.key for suspect in report.diagnosis]
    assert all(test.about == "acceptance too low" for test in report.failed)


def test_an_exact_sampler_passes_with_enough_draws():
    for sampler in (EXACT, outputs_only(EXACT)):
        assert check_sampler(sampler, P, Q).verdict == "pass"


def test_too_few_draws_say_how_many_would_decide():
    few = check_sampler(EXACT, P, Q, 1000)
    assert few.verdict == "inconclusive"
    assert check_sampler(EXACT, P, Q, few.needed).verdict == "pass"
    assert check_sampler(EXACT, P, Q, few.needed - 1).verdict == "inconclusive"


@pytest.mark.parametrize("tiny", [1e-9, 1e-17, 1e-320])
def test_the_smallest_probabilities_are_no_trouble(tiny):
    """False alarm 1e-3, fixed seed; NumPy's warnings are errors here."""
    with np.errstate(all="raise", under="ignore"):
        assert check_sampler(EXACT, [1 - tiny, tiny], [tiny, 1 - tiny], 2000).verdict == "inconclusive"


def test_a_masked_token_is_named():
    def sampler(p, q, size, rng):
        proposal = np.full(size, 2)
        return {"output": np.zeros(size, int), "proposal": proposal, "accepted": np.zeros(size, bool)}

    report = check_sampler(sampler, [1, 0, 0], [0.5, 0.5, 0], 10)
    assert report.verdict == "fail"
    assert "Token 2 was proposed though q(2) = 0: look for a mask or mismatched distributions." in str(report)


def test_the_same_seed_gives_the_same_report():
    first, second = (check_sampler(EXACT, P, Q, 5000, seed=7) for _ in range(2))
    assert first.to_json() == second.to_json()
    assert first.tests != check_sampler(EXACT, P, Q, 5000, seed=8).tests


def test_where_another_draft_proposes_the_outputs_are_not_blamed():
    """A greedy draft under the one-hot rule: exact, but its proposals are not q."""
    report = check_sampler(sampler_of(RULES["match_target"], greedy=True), P, Q, 20_000)
    assert report.verdict == "slower"
    assert {test.name for test in report.failed} >= {"Proposals follow q", "Proposals are kept often enough"}
    assert not [test for test in report.failed if test.about == "output"]


def test_the_record_repeats_the_result():
    record = json.loads(check_sampler(EXACT, P, Q, 5000, seed=7).to_json())["record"]
    assert (record["size"], record["seed"], record["p"], record["dtype"]) == (5000, 7, P, "float64")
    assert record["known"] == "output, proposal, accepted, u"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"p": [0.4, 0.3, float("nan"), 0.1]}, r"p\[2\] is nan"),
        ({"q": [0.4, -0.3, 0.5, 0.4]}, r"q\[1\] is -0.3"),
        ({"p": [0.4, 0.3, 0.2, 0.2]}, "p sums to 1.1"),
        ({"q": [1.0]}, "p has 4 tokens and q has 1"),
        ({"seed": -1}, "seed is -1: give a whole number"),
        ({"size": 0}, "size is 0"),
        ({"size": 1.5}, "size is 1.5"),
        ({"level": 0}, "level is"),
        ({"detectable": 2}, "detectable is 2"),
    ],
)
def test_wrong_questions_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        check_sampler(EXACT, **{"p": P, "q": Q, "size": 100, **change})


@pytest.mark.parametrize("part", ["accepted", "proposal"])
def test_a_record_that_contradicts_itself_fails_and_is_not_slower(part):
    """The outputs are exact, but their flags or their proposals belong to other draws."""

    def shifted(p, q, size, rng):
        seen = EXACT(p, q, size, rng)
        return {**seen, part: np.roll(seen[part], 1)}

    assert check_sampler(shifted, P, Q, 20_000).verdict == "fail"


def test_the_reason_of_slower_is_about_the_number_kept():
    report = check_sampler(sampler_of(RULES["match_target"]), P, Q, 20_000)
    assert report.verdict == "slower"
    worst = [test.meaning for test in report.failed if test.about == "acceptance too low"]
    assert any(report.reason.endswith(meaning) for meaning in worst)
