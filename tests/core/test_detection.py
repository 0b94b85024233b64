import math

import numpy as np
import pytest
from scipy import stats

from lab.core.rules import RULES, detection_power, draws_to_detect
from tests.core.evidence import FALSE_ALARM

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]


@pytest.mark.parametrize("power", [0.8, 0.9, 0.99])
@pytest.mark.parametrize("key", ["unmodified_p", "shared_noise", "match_or_ratio", "typical"])
def test_it_is_the_smallest_number_with_this_power(key, power):
    law = RULES[key](P, Q).output_law()
    draws = draws_to_detect(law, P, power=power)
    assert detection_power(law, P, draws) >= power > detection_power(law, P, draws - 1)


def test_power_is_a_poisson_mixture_of_chi_squares():
    """The noncentral chi-square law, summed by its definition, with noncentrality 300 × 0.05²·(1/.4 + 1/.3)."""
    law, half_shift = [0.45, 0.25, 0.2, 0.1], 300 * 0.05**2 * (1 / 0.4 + 1 / 0.3) / 2
    cutoff, steps = stats.chi2.isf(0.001, 3), np.arange(200)
    mixture = stats.poisson.pmf(steps, half_shift) @ stats.chi2.sf(cutoff, 3 + 2 * steps)
    assert detection_power(law, P, 300) == pytest.approx(mixture, abs=1e-10)


def test_a_chi_square_test_finds_a_small_bias_as_often_as_promised():
    """20,000 simulated tests at the number of draws for 80 %: exact binomial band, false alarm 1e-6."""
    rule, rng, trials = RULES["shared_noise"](P, Q), np.random.default_rng(1), 20_000
    draws = draws_to_detect(rule.output_law(), P)
    counts = rng.multinomial(draws, rule.output_law(), trials)
    found = (stats.chisquare(counts, draws * np.array(P), axis=1).pvalue < 0.001).sum()
    low, high = stats.binom.ppf(
        [FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], trials, detection_power(rule.output_law(), P, draws)
    )
    assert low <= found <= high


def test_without_draws_only_false_alarms():
    assert detection_power(Q, P, 0, level=0.01) == pytest.approx(0.01, abs=1e-12)


@pytest.mark.parametrize("key", ["speculative", "match_target", "one_hot"])
def test_an_exact_rule_is_never_found(key):
    assert draws_to_detect(RULES[key](P, Q).output_law(), P) == math.inf


def test_an_impossible_token_settles_it():
    """One draw in four is impossible: n draws miss it with probability 0.75^n, and 0.75^6 < 0.2 < 0.75^5."""
    law, p = [0.75, 0, 0.25], [1, 0, 0]
    assert draws_to_detect(law, p) == 6
    assert draws_to_detect([0, 1], [1, 0]) == 1
    assert draws_to_detect([0, 0, 1], [0.5, 0.5, 0]) == 1


def test_no_test_beats_the_distance_of_the_laws():
    """Half of the draws are a token with p = 1e-300: three draws show it with 1 − 1/8, two with only 1 − 1/4."""
    assert draws_to_detect([0.5, 0.5], [1e-300, 1]) == 3


def test_a_bias_below_the_digits_is_never_found():
    assert draws_to_detect([0.5 + 1e-12, 0.5 - 1e-12], [0.5, 0.5]) == math.inf
    assert draws_to_detect([1], [1]) == math.inf


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 0}, "level is 0"),
        ({"power": 1}, "power is 1"),
        ({"power": 0.0001}, r"power is 0\.0001: give .* 0\.001"),
    ],
)
def test_level_and_power_are_chances(options, message):
    with pytest.raises(ValueError, match=message):
        draws_to_detect(Q, P, **options)


def test_the_vectors_are_validated():
    with pytest.raises(ValueError, match=r"law sums to 0\.5"):
        draws_to_detect([0.5, 0], [0.5, 0.5])
    with pytest.raises(ValueError, match="p has 2 tokens and q has 1"):
        draws_to_detect([1], [0.5, 0.5])
