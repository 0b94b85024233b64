"""Pictures that wait for a prediction do not tell the truth in their table, their words or their data."""

import pytest

from lab.charts.acceptance_map import acceptance_map
from lab.charts.ledger import STEPS, mass_ledger
from lab.charts.proposal import binomial_bars, two_bars

PAIR = ([0.45, 0.3, 0.2, 0.05], [0.25, 0.35, 0.1, 0.3], ["the", "a", "cat", "dog"])


def test_the_map_can_leave_the_residual_open():
    figure = acceptance_map(*PAIR, residual=False)
    assert set(figure.data["boxes"]["part"].to_pylist()) == {"accepted", "rejected"}
    assert not any("Residual" in column for column in figure.table)
    assert "0.6667" not in figure.alt + "".join(figure.data["texts"]["text"].to_pylist())
    assert "No residual" in acceptance_map([1, 0], [1, 0], ["a", "b"], residual=False).alt


@pytest.mark.parametrize("step", STEPS[:4])
def test_the_residual_distribution_is_told_from_its_own_step_on(step):
    figure = mass_ledger(*PAIR, step=step)
    assert "Residual distribution" not in figure.table
    assert "0.6667" not in figure.alt + "".join(figure.data["texts"]["text"].to_pylist())


def test_the_ledger_tells_a_little_more_at_each_step():
    widths = [mass_ledger(*PAIR, step=step).table.shape[1] for step in STEPS]
    assert widths == [3, 5, 7, 8, 10, 12]
    assert list(mass_ledger(*PAIR).table["Of 1,000 drafts: emitted"]) == ["450", "300", "200", "50"]


def test_bars_of_one_proposal_wait():
    figure = two_bars(0.6, 0.75, reveal=False)
    assert figure.data["boxes"]["y2"].to_pylist() == [0.75, 0.25]
    assert "Probability" not in figure.table


def test_bars_of_many_proposals_wait():
    figure = binomial_bars(0.6, 5, reveal=False)
    assert set(figure.data["boxes"]["mass"].to_pylist()) == {"not shown yet"}
    assert list(figure.table) == ["Accepted"]
    assert "0.0778" in "".join(binomial_bars(0.6, 5).table["Probability"])
