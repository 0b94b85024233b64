"""What a check says in the learner's numbers."""

import pytest

from lab.core.rules import RULES
from lab.lessons.challenges import CHECK
from lab.lessons.checks import LATER, NEVER, example_rule, moment, widest_gap

REACHED = {challenge.key: challenge.reached for challenge in CHECK}
PAIR = [0.5, 0.5], [0.9, 0.1]


def test_the_widest_gap_is_measured_in_standard_deviations():
    # 100 draws of a fair coin: 50 expected, deviation 5; 60 is two of them.
    said = widest_gap([0.5, 0.5], [60, 40], ["a", "b"])
    assert said == (
        "“a” should come out about N·p = 100 × 0.5 = 50 times and came 60 times. "
        "That is 10 too often: 2 × √(N·p·(1 − p)) = 2 × 5."
    )
    assert "10 too rarely" in widest_gap([0.5, 0.5], [40, 60], ["a", "b"])


def test_no_gap_and_an_impossible_token():
    assert widest_gap([0.5, 0.5], [5, 5], ["a", "b"]).endswith("came 5 times.")
    assert widest_gap([1, 0], [5, 2], ["a", "b"]) == "“b” came out 2 times though its p is 0."


@pytest.mark.parametrize(
    ("powers", "said"),
    [([0, 4, 9], "Within 1,000"), ([5, 9, 9], "Within 100"), ([0, 1, 3], NEVER), ([0, 0, 3.1], LATER)],
)
def test_the_moment_is_the_first_size_beyond_the_line(powers, said):
    assert moment([100, 1000, 20_000], powers, 1e-3) == said


def test_examples_are_exact_about_half_the_time_and_repeat():
    kinds = [RULES[example_rule(number)](*PAIR).exact for number in range(1, 100)]
    assert 30 < sum(kinds) < 70  # a fair coin 99 times lies outside with a chance of 1e-4; the numbers are fixed
    assert example_rule(7) == example_rule(7)


def test_goals():
    biased, exact = RULES["unmodified_p"](*PAIR), RULES["speculative"](*PAIR)
    assert REACHED["caught-early"](biased, "fail", 100)
    assert not REACHED["caught-early"](biased, "fail", 1000)
    assert not REACHED["caught-early"](exact, "fail", 100)
    assert REACHED["not-caught"](biased, "inconclusive", 1000)
    assert not REACHED["not-caught"](biased, "inconclusive", 100)
    assert not REACHED["not-caught"](exact, "pass", 1000)
    assert REACHED["right-but-slower"](exact, "slower", 100)
