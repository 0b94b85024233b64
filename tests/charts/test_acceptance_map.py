"""The acceptance map draws what the arithmetic says."""

import numpy as np
import pytest

from lab.charts.acceptance_map import acceptance_map
from lab.core.acceptance import acceptance_rate

PAIR = ([0.45, 0.3, 0.2, 0.05], [0.25, 0.35, 0.0, 0.4], ["the", "a", "cat", "dog"])


def area(boxes, part):
    rows = boxes[boxes.part == part]
    return float(((rows.x2 - rows.x) * (rows.y2 - rows.y)).sum())


def test_accepted_area_is_alpha_and_the_rest_is_rejected():
    boxes = acceptance_map(*PAIR).data["boxes"].to_pandas()
    assert area(boxes, "accepted") == pytest.approx(0.6, abs=1e-15)
    assert area(boxes, "rejected") == pytest.approx(0.4, abs=1e-15)


def test_columns_are_as_wide_as_q_and_the_strip_is_the_residual():
    boxes = acceptance_map(*PAIR).data["boxes"].to_pandas()
    columns = boxes[boxes.part == "accepted"]
    assert list(columns.token) == ["the", "a", "dog"]
    np.testing.assert_allclose(columns.x2 - columns.x, [0.25, 0.35, 0.4], atol=1e-15)
    strip = boxes[boxes.part == "residual"]
    assert dict(zip(strip.token, strip.x2 - strip.x, strict=True)) == pytest.approx({"the": 0.5, "cat": 0.5})


def test_equal_pair_says_that_nothing_is_rejected():
    figure = acceptance_map([0.5, 0.5], [0.5, 0.5], ["a", "b"])
    assert "no residual: nothing is ever rejected" in set(figure.data["texts"]["text"].to_pylist())
    assert set(figure.data["boxes"]["part"].to_pylist()) == {"accepted"}
    assert "α = 1," in figure.alt


def test_before_the_reveal_nothing_tells_the_heights():
    figure = acceptance_map(*PAIR, reveal=False)
    assert figure.data["boxes"].num_rows == 0
    assert "cat" not in set(figure.data["texts"]["text"].to_pylist())
    assert list(figure.table.columns) == ["Token", "p", "q"]
    assert acceptance_rate(*PAIR[:2]) == pytest.approx(0.6)
