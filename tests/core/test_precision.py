"""The rule in real number formats, against a slow enumeration of every uniform and against known values."""

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lab.core.acceptance import residual
from lab.core.pmf import as_pair
from lab.core.precision import FORMATS, SAMPLERS, SPACES, TESTS, Arithmetic, accept_share, rounded
from lab.core.stress import HIDDEN_IN, approach, hide, make_rare
from tests.core.evidence import FALSE_ALARM
from tests.core.strategies import fractions, pairs

P, Q = (0.4, 0.3, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4)


BITS = st.integers(1, 53)


@st.composite
def arithmetics(draw, bits=BITS):
    choices = [draw(st.sampled_from(names)) for names in (list(FORMATS), SPACES, TESTS)]
    return Arithmetic(*choices, draw(bits), draw(st.sampled_from(SAMPLERS)))


def in_log(u):
    return float(np.log(u)) if u else -np.inf


def passes(u, threshold, how):
    """The test of one uniform, spelled out."""
    left = in_log(u) if how.space == "log" else u
    return bool(left < threshold) if how.test == "<" else bool(left <= threshold)


@given(st.floats(-20, 2) | st.sampled_from([np.nan, np.inf, -np.inf, 0.0, 0.25]), arithmetics(st.integers(1, 6)))
def test_the_share_of_passing_uniforms_is_a_count_of_the_whole_grid(threshold, how):
    points = 2**how.grid_bits
    counted = sum(passes(k / points, threshold, how) for k in range(points))
    assert accept_share(threshold, how) == Fraction(counted, points)


@given(pairs(), arithmetics(st.integers(1, 4)))
def test_the_law_is_that_of_every_proposal_and_every_uniform_in_fractions(pair, how):
    p, q = as_pair(*pair)
    seen = rounded(p, q, how)
    law = [Fraction(0)] * p.size
    correction, points = fractions(seen.rule.correction), 2**how.grid_bits
    for x, mass in enumerate(fractions(seen.rule.proposal)):
        kept = Fraction(sum(passes(k / points, seen.threshold[x], how) for k in range(points)), points)
        law[x] += mass * kept
        law = [so_far + mass * (1 - kept) * row for so_far, row in zip(law, correction, strict=True)]
    assert seen.rule.output_law() == pytest.approx([float(mass) for mass in law], abs=1e-14)


@given(pairs(), arithmetics(), st.sampled_from(HIDDEN_IN), st.data())
def test_whatever_is_rounded_or_hidden_a_law_comes_out(pair, how, where, data):
    token = data.draw(st.integers(0, len(pair[0]) - 1))
    seen = rounded(*pair, how, hide(*pair, token, where))
    law = seen.rule.output_law()
    assert ((law >= 0) & (law <= 1 + 1e-12)).all()
    assert law.sum() == pytest.approx(1)
    assert not (seen.unreachable & seen.forbidden).any()


@given(pairs(), arithmetics())
def test_everything_computed_is_a_number_of_the_format(pair, how):
    seen = rounded(*pair, how)
    for held in (seen.p, seen.q, seen.threshold, seen.residual):
        with np.errstate(all="ignore"):
            assert np.array_equal(held, held.astype(FORMATS[how.dtype]).astype(np.float64), equal_nan=True)


@given(pairs())
def test_float64_on_its_own_grid_loses_nothing_that_float64_could_show(pair):
    assert rounded(*pair, Arithmetic("float64", grid_bits=53)).rule.total_variation() < 1e-14


@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("space", SPACES)
@given(pair=pairs())
def test_where_p_equals_q_everything_is_kept_in_every_format(dtype, space, pair):
    seen = rounded(pair[0], pair[0], Arithmetic(dtype, space, sampler="rounded"))
    assert seen.rule.accept[seen.rule.proposal > 0].tolist() == [1] * np.count_nonzero(seen.rule.proposal)
    assert not seen.lost


@given(pairs(), st.sampled_from(["float32", "bfloat16", "float16"]))
def test_every_ratio_that_does_not_underflow_is_right_to_three_roundings(pair, dtype):
    p, q = as_pair(*pair)
    smallest, unit = float(ml_dtypes.finfo(FORMATS[dtype]).tiny), float(ml_dtypes.finfo(FORMATS[dtype]).eps) / 2
    safe = (p > smallest) & (q > smallest) & (p <= q) & (p / np.where(q > 0, q, 1) > smallest)
    seen = rounded(p, q, Arithmetic(dtype))
    assert seen.threshold[safe] == pytest.approx(p[safe] / q[safe], rel=3.1 * unit)


def test_a_third_in_bfloat16_and_in_float16_by_hand():
    third, rest = [1 / 3, 2 / 3], [0.5, 0.5]
    assert rounded(third, rest, Arithmetic("bfloat16")).p[0] == 171 / 512
    assert rounded(third, rest, Arithmetic("float16")).p[0] == 1365 / 4096


def test_two_probabilities_that_float16_cannot_hold_give_0_over_0_and_the_token_never_comes():
    p, q = [1 - 1e-8, 1e-8], [1 - 2e-8, 2e-8]
    half = rounded(p, q, Arithmetic("float16"))
    assert half.p[1] == half.q[1] == 0
    assert np.isnan(half.threshold[1])
    assert half.unreachable.tolist() == [False, True]
    right = rounded(p, q, Arithmetic("float64", grid_bits=53))
    assert right.rule.accept[1] == pytest.approx(0.5, rel=1e-7)


