import numpy as np
import pytest
from hypothesis import given

from lab.core.pmf import as_pair, as_pmf, normalize, total_variation
from tests.core.strategies import ROUNDING, dyadic, fractions, pairs


def test_a_pmf_is_rescaled_to_sum_to_one():
    assert as_pmf([0.5, 0.25, 0.25 + 1e-7]).sum() == pytest.approx(1, abs=ROUNDING)
    assert as_pmf([0.25, 0.75]).tolist() == [0.25, 0.75]


def test_equal_entries_of_two_vectors_stay_equal():
    assert sum([0.6, 0.3, 0.1]) < 1  # in floats
    assert as_pmf([0.6, 0.3, 0.1]).tolist() == [0.6, 0.3, 0.1]


@given(pairs())
def test_validating_twice_changes_nothing(pair):
    once = as_pmf(pair[0] * (1 + 5e-7))
    assert as_pmf(once).tolist() == once.tolist()


def test_a_pmf_is_a_copy():
    given_values = np.array([0.5, 0.5])
    as_pmf(given_values)[0] = 1
    normalize(given_values)[0] = 1
    assert given_values.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([0.5, -0.1, 0.6], r"q\[1\] is -0\.1: write a finite number of 0 or more"),
        ([0.5, float("nan")], r"q\[1\] is nan"),
        ([float("inf"), 0], r"q\[0\] is inf"),
        ([0.5, 0.4], r"q sums to 0\.9, not 1: change an entry or normalise"),
        ([], r"q has shape \(0,\): give one number for each token"),
        ([[0.5, 0.5]], r"q has shape \(1, 2\)"),
        (["a", "b"], "q must hold numbers only"),
        ([0.5, 0.5 + 2e-6], r"q sums to 1\.000002, not 1"),
    ],
)
def test_what_is_no_pmf_is_named(values, message):
    with pytest.raises(ValueError, match=message):
        as_pmf(values, "q")


def test_a_wrong_entry_is_named_by_its_label():
    with pytest.raises(ValueError, match="p of “cat” is -1"):
        as_pmf([2, -1], labels=["dog", "cat"])


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="p has 2 tokens and q has 3"):
        as_pair([0.5, 0.5], [0.5, 0.25, 0.25])


@pytest.mark.parametrize("scale", [1e-320, 1e-300, 1, 1e308])
def test_normalize_keeps_the_proportions_at_any_scale(scale):
    assert normalize(np.array([1, 1]) * scale).tolist() == [0.5, 0.5]


def test_normalize_refuses_all_zeros():
    with pytest.raises(ValueError, match="p is all zeros: give at least one token some weight"):
        normalize([0, 0])


def test_total_variation_by_hand():
    assert total_variation([0.5, 0.5, 0], [0.25, 0.25, 0.5]) == 0.5
    assert total_variation([1, 0], [0, 1]) == 1
    assert total_variation([1], [1]) == 0


@given(dyadic(laws=2))
def test_total_variation_is_half_the_summed_difference_in_fractions(laws):
    p, q = map(fractions, laws)
    assert total_variation(*laws) == sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


@given(pairs())
def test_total_variation_is_symmetric_and_zero_for_equal_laws(pair):
    p, q = pair
    assert total_variation(p, q) == total_variation(q, p)
    assert total_variation(p, p) == 0


@given(dyadic(laws=3))
def test_total_variation_obeys_the_triangle_inequality(laws):
    p, q, r = laws
    assert total_variation(p, r) <= total_variation(p, q) + total_variation(q, r)
