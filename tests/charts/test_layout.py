"""Room for labels, hatching, dart places."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.charts.layout import hatching, reach, scatter, slots, spread, text_width
from lab.charts.marks import names_along
from lab.charts.scene import TURNED_LIMIT
from tests.charts.situations import HOSTILE, WORDS

PHONE, DESKTOP = 300, 700  # pixels inside the axes at 390 and at 1280
centers = st.lists(st.floats(0, 1), min_size=1, max_size=12).map(sorted)


@given(centers)
def test_spread_places_keep_their_order_their_gap_and_the_picture(middles):
    gap = min(0.08, 1 / len(middles))
    places = spread(middles, gap)
    assert np.all(np.diff(places) >= gap - 1e-12)
    assert places[0] >= gap / 2 - 1e-12
    assert places[-1] <= 1 - gap / 2 + 1e-12


def test_spread_moves_nothing_that_has_room():
    assert spread([0.1, 0.5, 0.9], 0.08).tolist() == pytest.approx([0.1, 0.5, 0.9])
    assert spread([0.5, 0.5], 0.1).tolist() == pytest.approx([0.45, 0.55])
    assert spread([], 0.1).size == 0


def extents(row, width):
    """Left and right end in pixels, as the layers of a scene would draw the text."""
    wide = text_width(row["text"])
    turned = width < row["turn"]
    half = 13 / 2 if turned else min(wide, row["slot"] * width - 6) / 2
    return row["x"] * width - half, row["x"] * width + half


@given(centers, st.sampled_from([PHONE, DESKTOP]), st.permutations(WORDS + HOSTILE))
def test_names_never_overlap(middles, width, names):
    places = spread(middles, min(0.08, 1 / len(middles)))
    rows = names_along(places, slots(places), 0, names[: len(middles)], "above")
    ends = [extents(row, width) for row in rows]
    assert all(left[1] <= right[0] for left, right in pairwise(ends))
    assert TURNED_LIMIT > 30


boxes = st.tuples(st.floats(0, 0.5), st.floats(0, 0.5), st.floats(0, 0.5), st.floats(0, 0.5)).map(
    lambda b: [b[0], b[0] + b[1], b[2], b[2] + b[3]]
)


@given(boxes)
def test_hatching_stays_inside_its_box(box):
    x, x2, y, y2 = box
    lines = hatching([box])
    for start, end in ((0, 1), (2, 3)):
        assert np.all((lines[:, start] >= x - 1e-9) & (lines[:, start] <= x2 + 1e-9))
        assert np.all((lines[:, end] >= y - 1e-9) & (lines[:, end] <= y2 + 1e-9))


def test_hatching_reaches_every_box_wider_than_its_spacing():
    assert len(hatching([[0.2, 0.23, 0, 1]])) >= 1
    assert hatching(np.empty((0, 4))).shape == (0, 4)


def test_scattered_places_fill_every_tenth_evenly():
    counts, _ = np.histogram(scatter(1000), bins=10, range=(0, 1))
    assert np.all(abs(counts - 100) <= 3)


@pytest.mark.parametrize(("largest", "end"), [(0, 0.1), (0.1, 0.1), (0.11, 0.25), (0.4, 0.5), (0.51, 1), (1, 1)])
def test_reach(largest, end):
    assert reach([0, largest]) == end
