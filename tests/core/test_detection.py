import math

import numpy as np
import pytest
from scipy import stats

from lab.core.goodness import goodness_of_fit
from lab.core.rules import RULES, detection_power, draws_to_detect
from tests.core.evidence import FALSE_ALARM

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]


@pytest.mark.parametrize("power", [0.8, 0.9, 0.99])
@pytest.mark.parametrize("key", ["unmodified_p", "shared_noise", "match_or_ratio", "typical"])
def test_it_is_the_smallest_number_with_this_power(key, power):
    law = RULES[key](P, Q).output_law()
    draws = draws_to_detect(law, P, power=power)
    assert detection_power(law, P, draws) >= power > detection_power(law, P, draws - 1)


def test_power_is_that_of_a_pearson_law_with_the_moments_of_the_statistic():
    """The statistic as a sum over the eigenvectors of the counts' covariance: λ·(z + shift)², cumulants added up."""
    law, p, draws = np.array([0.26, 0.32, 0.28, 0.14]), np.array(P), 211
    covariance = (np.diag(law) - np.outer(law, law)) / np.sqrt(np.outer(p, p))
    scale, axes = np.linalg.eigh(covariance)
    shift = axes.T @ (np.sqrt(draws / p) * (law - p))
    mean = (scale + shift**2).sum()
    variance = (2 * scale**2 + 4 * scale * shift**2).sum()
    third = (8 * scale**3 + 24 * scale**2 * shift**2).sum()
    found = stats.pearson3.sf(stats.chi2.isf(0.001, 3), third / variance**1.5, mean, np.sqrt(variance))
    assert detection_power(law, p, draws) == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("key", ["shared_noise", "softmax_residual", "argmax_residual", "missing_q"])
def test_a_chi_square_test_finds_a_bias_as_often_as_promised(key):
    """20,000 simulated tests at the number of draws for 80 %: exact binomial band, false alarm 1e-6."""
    law, trials = RULES[key](P, Q).output_law(), 20_000
    draws = draws_to_detect(law, P)
    counts = np.random.default_rng(1).multinomial(draws, law, trials)
    found = sum(goodness_of_fit(run, P).pvalue < 0.001 for run in counts)
    low, high = stats.binom.ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], trials, detection_power(law, P, draws))
    assert low <= found <= high


def test_where_nothing_varies_the_statistic_decides():
    """n draws of one token under an even law of two give the statistic n; the cutoff is 10.83."""
    assert draws_to_detect([1, 0], [0.5, 0.5]) == 11


def test_draws_of_p_itself_raise_false_alarms_alone():
    assert detection_power(P, P, 1000) == pytest.approx(0.001, abs=1e-12)


def test_without_two_groups_nothing_is_tested():
    """Of p = (.4, .3, .2, .1), 12 draws expect no token 5 times; 13 draws one alone, and the others together."""
    assert detection_power(Q, P, 0) == detection_power(Q, P, 12) == 0
    assert detection_power(Q, P, 13) > 0


def test_the_groups_are_those_of_the_test_of_fit():
    """Of a long tail, 100 draws expect (40, 30, 26, 2, 2): the rare two join the third, as in ``goodness_of_fit``."""
    p, law = [0.4, 0.3, 0.26, 0.02, 0.02], [0.3, 0.3, 0.3, 0.05, 0.05]
    assert goodness_of_fit([40, 30, 26, 2, 2], p).cells == 3
    assert detection_power(law, p, 100) == pytest.approx(
        detection_power([0.3, 0.3, 0.4], [0.4, 0.3, 0.3], 100), abs=1e-12
    )


def test_a_token_that_p_all_but_forbids_settles_it():
    """One draw in ten has p = 1e-16: 1 − 0.9^16 > 0.8; the 1,600th expected 1e-13 draws still counts as none."""
    law, p = [0.1, 0.4, 0.5], [1e-16, 0.5, 0.5 - 1e-16]
    assert draws_to_detect(law, p) == 16
    assert goodness_of_fit([1, 7, 8], p).method == "impossible"


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
