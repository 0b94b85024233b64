"""The picture of a rule's output law draws what the rule's arithmetic says, and nothing of it before the reveal."""

import numpy as np
import pytest

from lab.charts.rule_law import rule_law
from lab.core.rules import RULES

P, Q, LABELS = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4], ["<b>", "$x$", "", "=1+1"]


@pytest.mark.parametrize("key", sorted(RULES))
def test_accepted_and_corrected_bars_add_up_to_the_output_law(key):
    rule = RULES[key](P, Q)
    boxes = rule_law(rule, LABELS).data["boxes"].to_pandas()
    drawn = boxes[boxes.part.isin(["accepted", "corrected"])].groupby("token").x2.max()
    assert drawn[["<b>", "$x$", "(empty)", "=1+1"]].tolist() == pytest.approx(rule.output_law().tolist())


def test_the_table_holds_the_digits_of_the_reported_law():
    table = rule_law(RULES["greedy_draft"]([0.3, 0.5, 0.2], [0.4, 0.35, 0.25]), ["a", "b", "c"]).table
    assert table["Output"].tolist() == ["0.75", "0.25", "0"]
    assert table["Error"].tolist() == ["+0.45", "−0.25", "−0.2"]


def test_before_the_reveal_it_shows_p_and_the_proposals_only():
    rule = RULES["accept_all"](P, Q)
    figure = rule_law(rule, LABELS, reveal=False)
    assert set(figure.data["boxes"]["part"].to_pylist()) == {"p"}
    assert list(figure.table) == ["Token", "p", "Proposal"]
    assert "α" not in figure.alt + "".join(figure.data["texts"]["text"].to_pylist())


def test_an_exact_rule_shows_no_rounding_as_an_error():
    rule = RULES["speculative"](P, Q)
    assert np.abs(rule.output_law() - P).max() < 1e-15
    assert set(rule_law(rule, LABELS).table["Error"]) == {"0"}
