"""The number accepted among n proposals of one token."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.repeats import accepted_count_law, success_probability


def test_by_hand():
    assert accepted_count_law(0.6, 1).tolist() == pytest.approx([0.4, 0.6], abs=1e-15)
    assert accepted_count_law(0.5, 3).tolist() == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8], abs=1e-15)


@given(st.integers(0, 100), st.integers(1, 50))
def test_the_law_is_binomial(percent, n):
    success = Fraction(percent, 100)
    exact = [comb(n, k) * success**k * (1 - success) ** (n - k) for k in range(n + 1)]
    assert accepted_count_law(percent / 100, n).tolist() == pytest.approx([float(x) for x in exact], abs=1e-13)


def test_certain_outcomes():
    assert accepted_count_law(0, 2).tolist() == [1, 0, 0]
    assert accepted_count_law(1, 2).tolist() == [0, 0, 1]


@pytest.mark.parametrize(("success", "n"), [(-0.1, 1), (1.1, 1), (float("nan"), 1), (0.5, 0), (0.5, 1.5)])
def test_anything_else_is_refused(success, n):
    with pytest.raises(ValueError, match=r"probability lies between 0 and 1|whole number of proposals"):
        accepted_count_law(success, n)


@pytest.mark.parametrize(("ratio", "success"), [(0, 0), (0.6, 0.6), (1, 1), (1.8, 1), (float("inf"), 1)])
def test_a_ratio_above_one_counts_as_one(ratio, success):
    assert success_probability(ratio) == success


@pytest.mark.parametrize("ratio", [-0.1, float("nan")])
def test_no_ratio_is_negative(ratio):
    with pytest.raises(ValueError, match="cannot be negative: write 0 or more"):
        success_probability(ratio)