def test_log_space_keeps_a_probability_that_underflows_but_its_ratio_is_coarse():
    p, q = [1 - 1e-60, 1e-60], [1 - 2e-60, 2e-60]
    assert np.isnan(rounded(p, q, Arithmetic("float32")).threshold[1])
    log32 = rounded(p, q, Arithmetic("float32", "log"))
    assert log32.rule.accept[1] == pytest.approx(0.5, rel=2e-5)
    log16 = rounded(p, q, Arithmetic("bfloat16", "log"))
    assert (log16.p[1], log16.q[1]) == (-138, -137), "log p = -138.155, log q = -137.462, in steps of 1"
    assert log16.rule.accept[1] == pytest.approx(np.exp(-1), abs=2**-24)


@pytest.mark.parametrize("space", SPACES)
def test_or_equal_lets_a_forbidden_token_through_when_the_uniform_is_0(space):
    p, q = [1, 0], [0.5, 0.5]
    strict, loose = (rounded(p, q, Arithmetic("float32", space, test)) for test in TESTS)
    assert strict.rule.output_law().tolist() == [1, 0]
    assert loose.rule.output_law()[1] == 2.0**-25
    assert loose.forbidden.tolist() == [False, True]


@pytest.mark.parametrize(("test", "share"), [("<", 0.25), ("≤", 0.25 + 2**-24)])
def test_the_two_tests_differ_by_one_grid_point_where_the_ratio_lies_on_the_grid(test, share):
    assert accept_share(0.25, Arithmetic(test=test)) == share


def test_the_endpoints_of_the_grid():
    assert accept_share(1.0, Arithmetic(grid_bits=1)) == 1, "u is never 1"
    assert accept_share(2.0**-30, Arithmetic()) == 2**-24, "a ratio below the grid still passes at u = 0"


def test_p_almost_q_in_low_precision_leaves_no_residual_at_all():
    p = np.array([0.25, 0.25, 0.5])
    seen = rounded(p, p, Arithmetic("float32"), seen=(p, p * (1 + 2**-20)))
    assert seen.residual.tolist() == [0, 0, 0]
    assert seen.lost
    assert 1 - seen.rule.acceptance_rate() == pytest.approx(2**-20, rel=0.1)
    assert seen.rule.correction.tolist() == p.tolist()


def test_cancellation_turns_the_residual_into_noise():
    exact = residual(P, Q)
    errors = [
        np.abs(rounded(approach(P, Q, decades), Q, Arithmetic("float32")).rule.correction - exact).sum() / 2
        for decades in (0, 3, 6)
    ]
    assert errors[0] < 1e-6 < errors[1] < 1e-3 < errors[2]


@pytest.mark.parametrize(
    ("where", "kept", "reachable"), [("nothing", 0.25, True), ("p", 0, False), ("q", 1, True), ("q rescaled", 1, True)]
)
def test_what_a_hidden_token_does(where, kept, reachable):
    seen = rounded(P, Q, Arithmetic("float64"), hide(P, Q, 3, where))
    assert seen.rule.accept[3] == pytest.approx(kept, abs=2**-24)
    assert (not seen.unreachable[3]) == reachable


def test_a_q_rescaled_without_the_hidden_token_spoils_the_others_ratios():
    seen = rounded(P, Q, Arithmetic("float64", grid_bits=53), hide(P, Q, 0, "q rescaled"))
    assert seen.threshold[1:] == pytest.approx([0.3 / (0.2 / 0.9), 0.2 / (0.3 / 0.9), 0.1 / (0.4 / 0.9)])


def test_uniforms_of_float32_pass_a_float16_test_as_often_as_counted():
    """A million float32 uniforms; exact binomial test, false alarm 1e-6."""
    how = Arithmetic("float16")
    seen = rounded(P, Q, how)
    u = np.random.default_rng(3).integers(0, 2**24, 1_000_000).astype(np.float32) / np.float32(2**24)
    ratio = np.float16(P[3]) / np.float16(Q[3])
    count = int((u < np.float32(ratio)).sum())
    assert stats.binomtest(count, u.size, seen.rule.accept[3]).pvalue > FALSE_ALARM


@given(pairs(), st.integers(0, 330), st.data())
def test_making_a_token_rare_keeps_a_law_and_the_others_proportions(pair, decades, data):
    p = as_pair(*pair)[0]
    token = data.draw(st.integers(0, p.size - 1))
    law = make_rare(p, token, decades)
    others = np.arange(p.size) != token
    assert law.sum() == pytest.approx(1)
    assert law[token] <= p[token] * (1 + 1e-12)
    if p[others].sum() > 1e-3:
        assert law[others] / law[others].sum() == pytest.approx(p[others] / p[others].sum())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Arithmetic("float8"), "dtype is 'float8': choose one of float64, float32, bfloat16, float16"),
        (lambda: Arithmetic(test="="), "test is '=': choose one of <, ≤"),
        (lambda: Arithmetic(grid_bits=54), "grid_bits is 54: give a whole number from 1 to 53"),
        (lambda: hide(P, Q, 4, "p"), "token is 4: give a position from 0 to 3"),
        (lambda: hide(P, Q, 0, "x"), "where is 'x': choose one of nothing, p, q"),
        (lambda: make_rare(P, 9, 1), "token is 9"),
        (lambda: make_rare(P, 0, -1), "decades is -1: give a number of 0 or more"),
    ],
)
def test_what_makes_no_sense_is_refused_in_plain_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()
