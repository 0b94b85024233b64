"""Pictures of finite precision: where marks lie, and what is not told before the reveal."""

import numpy as np
import pytest

from lab.charts.cancellation import cancellation
from lab.charts.decades import START, ZERO, depth, places
from lab.charts.endpoint import grid_points
from lab.charts.marks import CROSS
from lab.charts.rounded import format_distances, rounded_law
from lab.core.precision import FORMATS, SPACES, Arithmetic, rounded
from lab.core.stress import make_rare

LABELS = ["the", "a", "$x$", "<b>"]
P, Q = (make_rare(law, 3, 8) for law in ([0.45, 0.3, 0.2, 0.05], [0.25, 0.35, 0.1, 0.3]))
HALF = rounded(P, Q, Arithmetic("float16"))


def test_decades_lie_at_equal_distances_and_0_has_a_lane_of_its_own():
    assert places([1, 1e-3, 1e-6, 0], 6) == pytest.approx([1, (1 + START) / 2, START, ZERO])
    assert [depth([1, 1e-6]), depth([1e-7, 0]), depth([5e-324])] == [6, 12, 330]


def test_a_lost_token_is_a_cross_at_0():
    points = rounded_law(HALF, LABELS).data["points"].to_pandas()
    crosses = points[(points["shape"] == CROSS) & (points.y < 4)]
    assert crosses.x.tolist() == [ZERO]
    assert rounded_law(HALF, LABELS).table["Comes out"].tolist()[3] == "0"


def test_before_the_reveal_only_p_is_told():
    figure = rounded_law(HALF, LABELS, reveal=False)
    assert list(figure.table) == ["Token", "p"]
    assert set(figure.data["boxes"]["part"].to_pylist()) == {"p"}
    assert "comes out" not in figure.alt + "".join(figure.data["texts"]["text"].to_pylist())


def test_all_formats_show_their_distance_and_what_they_lose():
    formats = {f"{d}, {s}": rounded(P, Q, Arithmetic(d, s)) for d in FORMATS for s in SPACES}
    figure = format_distances(formats, "float16, probability", 3)
    table = figure.table.set_index("Format")
    assert table.loc["float16, probability", "Unreachable tokens"] == "1"
    assert table.loc["float16, log", "Unreachable tokens"] == "0"
    assert table.loc["float16, probability", "Kept share of the watched token"] == "0"
    assert "float16, probability: TV = 0.0001, 1 token lost" in figure.alt


@pytest.mark.parametrize(
    ("threshold", "how", "passes"),
    [
        (0.25, Arithmetic(grid_bits=4), "4 of 16"),
        (0.25, Arithmetic(grid_bits=4, test="≤"), "5 of 16"),
        (0.0, Arithmetic(test="≤"), "1 of 16,777,216"),
        (np.nan, Arithmetic(), "0 of 16,777,216"),
        (np.inf, Arithmetic(grid_bits=53), "9,007,199,254,740,992 of"),
        (np.log(0.5), Arithmetic(space="log", grid_bits=1), "1 of 2"),
        (-np.inf, Arithmetic(space="log"), "0 of"),
    ],
)
def test_the_grid_tells_how_many_uniforms_pass(threshold, how, passes):
    figure = grid_points(threshold, how, "dog")
    assert figure.alt.startswith(passes)
    assert 2 <= len(figure.table) <= 9
    figure.chart.to_dict()


def test_the_grid_points_shown_surround_the_place_where_the_test_begins_to_fail():
    table = grid_points(0.3, Arithmetic("float16"), "dog").table
    assert table["passes"].tolist() == ["yes"] * 4 + ["no"] * 5


def test_the_pictures_are_valid_vega_lite():
    for figure in (rounded_law(HALF, LABELS), cancellation([0, 1], {"float16": [0.0, 0.5]}, 1)):
        assert figure.chart.to_dict()["layer"]
