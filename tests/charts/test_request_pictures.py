"""Pictures of a request: bars as high as the law, lines through the computed points, digits as in the arithmetic."""

import numpy as np
import pytest

from lab.charts.placements import placements
from lab.charts.request_steps import request_steps
from lab.charts.temperature import temperature_curves
from lab.core.decoding import Request, everywhere, temperature_curve
from lab.core.logits import log_weights
from lab.lessons.requests import PLACE_NAMES, each_place, steps_to_show

TARGET, DRAFT = log_weights([0.45, 0.3, 0.2, 0.05]), log_weights([0.25, 0.35, 0.1, 0.3])
LABELS = ["**b**", "$x$", "<img src=x>", ""]


def test_steps_draw_each_law_and_cross_out_what_is_cut():
    steps = steps_to_show(TARGET, Request(top_k=2))
    data = request_steps(steps, LABELS, "p").data
    boxes = data["boxes"].to_pandas()
    after = boxes[boxes.part == "Top-k 2"]
    assert after.mass.tolist() == ["0.6", "0.4", "cut", "cut"]
    heights = (after.y2 - after.y).to_numpy()
    assert heights / heights.sum() == pytest.approx([0.6, 0.4, 0, 0])
    assert data["points"].num_rows == 4 * 2 + 2 + 1, "two crosses in four rows, two corners, one key"


def test_places_show_alpha_and_distance_of_each_rule():
    rules = {PLACE_NAMES[place]: rule for place, rule in each_place(TARGET, DRAFT, Request(top_k=2)).items()}
    table = placements(rules).table
    assert table["Acceptance rate α"].tolist() == ["0.4", "0.6", "0.35", "0.5385"]
    assert table["Distance TV from the requested law"].tolist() == ["0", "0", "0.25", "0.1962"]


def test_curves_run_through_the_computed_points_and_show_temperature_0_at_the_left():
    temperatures = [0.0, 0.5, 1.0, 2.0]
    rates, _ = temperature_curve(TARGET, DRAFT, Request(), everywhere("both"), temperatures)
    figure = temperature_curves(temperatures, {"p and q": rates}, 0.7, "α", "curve")
    drawn = figure.data["lines"].to_pandas()
    assert drawn.value.tolist() == rates.tolist()
    assert drawn["at"].iloc[0] > 0
    assert figure.table["T"].tolist() == ["0", "0.5", "1", "2"]
    figure.chart.to_dict()


def test_every_picture_of_a_request_is_valid_vega_lite():
    rules = {PLACE_NAMES[place]: rule for place, rule in each_place(TARGET, DRAFT, Request()).items()}
    for figure in (placements(rules), request_steps(steps_to_show(TARGET, Request()), LABELS, "q")):
        assert figure.chart.to_dict()["layer"]
        assert np.all([len(column) for column in figure.data.values()])
