"""The pictures of time: a cycle's steps, the map of speed, a request's timeline."""

import numpy as np
import pytest

from lab.charts.cycle_time import cycle_time
from lab.charts.export import to_svg
from lab.charts.speed_map import speed_map
from lab.charts.timeline import request_timeline
from lab.core.block import Iid, run_request

ALPHAS, LENGTHS = [0.0, 0.5, 1.0], [1, 2]
SPEEDS = np.array([[0.8, 1.2, 1.6], [0.7, 1.25, 2.1]])
MAP = speed_map(ALPHAS, LENGTHS, SPEEDS, [0.25, np.nan], (0.5, 2))


def columns(figure, layer):
    return figure.data[layer].to_pandas()


def texts(figure):
    return figure.data["texts"]["text"].to_pylist()


def test_steps_are_as_long_as_they_take():
    """Two drafts at 0.5 and a pass at 1.5: 2.5 of 3 target steps; beside it 2.25 tokens."""
    boxes = columns(cycle_time(2, 0.5, 1.5, 2.25), "boxes")
    widths = ((boxes["x2"] - boxes["x"]) * 3).tolist()
    assert widths == pytest.approx([0.5, 0.5, 1.5, 1, 1, 0.25])


def test_tokens_are_not_told_before_their_time():
    figure = cycle_time(2, 0.5, 1.5, None)
    assert "?" in texts(figure)
    assert len(figure.data["boxes"]) == 3
    assert figure.template == cycle_time(5, 0.1, 1.0, 3.0).template
    assert "takes 2.5 target steps. It emits 1 to 3 tokens" in figure.alt


def test_a_free_draft_takes_no_room():
    assert columns(cycle_time(3, 0.0, 1.0, 2.0), "boxes")["token"].tolist()[0] == "verify"


def test_each_cell_tells_its_factor():
    boxes = columns(MAP, "boxes")
    assert boxes["mass"].tolist() == ["0.8", "1.2", "1.6", "0.7", "1.25", "2.1"]
    assert texts(MAP) == ["0.8", "1.2", "1.6", "0.7", "1.2", "2.1"]
    assert MAP.table.iloc[1].tolist() == ["2", "0.7", "1.25", "2.1", "–"]
    assert "γ = 1: above α = 0.25; γ = 2: never." in MAP.alt


def test_slower_and_faster_have_colours_of_their_own():
    slow, *_, fast = columns(MAP, "boxes")["fill"].tolist()
    assert int(slow[1:3], 16) > int(slow[3:5], 16)  # towards vermilion
    assert int(fast[3:5], 16) > int(fast[1:3], 16)  # towards green


def test_frames_mark_the_fastest_length_of_a_column_that_pays():
    lines = columns(MAP, "lines")
    frames = lines[~lines["dash"]]
    assert sorted(set(frames["x"])) == [0.25, 0.75, 1.25]  # the columns of 0.5 and 1, not that of 0
    assert set(frames["y"]) == {1.5, 2.5}


def test_the_break_even_line_skips_what_never_pays():
    lines = columns(MAP, "lines")
    dashed = lines[lines["dash"]]
    assert dashed[["x", "y", "x2", "y2"]].to_numpy().tolist() == [[0.25, 0.5, 0.25, 1.0], [0.25, 1.0, 0.25, 1.5]]


def test_the_break_even_line_leaves_room_for_a_number_in_its_way():
    """It stands at .5, the middle of a column, in the first row, and between columns in the second."""
    lines = columns(speed_map(ALPHAS, LENGTHS, SPEEDS, [0.5, 0.75], (0.5, 2)), "lines")
    upright = lines[lines["dash"] & (lines["x"] == lines["x2"])]
    assert upright[["y", "y2"]].to_numpy().ravel() == pytest.approx([0.5, 0.7, 1.3, 1.5, 1.5, 2, 2, 2.5])


CYCLES = run_request(Iid([1, 0]), Iid([0, 1]), 2, 2, np.random.default_rng(0))  # every draft is rejected
PIECES = ["yes", "<b>no</b>"]


@pytest.mark.parametrize(
    ("now", "steps"),
    [
        (0, []),
        (1, ["draft"]),
        (2, ["draft"] * 2),
        (4, ["rejected", "discarded", "verify"]),
        (5, ["rejected", "discarded", "verify", "draft"]),
    ],
)
def test_a_timeline_shows_what_is_over(now, steps):
    figure = request_timeline(CYCLES, PIECES, now, 1, 2)
    assert columns(figure, "boxes").get("part", np.array([])).tolist() == steps
    assert ("Cycle 1 emits 1: “yes”" in texts(figure)) == (now >= 4)
    assert figure.table["Emitted"].tolist() == ["“yes”" if now >= 4 else "", ""]


def test_pieces_are_shown_as_typed():
    figure = request_timeline(CYCLES, PIECES, 9, 1, 2)
    assert "&lt;b>no&lt;/b>" in to_svg(figure).replace("&gt;", ">")
    assert "2 of 2 cycles are over: cycle 1 drafts “<b>no</b><b>no</b>”, accepts 0, emits “yes”" in figure.alt
