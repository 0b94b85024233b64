import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lab.core.goodness import goodness_of_fit
from tests.core.evidence import FALSE_ALARM


def test_two_cells_by_hand():
    """60 against 40 of an even law: the statistic is 4, and one degree of freedom leaves erfc(sqrt(4 / 2))."""
    assert goodness_of_fit([60, 40], [0.5, 0.5]).pvalue == pytest.approx(math.erfc(math.sqrt(2)), rel=1e-12)


def test_three_cells_by_hand():
    """Expected 40, 40, 20: the statistic is 2.5 + 2.5 + 0, and two degrees of freedom leave exp(-5 / 2)."""
    fit = goodness_of_fit([50, 30, 20], [0.4, 0.4, 0.2])
    assert fit.pvalue == pytest.approx(math.exp(-2.5), rel=1e-12)
    assert (fit.method, fit.cells, fit.pooled) == ("chi-square", 3, 0)


def test_rare_tokens_share_a_cell_that_expects_enough():
    """Expected 2, 2, 12, 24: two and two are not yet 5, so 12 joins them. 20 against 16: 1 + 16/24 = 5/3."""
    fit = goodness_of_fit([2, 2, 16, 20], [0.05, 0.05, 0.3, 0.6])
    assert (fit.cells, fit.pooled) == (2, 3)
    assert fit.pvalue == pytest.approx(math.erfc(math.sqrt(5 / 3 / 2)), rel=1e-12)


def test_every_token_that_expects_too_little_is_pooled():
    """Expected 3, 3, 3, 3, 48: the first two would be enough together, yet the others are too rare to stand alone."""
    fit = goodness_of_fit([3, 3, 3, 3, 48], [0.05, 0.05, 0.05, 0.05, 0.8])
    assert (fit.cells, fit.pooled, fit.pvalue) == (2, 4, 1)


def test_a_token_that_cannot_come_fails_at_once():
    fit = goodness_of_fit([10**15, 0, 1], [0.5, 0.5, 0])
    assert (fit.method, fit.pvalue) == ("impossible", 0)


@pytest.mark.parametrize(
    ("counts", "law", "method"),
    [([7, 0], [1, 0], "one token"), ([0, 0], [1, 0], "one token"), ([0, 0], [0.5, 0.5], "too few")],
)
def test_nothing_to_test(counts, law, method):
    fit = goodness_of_fit(counts, law)
    assert fit.method == method
    assert math.isnan(fit.pvalue)


def test_the_test_begins_with_two_groups_that_expect_five():
    assert goodness_of_fit([4, 5], [0.5, 0.5]).method == "too few"
    assert goodness_of_fit([5, 5], [0.5, 0.5]).pvalue == 1


@given(st.permutations(range(4)), st.lists(st.integers(0, 50), min_size=4, max_size=4))
def test_order_and_impossible_tokens_change_nothing(order, counts):
    law, counts = np.array([0.5, 0.3, 0.15, 0.05]), np.array(counts)
    plain, other = goodness_of_fit(counts, law), goodness_of_fit(np.append(counts[order], 0), np.append(law[order], 0))
    assert (other.method, other.cells, other.pooled) == (plain.method, plain.cells, plain.pooled)
    assert other.pvalue == pytest.approx(plain.pvalue, rel=1e-9, nan_ok=True)


def test_under_the_law_all_p_values_are_equally_likely():
    """2,000 runs of 10^6 draws; Kolmogorov and Smirnov, false alarm 1e-6."""
    law, rng = np.array([0.5, 0.3, 0.15, 0.05]), np.random.default_rng(1)
    pvalues = [goodness_of_fit(counts, law).pvalue for counts in rng.multinomial(10**6, law, size=2000)]
    assert stats.kstest(pvalues, "uniform").pvalue > FALSE_ALARM


@pytest.mark.parametrize("counts", [[1, 2, 3], [1.5, 2.5], [-1, 2], [[1, 2]]])
def test_counts_that_are_none_are_refused(counts):
    with pytest.raises(ValueError, match="counts must hold 2 whole numbers"):
        goodness_of_fit(counts, [0.5, 0.5])
