"""Tokens, time and operations: the printed tables, exact fractions, and the borders."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.block import Iid, expected_accepted
from lab.core.cost import (
    best_draft_len,
    break_even,
    expected_tokens,
    measured_speedup,
    operations,
    speedup,
    verify_ratio,
)
from lab.core.published import LEVIATHAN_TABLE_1, LEVIATHAN_TABLE_4

ALPHA, GAMMA, RATIO = st.floats(0, 1), st.integers(0, 30), st.floats(0, 3)


@pytest.mark.parametrize("row", LEVIATHAN_TABLE_1, ids=str)
def test_table_1_as_printed(row):
    assert f"{operations(row.alpha, row.draft_len, 0):.2f}" == f"{row.operations:.2f}"
    assert f"{speedup(row.alpha, row.draft_len, 0):.2f}" == f"{row.speed:.2f}"


@pytest.mark.parametrize("row", LEVIATHAN_TABLE_4, ids=str)
def test_table_4_formula_within_the_rounding_of_its_inputs(row):
    """Alpha and c are printed with two decimals: the printed factor lies between the formula at their two ends."""
    slow = speedup(row.alpha - 0.005, row.draft_len, row.cost_ratio + 0.005)
    fast = speedup(row.alpha + 0.005, row.draft_len, row.cost_ratio - 0.005)
    assert slow - 0.05 <= row.expected <= fast + 0.05


def test_table_4_rows_that_the_printed_inputs_alone_do_not_give():
    rounded = [round(float(speedup(r.alpha, r.draft_len, r.cost_ratio)), 1) for r in LEVIATHAN_TABLE_4]
    off = [place for place, row in enumerate(LEVIATHAN_TABLE_4) if rounded[place] != row.expected]
    assert off == [4, 5, 11]
    assert all(LEVIATHAN_TABLE_4[place].expected == pytest.approx(rounded[place] + 0.1) for place in off)


def test_mean_tokens_of_a_round():
    assert expected_tokens(0.8, 5) == pytest.approx(3.68928, abs=1e-12)


@given(ALPHA, GAMMA)
def test_tokens_are_the_sum_of_powers(alpha, draft_len):
    exact = sum(Fraction(alpha) ** power for power in range(draft_len + 1))
    assert expected_tokens(alpha, draft_len) == pytest.approx(float(exact), rel=1e-12)


@given(st.integers(0, 10), GAMMA)
def test_tokens_agree_with_an_independent_chain(tenths, draft_len):
    alpha = tenths / 10
    chain = expected_accepted(Iid([1, 0]), Iid([alpha, 1 - alpha]), draft_len)
    assert 1 + chain == pytest.approx(expected_tokens(alpha, draft_len), rel=1e-12)


@given(ALPHA, GAMMA, RATIO)
def test_speed_and_operations_by_their_theorems(alpha, draft_len, ratio):
    tokens = float(sum(Fraction(alpha) ** power for power in range(draft_len + 1)))
    assert speedup(alpha, draft_len, ratio) == pytest.approx(tokens / (draft_len * ratio + 1), rel=1e-12)
    assert operations(alpha, draft_len, ratio) == pytest.approx((draft_len * ratio + draft_len + 1) / tokens, rel=1e-12)


@given(ALPHA, st.floats(0, 0.999))
def test_a_draft_of_one_pays_where_alpha_exceeds_c(alpha, cost_ratio):
    """Leviathan et al. (2023), corollary 3.9."""
    assert speedup(alpha, 1, cost_ratio) == pytest.approx((1 + alpha) / (1 + cost_ratio))
    if alpha > cost_ratio + 1e-9:
        assert best_draft_len(alpha, cost_ratio) >= 1


@given(st.floats(0, 0.99), st.floats(0.001, 2), st.floats(0, 0.5))
def test_no_length_beats_the_best(alpha, cost_ratio, growth):
    best = best_draft_len(alpha, cost_ratio, growth, longest=40)
    speeds = [float(speedup(alpha, n, cost_ratio, verify_ratio(n, growth))) for n in range(41)]
    assert speeds[best] == max(speeds)
    assert best == 0 or speeds[best] > speeds[best - 1]


def test_drafting_that_never_pays_has_length_zero():
    assert best_draft_len(0.3, 0.5) == 0
    assert best_draft_len(0.8, 0.05) == 8
    assert best_draft_len(1, 0.1, longest=12) == 12


@given(st.integers(1, 12), st.floats(0, 2), st.floats(0.5, 3))
def test_break_even_is_where_speed_is_one(draft_len, cost_ratio, verify):
    alpha = break_even(draft_len, cost_ratio, verify)
    if np.isnan(alpha):
        assert speedup(1, draft_len, cost_ratio, verify) < 1
    elif alpha == 0:
        assert speedup(0, draft_len, cost_ratio, verify) >= 1
    else:
        assert speedup(alpha, draft_len, cost_ratio, verify) == pytest.approx(1, abs=1e-9)


def test_break_even_by_hand():
    """One draft token at cost c pays from alpha = c on."""
    assert break_even(1, 0.25) == pytest.approx(0.25)
    assert break_even(4, 0) == 0


def test_measured_times_by_hand():
    """3 tokens in 4 × 5 ms + 60 ms = 80 ms; ordinary decoding takes 150 ms for them."""
    assert measured_speedup(3, 4, 5, 50, 60) == pytest.approx(150 / 80)
    assert measured_speedup(expected_tokens(0.8, 4), 4, 5, 50, 50) == pytest.approx(speedup(0.8, 4, 0.1))


def test_a_verifying_pass_that_costs_each_position_buys_nothing():
    assert speedup(1, 7, 0, verify_ratio(7, growth=1)) == pytest.approx(1)


def test_arrays_broadcast_to_a_map():
    grid = speedup(np.linspace(0, 1, 5)[:, None], np.arange(1, 4), 0.1)
    assert grid.shape == (5, 3)
    assert grid[2, 1] == speedup(0.5, 2, 0.1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: expected_tokens(1.2, 3), "alpha is 1.2: give a number from 0 to 1"),
        (lambda: expected_tokens(float("nan"), 3), "alpha is nan"),
        (lambda: expected_tokens(0.5, -1), "draft_len is -1: give a number from 0 or more"),
        (lambda: speedup(0.5, 3, -0.1), "draft time"),
        (lambda: operations(0.5, 3, -0.1), "ops_ratio"),
        (lambda: measured_speedup(2, 3, 1, 0, 1), "target time is 0: give a number above 0"),
        (lambda: break_even(0, 0.1), "draft_len is 0: give a number from 1 or more"),
    ],
)
def test_what_is_out_of_range_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
