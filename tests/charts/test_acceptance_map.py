"""The acceptance map draws what the arithmetic says."""

import numpy as np
import pytest

from lab.charts.acceptance_map import acceptance_map
from lab.charts.map_draws import Story
from lab.charts.marks import CROSS
from lab.core.acceptance import acceptance_rate
from lab.core.monte_carlo import Draws, draw

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
    assert figure.data["boxes"]["about"].to_pylist() == ["the: q 0.25", "a: q 0.35", "dog: q 0.4"]
    assert set(figure.data["boxes"]["y2"].to_pylist()) == {1}
    assert "cat" not in set(figure.data["texts"]["text"].to_pylist())
    assert list(figure.table.columns) == ["Token", "p", "q"]
    assert acceptance_rate(*PAIR[:2]) == pytest.approx(0.6)


DRAWS = Draws(
    proposal=np.array([0, 3, 3, 1]),
    u=np.array([0.5, 0.9, 0.05, 0.95]),
    accepted=np.array([True, False, True, False]),
    output=np.array([0, 2, 3, 0]),
)


def test_darts_land_in_their_column_at_u_and_corrections_in_their_segment():
    points = acceptance_map(*PAIR, DRAWS).data["points"].to_pandas()
    darts = points[(points.dx == 0) & (points["size"] > 0)]
    assert sum(darts["shape"] == CROSS) == 2
    square, strip = darts[darts.y >= 0], darts[darts.y < 0]
    assert square.y.tolist() == [0.5, 0.9, 0.05, 0.95]
    ends = [(0, 0.25), (0.6, 1), (0.6, 1), (0.25, 0.6)]
    assert all(left < x < right for x, (left, right) in zip(square.x, ends, strict=True))
    assert all(left < x < right for x, (left, right) in zip(strip.x, [(0.5, 1), (0, 0.5)], strict=True))


def test_only_the_last_500_draws_get_a_dart():
    many = draw(*PAIR[:2], 700, np.random.default_rng(1))
    points = acceptance_map(*PAIR, many).data["points"].to_pandas()
    square = points[(points.y >= 0) & (points.y < 1) & (points.dx == 0)]
    assert square.y.tolist() == many.u[200:].tolist()


@pytest.mark.parametrize(("told", "step", "big"), [(1, 0, 0), (1, 1, 1), (1, 2, 2), (2, 2, 1)])
def test_a_story_shows_one_more_thing_at_each_step(told, step, big):
    points = acceptance_map(*PAIR, DRAWS, story=Story(told, step)).data["points"].to_pandas()
    assert sum(points["fill"] == "#FFFFFF") == big


def test_a_column_thinner_than_a_pixel_keeps_its_name_and_its_row():
    figure = acceptance_map([0.5, 0.5 - 1e-9, 1e-9], [0.5, 0.5 - 1e-12, 1e-12], ["a", "b", "thin"])
    texts = figure.data["texts"].to_pandas()
    assert "thin" in set(texts.text)
    assert figure.table.iloc[2].tolist()[:4] == ["thin", "1e-09", "1e-12", "1"]


def test_the_picture_the_table_and_the_words_show_the_same_digits():
    figure = acceptance_map([1 / 3, 1 / 3, 1 / 3], [0.6, 0.3, 0.1], ["a", "b", "c"])
    shown = set(figure.data["texts"]["text"].to_pylist())
    assert set(figure.table["Acceptance probability"]) == {"0.5556", "1"} <= shown
    assert {"0.125", "0.875"} <= shown
    assert "accepted up to 0.5556" in figure.alt
    assert "Accepted: α = 0.7333" in shown
