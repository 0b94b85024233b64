"""The tests behind a block check, by hand, and how often all of them together raise a false alarm."""

import math

import numpy as np
import pytest
from scipy import stats

from lab.check.block.case import case, impossible, law_of_case
from lab.check.block.diagnosis import Rival, rival_test, rivals, suspects
from lab.check.block.evidence import law_tests, merge_rare, neighbours, pair_tests, places
from lab.check.block.guard import Rows
from lab.check.report import judge
from lab.core.block import BLOCK_RULES, Iid, Markov

COIN = Iid([0.5, 0.5])
RESEEDED = Rival((BLOCK_RULES["reseeded"](),), {(0, 0): 0.5, (1, 1): 0.5})
FALSE_ALARM = 1e-6


def law(target=COIN, length=1, stop=()):
    return law_of_case(case(target, target, 1, length, stop))


def test_a_coin_by_hand():
    """60 against 40 of an even law: the statistic is 4, and one degree of freedom leaves erfc(sqrt(4 / 2))."""
    (whole,) = law_tests(np.repeat([0, 1], [60, 40]), law())
    assert whole.pvalue == pytest.approx(math.erfc(math.sqrt(2)), rel=1e-12)
    assert whole.statistic == pytest.approx(0.1)


def test_parts_of_a_sequence_have_tests_of_their_own():
    """0 0 and 1 1 only, 100 each: the first token fits exactly, the pair is off by 0.5."""
    coins = law(length=3)
    at = np.repeat([coins.sequences.index((0, 0, 0)), coins.sequences.index((1, 1, 1))], 100)
    whole, first, one, two = law_tests(at, coins)
    assert (first.pvalue, first.statistic) == (1, 0)
    assert (whole.statistic, one.statistic, two.statistic) == pytest.approx((0.75, 0.5, 0.5))
    assert two.name == "Tokens 2 and 3 follow the target together"


def test_a_stop_is_a_cell_like_any_token():
    """A coin that stops at 1: 1, 0 1 and 0 0 with 1/2, 1/4, 1/4."""
    stopped = law(length=2, stop=(1,))
    assert dict(zip(stopped.sequences, stopped.mass, strict=True)) == {(1,): 0.5, (0, 1): 0.25, (0, 0): 0.25}
    assert stopped.padded[stopped.sequences.index((1,))].tolist() == [1, -1]
    whole, _ = law_tests(places(Rows([(1,), (0, 1), (0, 0)], np.repeat([0, 1, 2], [200, 100, 100])), stopped), stopped)
    assert whole.pvalue == 1


def test_pairs_that_are_always_equal():
    """Eight coins equal to their neighbours: 2 × 2^-8, either side."""
    equal, begin = pair_tests(np.array([0, 1] * 4), np.array([0, 1] * 4), law(), "Rows")
    assert equal.pvalue == pytest.approx(2 / 256)
    assert math.isnan(begin.pvalue)
    assert equal.meaning == "8 of 8 pairs are equal; 4 are expected."


def test_no_row_is_in_two_pairs():
    first, second = neighbours(np.arange(7))
    assert (first.tolist(), second.tolist()) == ([0, 2, 4], [1, 3, 5])


def test_rare_cells_share_one():
    """Of 1,000 rows 20, 10 and 970 are expected: the two below 25 go together."""
    counts, merged = merge_rare(np.array([22, 8, 970]), np.array([0.02, 0.01, 0.97]))
    assert (counts.tolist(), merged.tolist()) == ([970, 30], [0.97, 0.03])


def test_a_likelihood_ratio_is_a_p_value():
    """Ten rows with both coins equal are 2^10 times likelier when one quantile draws both: p = 2^-10."""
    rows = Rows([(0, 0), (1, 1)], np.array([0, 1] * 5))
    test = rival_test(rows, law(length=2), [RESEEDED])
    assert test.pvalue == pytest.approx(2**-10)
    (suspect,) = suspects(rows, law(length=2), [RESEEDED])
    assert suspect.log10_ratio == pytest.approx(10 * math.log10(2))
    assert suspect.sentence == "Sequences fit “Seed set before every draw” 10^3 times better than the exact cycle."


def test_a_rule_that_cannot_give_a_row_drops_out():
    rows = Rows([(0, 0), (0, 1)], np.array([0] * 50 + [1]))
    assert suspects(rows, law(length=2), [RESEEDED]) == ()


def test_rules_with_one_law_are_named_together():
    """With draft = target, every draft passes: bonus from the draft is no mistake, and is not a rival."""
    found = rivals(case(COIN, COIN, 2, 2), law(length=2))
    keys = [{rule.key for rule in rival.rules} for rival in found]
    assert {"reseeded"} in keys
    assert not any("bonus_from_draft" in group for group in keys)


@pytest.mark.parametrize(
    ("tokens", "why"),
    [
        ((1, 2, 0), "sequence 1 2 0 came out though the target gives 2 after 1 probability 0"),
        ((2, 0, 0), "sequence 2 0 0 came out though the target gives 2 as the first token probability 0"),
        ((0, 0, 1), ""),
    ],
)
def test_an_impossible_sequence_is_explained(tokens, why):
    model = Markov([0.5, 0.5, 0], [[0.5, 0.5, 0]] * 3)
    assert impossible(case(model, model, 1, 3), tokens) == why


@pytest.mark.parametrize("rows", [300, 5000])
def test_all_tests_together_keep_to_their_level(rows):
    """250 checks at 5 %: an exact binomial bound, false alarm 1e-6. The law has a long tail of 81 sequences."""
    model, rng, checks, level = Iid([0.7, 0.2, 0.1]), np.random.default_rng(1), 250, 0.05
    exact = law(model, 4)
    known = rivals(case(model, Iid([0.2, 0.3, 0.5]), 1, 4), exact)
    alarms = 0
    for _ in range(checks):
        at = rng.choice(exact.mass.size, rows, p=exact.mass)
        tests = [*law_tests(at, exact), *pair_tests(*neighbours(at), exact, "Rows")]
        tests.append(rival_test(Rows(exact.sequences, at), exact, known))
        alarms += judge(tests, level=level, size=rows, needed=0, record={}).verdict == "fail"
    assert alarms <= stats.binom.isf(FALSE_ALARM, checks, level)
