"""How numbers and token names are written."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lab.core.numbers import apportion, display_labels, fmt, fmt_signed, fmt_to

LAWS = st.lists(st.integers(0, 1000), min_size=2, max_size=12).filter(any).map(lambda w: np.array(w) / sum(w))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (0.6, "0.6"),
        (1 / 3, "0.3333"),
        (2 / 3, "0.6667"),
        (0.1 + 0.2, "0.3"),
        (1e-300, "1e-300"),
        (2.3e-7, "2.3e-07"),
        (4.99e-5, "5e-05"),
        (5e-5, "0.0001"),
        (1 - 5e-10, "1 − 5e-10"),
        (0.99996, "1 − 4e-05"),
        (0.9999, "0.9999"),
        (1 + 1e-7, "1 + 1e-07"),
        (1 - 2**-53, "1"),
        (-0.25, "−0.25"),
        (1_000_000, "1,000,000"),
        (np.int64(10**15), "1,000,000,000,000,000"),
        (12345.5, "12,345.5"),
        (1e18, "1e+18"),
        (float("inf"), "∞"),
        (float("nan"), "–"),
        (np.float64("nan"), "–"),
        (None, "–"),
    ],
)
def test_fmt(value, text):
    assert fmt(value) == text


def test_equal_masses_summed_in_another_order_look_the_same():
    below, above = 0.06075 - 7e-18, 0.06075 + 7e-18
    assert below < 0.06075 < above
    assert fmt(below) == fmt(above) == fmt(0.45 * 0.3 * 0.45) == fmt(0.45 * 0.45 * 0.3)


@pytest.mark.parametrize(
    ("value", "text"), [(0.05, "+0.05"), (-0.05, "−0.05"), (0.0, "0"), (1e-12, "+1e-12"), (float("nan"), "–")]
)
def test_fmt_signed(value, text):
    assert fmt_signed(value) == text


@pytest.mark.parametrize(
    ("value", "step", "text"),
    [
        (0.70001234, 5.7e-5, "0.700012"),
        (0.699972, 5.7e-5, "0.699972"),
        (-0.70001234, 5.7e-5, "−0.700012"),
        (0.7, 5.7e-5, "0.7"),
        (0.70001234, 0.02, "0.7"),
        (0.70001234, 0, "0.7"),
        (1e-9, 5.7e-5, "1e-09"),
        (1 - 1e-9, 5.7e-5, "1 − 1e-09"),
        (1 - 1e-9, 4e-9, "0.999999999"),
    ],
)
def test_fmt_to_shows_the_decimals_that_a_step_needs(value, step, text):
    assert fmt_to(value, step) == text


@given(st.floats(1e-3, 0.999), st.floats(1e-9, 1e-3))
def test_two_numbers_a_step_apart_look_different(value, step):
    assert fmt_to(value, step) != fmt_to(value + step, step)


@given(st.floats(1e-14, 1 - 1e-14))
@example(5e-5)
@example(1 - 5e-5)
def test_a_probability_strictly_between_0_and_1_never_looks_like_either(value):
    assert fmt(value) not in {"0", "1", "0.0", "1.0"}


@given(st.floats(5e-5, 0.9999))
def test_what_is_shown_is_within_half_a_unit_of_the_last_digit(value):
    assert abs(float(fmt(value)) - value) <= 0.5e-4 * (1 + 1e-9)


def test_display_labels_names_repeats_and_blanks():
    assert display_labels(["a", "a", "", "a (2)", "a", " "]) == [
        "a",
        "a (2)",
        "(empty)",
        "a (2) (2)",
        "a (3)",
        "(empty) (2)",
    ]


@given(st.lists(st.sampled_from(["a", "a (2)", "", " ", "(empty)", "b", "\ud800"]) | st.text(max_size=5)))
def test_display_labels_are_different_and_can_be_written(labels):
    shown = display_labels(labels)
    assert len(set(shown)) == len(shown) == len(labels)
    assert all(name.strip() and name.encode() for name in shown)


@pytest.mark.parametrize(
    ("masses", "total", "shares"),
    [
        ([0.5, 0.5], 3, [2, 1]),
        ([1, 1, 1], 1000, [334, 333, 333]),
        ([0.4, 0.35, 0.25], 10, [4, 4, 2]),
        ([0, 0], 5, [0, 0]),
        ([1e-300, 1], 1000, [0, 1000]),
    ],
)
def test_apportion(masses, total, shares):
    assert apportion(masses, total).tolist() == shares


@given(st.lists(st.floats(0, 1), min_size=1, max_size=24).filter(any), st.integers(0, 1000))
def test_apportioned_numbers_sum_to_the_total_and_stay_within_one(masses, total):
    shares = apportion(masses, total)
    assert shares.sum() == total
    assert np.all(np.abs(shares - np.array(masses) / np.sum(masses) * total) < 1)


@given(LAWS, st.integers(0, 1000))
def test_largest_remainder_shares_out_every_unit_within_one_of_the_exact_share(law, total):
    units = apportion(law, total)
    assert units.sum() == total
    assert np.all(np.abs(units - law * total) < 1 + 1e-9)
