"""Pairs under stress and the sentences about them."""

import numpy as np
import pytest

from lab.core.acceptance import residual
from lab.core.pmf import total_variation
from lab.core.precision import FORMATS, Arithmetic, rounded
from lab.lessons.rounding import (
    ALWAYS,
    NEVER,
    OTHERWISE,
    RIGHT,
    comparison,
    every_format,
    fate,
    lost_tokens,
    make_case,
    rarest,
    residual_errors,
    script,
)
from lab.situation import Situation

PLAIN = Situation(("the", "a", "cat", "dog"), ("0.45", "0.3", "0.2", "0.05"), ("0.25", "0.35", "0.1", "0.3"))
BLIND = Situation(("Paris", "London", "Rome"), ("0.5", "0.3", "0.2"), ("0.7", "0.3", "0"))
HALF = Arithmetic("float16")
DOG = 3


@pytest.mark.parametrize(
    ("hidden", "dtype", "expected"),
    [
        ("nothing", "float64", RIGHT),
        ("nothing", "float16", NEVER),
        ("p", "float64", NEVER),
        ("q", "float64", ALWAYS),
        ("q rescaled", "float32", ALWAYS),
    ],
)
def test_the_fate_of_a_rare_token(hidden, dtype, expected):
    case = make_case(PLAIN, DOG, 8, 0, hidden)
    assert case.kept() == pytest.approx(0.05 / 0.3 * (0.7 / 0.95), rel=1e-6)
    assert fate(case, case.seen(Arithmetic(dtype))) == expected


def test_a_coarse_logarithm_is_neither_right_nor_0_nor_1():
    case = make_case(PLAIN, DOG, 100, 0, "nothing")
    assert fate(case, case.seen(Arithmetic("bfloat16", "log"))) == OTHERWISE


def test_the_rarest_token_is_one_that_can_be_proposed():
    assert PLAIN.labels[rarest(PLAIN)] == "cat"
    assert BLIND.labels[rarest(BLIND)] == "London"
    assert rarest(Situation(("a", "b"), ("1", "0"), ("0", "1"))) == 1


def test_the_comparison_says_what_zero_over_zero_does():
    case = make_case(PLAIN, DOG, 8, 0, "nothing")
    assert comparison(case, case.seen(HALF), HALF) == (
        "The test reads p/q = 0 / 0: that is not a number, and no u passes a comparison with it. Kept share 0."
    )
    masked = make_case(PLAIN, DOG, 0, 0, "q")
    assert "that is infinite, so every u passes. Kept share 1." in comparison(masked, masked.seen(HALF), HALF)


def test_the_comparison_in_logarithms_is_a_difference():
    log = Arithmetic("float64", "log")
    case = make_case(PLAIN, 2, 0, 0, "p")
    assert "log p − log q = −∞ − (−2.3026) = −∞. Kept share 0." in comparison(case, case.seen(log), log)


def test_lost_and_forbidden_tokens_are_named():
    case = make_case(PLAIN, DOG, 8, 0, "nothing")
    assert lost_tokens(case.seen(HALF), PLAIN.labels) == "“dog” can never come out, though p asks for it."
    forbidden = Situation(("yes", "no"), ("1", "0"), ("0.5", "0.5"))
    leak = make_case(forbidden, 1, 0, 0, "nothing").seen(Arithmetic(test="≤"))
    assert lost_tokens(leak, forbidden.labels) == "“no” comes out, though p forbids it."
    assert lost_tokens(case.seen(Arithmetic("float32")), PLAIN.labels) == ""


def test_every_format_is_there_in_both_spaces():
    case = make_case(PLAIN, DOG, 8, 0, "nothing")
    formats = every_format(case, HALF)
    assert len(formats) == 2 * len(FORMATS)
    assert formats["float16, probability"].unreachable[DOG]
    assert not formats["float16, log"].unreachable[DOG]


def test_the_residual_keeps_its_law_until_its_digits_cancel():
    errors = residual_errors(make_case(PLAIN, DOG, 0, 0, "nothing"), HALF, [0, 4, 18])
    assert errors["float64"][0] < 1e-15
    assert errors["float64"][1] < 1e-11
    assert errors["float16"][1] > 0.1
    assert errors["float64"][2] == pytest.approx(0.65), (
        "q itself stands in: TV of (0.25, 0.35, 0.1, 0.3) and (2/3, 0, 1/3, 0)"
    )
    same = Situation(("a", "b"), ("0.5", "0.5"), ("0.5", "0.5"))
    assert residual_errors(make_case(same, 0, 8, 0, "nothing"), HALF, [0]) is None


@pytest.mark.parametrize("stress", [(8, "nothing"), (0, "p"), (2, "q rescaled")])
def test_the_residual_is_that_of_the_pair_under_stress(stress):
    rare, hidden = stress
    errors = residual_errors(make_case(PLAIN, DOG, rare, 0, hidden), HALF, [0, 3])
    case = make_case(PLAIN, DOG, rare, 3, hidden)
    wanted = total_variation(case.seen(HALF).rule.correction, residual(case.p, case.q))
    assert errors["float16"][1] == pytest.approx(wanted)


def test_the_script_runs_and_gives_the_numbers_on_the_screen():
    case, names = make_case(PLAIN, DOG, 8, 2, "q"), {}
    exec(script(case, HALF), names)
    assert np.array_equal(names["seen"].rule.output_law(), case.seen(HALF).rule.output_law())


def test_a_case_without_stress_is_the_pair_itself():
    case = make_case(PLAIN, DOG, 0, 0, "nothing")
    assert np.array_equal(case.p, PLAIN.p)
    assert np.array_equal(case.q, PLAIN.q)
    assert rounded(case.p, case.q, HALF).threshold[DOG] == case.seen(HALF).threshold[DOG]
