"""The picture of growing evidence: what lies beyond it, what passes the line, and the same in words."""

import math

from lab.charts.evidence import TOP, evidence

FIGURE = evidence([10, 100, 1000, 10_000], [0.0, 2.5, 3.5, math.inf], ["", "Outputs follow p", "b", "c"], 1e-3)


def column(name, layer="run"):
    return FIGURE.data[layer][name].to_pylist()


def test_points_beyond_the_line_are_crosses_and_beyond_the_picture_triangles():
    assert column("shape") == ["circle", "circle", "cross", "triangle-up"]
    assert column("height") == [0.0, 2.5, 3.5, TOP]
    assert len(set(column("color"))) == 2


def test_the_line_lies_at_the_level():
    assert column("height", "alarm") == [3.0, 3.0]
    assert "1 in 1,000" in column("words", "alarm")[0]


def test_words_and_table_say_the_same():
    assert "passes the alarm line first at 1,000 draws: 3.5 powers of ten, b" in FIGURE.alt
    assert "At the end: 10,000 draws: an impossible event" in FIGURE.alt
    assert FIGURE.table["Powers of ten"].tolist() == ["0.0", "2.5", "3.5", "an impossible event"]
    assert "never passes" in evidence([10], [1.0], ["a"], 1e-3).alt


def test_the_chart_is_valid():
    assert FIGURE.chart.to_dict()["layer"]
