"""One proposal, a pair, a guess: bars as long as their numbers."""

from fractions import Fraction
from math import comb

import pytest

from lab.charts.pair import guess_bars, pair_bars
from lab.charts.proposal import MAX_PROPOSALS, binomial_bars, two_bars


def heights(figure):
    boxes = figure.data["boxes"].to_pandas()
    return dict(zip(zip(boxes.token, boxes.part, strict=True), boxes.y2 - boxes.y, strict=True))


def test_two_bars_and_a_guess():
    figure = two_bars(0.6, 0.75)
    assert {part: height for (_, part), height in heights(figure).items()} == {
        "accepted": 0.6,
        "accepted, your guess": 0.75,
        "rejected": 0.4,
        "rejected, your guess": 0.25,
    }
    assert figure.table["Error of the guess"].tolist() == ["+0.15", "−0.15"]
    assert figure.alt == "One proposed token: accepted 0.6, rejected 0.4. Guess: accepted 0.75, rejected 0.25."


@pytest.mark.parametrize(("guess", "height"), [(0.5, 0.52), (0.9, 0.42), (0.6, 0.42)])
def test_the_number_above_a_bar_is_not_crossed_by_the_guess(guess, height):
    """The rejected bar is 0.4 high, its guess 1 − guess."""
    texts = two_bars(0.6, guess).data["texts"].to_pandas()
    assert texts[texts.text == "0.4"].y.tolist() == pytest.approx([height])


@pytest.mark.parametrize("n", [1, 4, 50])
def test_binomial_bars_are_exact(n):
    success = Fraction(3, 5)
    exact = [comb(n, k) * success**k * (1 - success) ** (n - k) for k in range(n + 1)]
    assert list(heights(binomial_bars(0.6, n)).values()) == pytest.approx([float(x) for x in exact], rel=1e-11)


def test_two_numbers_that_are_equally_likely_are_both_named():
    """With 7/11 and n = 10, six and seven: C(10,6)·(7/11)^6·(4/11)^4 = C(10,7)·(7/11)^7·(4/11)^3."""
    assert "most likely 6 and 7 (0.2438)" in binomial_bars(7 / 11, 10).alt
    assert "most likely 7 (" in binomial_bars(0.7, 10).alt


@pytest.mark.parametrize(("success", "n"), [(0, 7), (1, 7), (0.5, 6), (0.3, 50), (0.6, 7)])
def test_the_mean_line_runs_through_no_number(success, n):
    data = binomial_bars(success, n).data
    lines = [row for row in data["lines"].to_pylist() if row["x"] == row["x2"]]
    numbers = [row for row in data["texts"].to_pylist() if row["side"] == "above"]
    assert lines
    near = [row for row in numbers if abs(row["x"] - lines[0]["x"]) < 0.45]
    assert not [(text, row) for text in near for row in lines if row["y"] <= text["y"] + 0.01 < row["y2"]]


@pytest.mark.parametrize(("success", "n"), [(0.6, 0), (0.6, MAX_PROPOSALS + 1), (1.1, 3), (float("nan"), 3)])
def test_impossible_proposals_are_refused(success, n):
    with pytest.raises(ValueError, match="choose"):
        binomial_bars(success, n)


def test_pair_bars_stand_side_by_side():
    assert heights(pair_bars([0.9, 0.1], [0.25, 0.75], ["a", "b"])) == {
        ("a", "p"): 0.9,
        ("b", "p"): 0.1,
        ("a", "q"): 0.25,
        ("b", "q"): 0.75,
    }


def test_a_guess_need_not_sum_to_one_and_waits_for_the_truth():
    figure = guess_bars([0.75, 0.25], [0.5, 0.2], ["a", "b"])
    assert figure.table["Error of the guess"].tolist() == ["−0.25", "−0.05"]
    hidden = guess_bars([0.75, 0.25], [0.5, 0.2], ["a", "b"], reveal=False)
    assert "0.75" not in hidden.alt + hidden.table.to_csv() + str(hidden.data["texts"]["text"].to_pylist())
    others = guess_bars([0.5, 0.5], [0.5, 0.2], ["a", "b"], reveal=False)
    assert all(hidden.data[name].equals(others.data[name]) for name in hidden.data)
