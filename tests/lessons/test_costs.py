"""What the page on cost computes: measured times, the map, text that is uneven, the translator, the printed tables."""

from fractions import Fraction

import numpy as np
import pytest

from lab.core.cost import best_draft_len
from lab.lessons.challenges import COST
from lab.lessons.costs import (
    ALPHAS,
    LENGTHS,
    Costs,
    costs_of_times,
    dictionary,
    formula_beside,
    kinds,
    letter_metrics,
    script,
    shares,
    uneven_metrics,
)
from lab.lessons.paper_tables import table_1, table_4

FLAT = Costs(0.1)


def test_measured_times_by_hand():
    """5 × 2 ms + 25 ms for what takes 20 ms a token: 3.68928 × 20 / 35."""
    costs = costs_of_times(2, 20, 25, 5)
    assert (costs.cost_ratio, costs.verify(0), costs.verify(5)) == (0.1, 1.0, 1.25)
    assert costs.speed(0.8, 5) == pytest.approx(float(Fraction("3.68928") * 20 / 35), rel=1e-12)


def test_a_verifying_pass_below_one_step_does_not_shrink_with_the_draft():
    costs = costs_of_times(2, 20, 10, 5)
    assert costs.verify(1) == costs.verify(9) == 0.5
    assert costs.best(0.8) == int(np.argmax([costs.speed(0.8, n) for n in range(1, 11)])) + 1


@pytest.mark.parametrize("times", [(-1, 20, 25), (2, 0, 25), (2, 20, 0)])
def test_impossible_times_are_refused(times):
    with pytest.raises(ValueError, match="time is"):
        costs_of_times(*times, 5)


@pytest.mark.parametrize("costs", [FLAT, Costs(0.02, 1.0, 0.1), Costs(0.4)])
def test_the_best_length_is_that_of_the_formula(costs):
    for alpha in (0.3, 0.6, 0.9):
        assert costs.best(alpha) == best_draft_len(alpha, costs.cost_ratio, costs.growth, 10)


def test_the_map_holds_the_factor_of_each_cell():
    for row, length in enumerate(LENGTHS.tolist()):
        for column, alpha in enumerate(ALPHAS.tolist()):
            tokens = sum(alpha**n for n in range(length + 1))
            factor = tokens / (1 + 0.4 * length)
            assert Costs(0.1, 1.0, 0.3).speeds()[row, column] == pytest.approx(factor, rel=1e-12)


def test_break_even_is_where_the_factor_is_one():
    for length, rate in zip(LENGTHS.tolist(), FLAT.break_evens(), strict=True):
        assert FLAT.speed(rate, length) == pytest.approx(1, abs=1e-9)
    assert np.isnan(Costs(1.0, 1.0, 0.1).break_evens()).all()


def test_half_easy_half_hard_beats_the_formula():
    exact, formula = formula_beside(uneven_metrics((0.95, 0.45), 5), 5)
    assert exact == pytest.approx(3.5506, abs=5e-5)
    assert formula == pytest.approx(2.9412, abs=5e-5)


def test_even_text_is_the_formula():
    exact, formula = formula_beside(uneven_metrics((0.8, 0.8), 5), 5)
    assert exact == pytest.approx(3.68928, abs=1e-12) == formula


def test_both_kinds_stay_rates_and_keep_the_mean():
    assert kinds(0.7, 0.25) == pytest.approx((0.95, 0.45))
    assert kinds(0.9, 0.5) == pytest.approx((1.0, 0.8))
    assert kinds(0.0, 0.5) == (0.0, 0.0)


def test_metrics_of_one_law_hang_together():
    found = shares(uneven_metrics((0.9, 0.1), 3))
    assert found["Acceptance rate α"] == found["Accepted at position 1"] == pytest.approx(0.5)
    assert found["Accepted at position 2, if tested"] == pytest.approx((0.81 + 0.01) / (0.9 + 0.1))
    assert len(found) == 3 + 1 + 2 * 3


def test_letters_are_a_chain_that_the_formula_misses():
    metrics = letter_metrics(2)
    exact, formula = formula_beside(metrics, 2)
    assert exact == pytest.approx(1 + metrics.by_position.sum(), rel=1e-12)
    assert abs(exact - formula) > 0.01


def test_the_translator_has_a_value_and_a_meaning_for_each_name():
    rows = dictionary(uneven_metrics((0.5, 0.5), 2))
    assert len({row["Metric"] for row in rows}) == len(rows) == 9
    assert all(row["Means"].endswith(".") for row in rows)
    assert next(row["Here"] for row in rows if row["Metric"] == "Accepted at position i") == "0.5, 0.25"


def test_table_1_is_as_printed_in_every_row():
    rows = table_1()
    assert len(rows) == 6
    for row in rows:
        assert row["Operations, printed"] == row["Operations, here"]
        assert row["Speed, printed"] == row["Speed, here"]


def test_table_4_stands_beside_the_formula():
    rows = table_4()
    assert len(rows) == 12
    assert all(abs(float(row["Formula, here"]) - float(row["Expected, printed"])) <= 0.15 for row in rows)
    assert rows[0]["Measured there"] == "3.4"


def test_the_script_gives_the_numbers_of_the_page(capsys):
    exec(script(0.8, 5, 0.1, FLAT), {})
    printed = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    assert float(printed["tokens per cycle"]) == pytest.approx(3.68928)
    assert float(printed["walltime factor"]) == pytest.approx(2.45952)
    assert printed["best draft length"] == "6"


GOALS = {challenge.key: challenge.reached for challenge in COST}


@pytest.mark.parametrize(
    ("goal", "reached", "missed"),
    [
        ("kept-but-slower", (0.7, 5, Costs(0.5)), (0.69, 5, Costs(0.5))),  # 2.9412 / 3.5
        ("kept-but-slower", (0.9, 10, Costs(0.9)), (0.9, 10, Costs(0.5))),  # 6.8619 / 10 and / 6
        ("twice-with-few", (0.6, 4, Costs(0.0)), (0.61, 4, Costs(0.0))),  # 2.3056; α is too large
        ("twice-with-few", (0.6, 3, Costs(0.02)), (0.6, 3, Costs(0.03))),  # 2.176 / 1.09 = 1.9963
        ("one-is-best", (0.5, 9, Costs(0.0, 1.0, 0.3)), (0.5, 9, Costs(0.01, 1.0, 0.3))),
        ("one-is-best", (0.5, 1, Costs(0.0, 1.0, 0.3)), (0.5, 1, Costs(0.0))),
    ],
)
def test_goals_are_reached_and_narrowly_missed(goal, reached, missed):
    assert GOALS[goal](*reached)
    assert not GOALS[goal](*missed)
