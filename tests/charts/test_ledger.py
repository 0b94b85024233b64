"""The mass ledger adds up."""

import numpy as np
import pytest
from hypothesis import given

from lab.charts.ledger import STEPS, mass_ledger
from tests.core.strategies import pairs

PAIR = ([0.45, 0.3, 0.2, 0.05], [0.25, 0.35, 0.0, 0.4], ["the", "a", "cat", "dog"])


def lengths(figure):
    boxes = figure.data["boxes"].to_pandas()
    return (boxes.x2 - boxes.x).groupby([boxes.part, boxes.token], sort=False).sum()


def test_bars_at_every_step():
    bars = {step: lengths(mass_ledger(*PAIR, step)) for step in STEPS}
    assert bars["propose"]["q"].tolist() == pytest.approx([0.25, 0.35, 0, 0.4])
    assert bars["accept"]["accepted"].tolist() == pytest.approx([0.25, 0.3, 0, 0.05])
    assert bars["reject"]["rejected"].tolist() == pytest.approx([0, 0.05, 0, 0.35])
    assert bars["missing"]["missing"].tolist() == pytest.approx([0.2, 0, 0.2, 0])
    assert bars["residual"]["residual"].tolist() == pytest.approx([0.2, 0, 0.2, 0])


@given(pairs())
def test_accepted_plus_residual_is_p(pair):
    p, q = pair
    figure = mass_ledger(p, q, [str(i) for i in range(len(p))])
    bars, target = lengths(figure), np.asarray(p) / np.sum(p)
    np.testing.assert_allclose(bars["accepted"] + bars["residual"], target, atol=1e-15)
    ends = figure.data["boxes"].to_pandas().groupby("token", sort=False).x2.max()  # the two lie end to end
    np.testing.assert_allclose(ends, target, atol=1e-15)


@given(pairs())
def test_a_thousand_drafts_stay_a_thousand(pair):
    p, q = pair
    table = mass_ledger(p, q, [str(i) for i in range(len(p))]).table
    count = {name: table[f"Of 1,000 drafts: {name}"].str.replace(",", "").astype(int).sum() for name in FATES}
    assert count["accepted"] + count["rejected"] == 1000 == count["emitted"]
    assert count["rejected"] == count["drawn again"]


FATES = ("accepted", "rejected", "drawn again", "emitted")


def test_equations_use_the_digits_of_the_table():
    figure = mass_ledger([1 / 3, 2 / 3], [0.5, 0.5], ["a", "b"])
    texts = set(figure.data["texts"]["text"].to_pylist())
    assert {"0.3333 + 0 = 0.3333", "0.5 + 0.1667 = 0.6667", "Accepted: 0.8333", "Residual: 0.1667"} <= texts
    assert "b: 0.5 + 0.1667 = 0.6667" in figure.alt


def test_equal_pair_has_no_residual_and_an_unknown_step_is_named():
    assert "no residual" in mass_ledger([0.5, 0.5], [0.5, 0.5], ["a", "b"], "residual").alt
    with pytest.raises(ValueError, match="choose one of propose, accept"):
        mass_ledger(*PAIR, step="dance")
