"""Sums with the learner's numbers: the digits of the screen, and an equals sign only where they add up."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.numbers import fmt
from lab.formulas import written_sum


@pytest.mark.parametrize(
    ("terms", "total", "written"),
    [
        ([0.25, 0.3, 0.1, 0.05], 0.7, "0.25 + 0.3 + 0.1 + 0.05 = 0.7"),
        ([0.1, 0.2], 0.1 + 0.2, "0.1 + 0.2 = 0.3"),
        ([1 / 3, 1 / 3, 1 / 3], 1, "0.3333 + 0.3333 + 0.3333 ≈ 1"),
        ([0, 0], 0, "0 + 0 = 0"),
        ([0.5, 1e-300], 0.5, "0.5 + 1e-300 ≈ 0.5"),
        ([0.5, 0.499999999], 0.999999999, "0.5 + 0.5 ≈ 1 − 1e-09"),
        ([float("nan"), 0.5], 0.5, "– + 0.5 ≈ 0.5"),
        ([1], 1, "1 = 1"),
    ],
)
def test_a_sum_is_written_in_the_digits_of_the_screen(terms, total, written):
    assert written_sum(terms, total) == written


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_an_equals_sign_never_lies(terms):
    left, equals, right = written_sum(terms, sum(terms)).partition(" = ")
    if equals:
        assert sum(Fraction(term) for term in left.split(" + ")) == Fraction(right)


@given(st.lists(st.integers(0, 833), min_size=1, max_size=12))
def test_steps_of_a_thousandth_always_add_up_on_the_screen(thousandths):
    terms = [n / 10_000 for n in thousandths]
    total = sum(thousandths) / 10_000
    assert written_sum(terms, total) == " + ".join(map(fmt, terms)) + f" = {fmt(total)}"
