from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from lab.core.acceptance import (
    accept_prob,
    acceptance_rate,
    accepted_mass,
    output_law,
    recombination_error,
    rejected_mass,
    residual,
    residual_mass,
)
from lab.core.pmf import as_pair, total_variation
from tests.core.strategies import ROUNDING, dyadic, fractions, pairs

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]
EACH_FUNCTION = [
    *(accept_prob, accepted_mass, rejected_mass, residual_mass, residual),
    *(acceptance_rate, output_law, recombination_error),
]


def test_four_tokens_by_hand():
    assert accept_prob(P, Q) == pytest.approx([1, 1, 2 / 3, 1 / 4], abs=ROUNDING)
    assert accepted_mass(P, Q) == pytest.approx([0.1, 0.2, 0.2, 0.1], abs=ROUNDING)
    assert rejected_mass(P, Q) == pytest.approx([0, 0, 0.1, 0.3], abs=ROUNDING)
    assert residual_mass(P, Q) == pytest.approx([0.3, 0.1, 0, 0], abs=ROUNDING)
    assert residual(P, Q) == pytest.approx([0.75, 0.25, 0, 0], abs=10 * ROUNDING)
    assert acceptance_rate(P, Q) == pytest.approx(0.6, abs=ROUNDING)


def test_a_token_that_is_never_proposed_has_no_acceptance_probability():
    assert np.isnan(accept_prob([0.5, 0.5, 0], [1, 0, 0])).tolist() == [False, True, True]


def test_greedy_decoding_takes_one_hot_laws():
    """Of p = (.3, .5, .1, .05, .05) and uniform q: token 0 passes the plain test, never the greedy one."""
    p, q = [0.3, 0.5, 0.1, 0.05, 0.05], [0.2] * 5
    assert accept_prob(p, q)[0] == 1
    assert accept_prob([0, 1, 0, 0, 0], [1, 0, 0, 0, 0])[0] == 0
    assert output_law([0, 1, 0, 0, 0], [1, 0, 0, 0, 0]).tolist() == [0, 1, 0, 0, 0]


def test_equal_laws_reject_nothing_and_have_no_residual():
    assert acceptance_rate(P, P) == pytest.approx(1, abs=ROUNDING)
    with pytest.raises(ValueError, match="p equals q: nothing is ever rejected"):
        residual(P, P)


def test_disjoint_laws_reject_everything():
    assert acceptance_rate([0.5, 0.5, 0, 0], [0, 0, 0.25, 0.75]) == 0
    assert residual([0.5, 0.5, 0, 0], [0, 0, 0.25, 0.75]).tolist() == [0.5, 0.5, 0, 0]


def test_masses_of_1e_300_keep_their_ratio():
    assert accept_prob([1e-300, 1], [4e-300, 1])[0] == 0.25
    assert residual([1e-300, 1], [0, 1]).tolist() == [1, 0]


@pytest.mark.parametrize("function", EACH_FUNCTION)
def test_each_function_validates_its_pair(function):
    with pytest.raises(ValueError, match=r"q sums to 0\.9, not 1"):
        function([0.5, 0.5], [0.5, 0.4])


@given(dyadic())
def test_masses_are_exact_in_fractions(laws):
    p, q = map(fractions, laws)
    least = [min(a, b) for a, b in zip(p, q, strict=True)]
    assert fractions(accepted_mass(*laws)) == least
    assert fractions(rejected_mass(*laws)) == [b - m for b, m in zip(q, least, strict=True)]
    assert fractions(residual_mass(*laws)) == [a - m for a, m in zip(p, least, strict=True)]


@given(dyadic())
def test_accepted_plus_residual_mass_is_p(laws):
    assert np.array_equal(accepted_mass(*laws) + residual_mass(*laws), laws[0])


@given(dyadic())
def test_alpha_plus_total_variation_is_one(laws):
    assert acceptance_rate(*laws) + total_variation(*laws) == 1


@given(dyadic())
def test_acceptance_probability_is_the_rounded_fraction(laws):
    p, q = map(fractions, laws)
    right = [float(min(Fraction(1), a / b)) if b else None for a, b in zip(p, q, strict=True)]
    assert [None if np.isnan(kept) else kept for kept in accept_prob(*laws)] == right


@given(pairs())
def test_alpha_plus_total_variation_is_one_in_floats(pair):
    assert acceptance_rate(*pair) + total_variation(*pair) == pytest.approx(1, abs=ROUNDING)


@given(pairs())
def test_the_output_law_is_p(pair):
    target, _ = as_pair(*pair)
    assert output_law(*pair) == pytest.approx(target, abs=ROUNDING)


@given(pairs())
def test_no_residual_where_the_draft_is_large_enough(pair):
    target, draft = as_pair(*pair)
    assert not residual_mass(*pair)[draft >= target].any()
    if residual_mass(*pair).any():
        assert not residual(*pair)[draft >= target].any()
        assert residual(*pair).sum() == pytest.approx(1, abs=ROUNDING)


@given(pairs())
def test_what_is_rejected_is_what_is_left_over(pair):
    assert rejected_mass(*pair).sum() == pytest.approx(residual_mass(*pair).sum(), abs=ROUNDING)


@given(dyadic())
def test_recombination_has_no_error_where_floats_are_exact(laws):
    assert recombination_error(*laws) == 0


@given(pairs())
def test_recombination_error_is_rounding_and_the_largest_of_all_tokens(pair):
    p = fractions(as_pair(*pair)[0])
    kept, missing = (fractions(mass(*pair)) for mass in (accepted_mass, residual_mass))
    worst = max(abs(a + m - target) for a, m, target in zip(kept, missing, p, strict=True))
    assert recombination_error(*pair) <= ROUNDING
    assert abs(recombination_error(*pair) - float(worst)) <= ROUNDING
