"""What holds for every picture in every situation."""

from dataclasses import replace
from io import StringIO
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from lab.charts.acceptance_map import acceptance_map
from lab.charts.export import to_csv, to_png, to_svg
from lab.charts.figure import Figure, tabular
from lab.charts.law import law_comparison
from lab.charts.ledger import STEPS, mass_ledger
from lab.charts.pair import guess_bars, pair_bars
from lab.charts.spread import spread
from lab.core.monte_carlo import draw
from lab.core.numbers import fmt, fmt_signed
from tests.charts.situations import HOSTILE, SITUATIONS

PICTURES = {
    "map": acceptance_map,
    "map with darts": lambda p, q, labels: acceptance_map(p, q, labels, draw(p, q, 50, np.random.default_rng(1))),
    "map before the reveal": lambda p, q, labels: acceptance_map(p, q, labels, reveal=False),
    **{f"ledger {step}": lambda p, q, labels, step=step: mass_ledger(p, q, labels, step) for step in STEPS},
    "pair": pair_bars,
    "guess": guess_bars,
    "law": lambda p, q, labels: law_comparison(p, np.arange(1, len(p) + 1), labels, np.arange(len(p), 0, -1)),
    "no draws": lambda p, q, labels: law_comparison(p, np.zeros(len(p), dtype=int), labels),
    "spread": lambda p, q, labels: spread([0.1, 0.2], [0.15], name=f"frequency of {labels[0]}"),
}
EVERY = pytest.mark.parametrize("picture", PICTURES)


def words(svg):
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@EVERY
@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_picture_tells_its_numbers_in_a_table_and_in_words(picture, situation):
    figure = PICTURES[picture](*SITUATIONS[situation])
    assert isinstance(figure, Figure)
    assert figure.table.columns.is_unique
    assert figure.table.map(lambda cell: isinstance(cell, str)).all(axis=None)
    assert figure.alt.endswith(".")
    assert "nan" not in (figure.alt + to_csv(figure)).lower()


@EVERY
def test_a_template_does_not_depend_on_values_or_labels(picture):
    plain, other = (
        PICTURES[picture](p, q, labels)
        for p, q, labels in (
            ([0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4], ["a", "b", "c", "d"]),
            ([0.1, 0.2, 0.3, 0.4], [0.25] * 4, HOSTILE[:4]),
        )
    )
    assert plain.template == other.template
    assert plain.data.keys() == other.data.keys()
    assert not any(label in str(other.template) for label in HOSTILE[:4])
    assert plain.chart.to_dict()["width"] == "container"  # Altair checks it against the schema of Vega-Lite


@EVERY
def test_labels_are_shown_as_typed_and_nothing_runs(picture):
    svg = to_svg(PICTURES[picture](*SITUATIONS["hostile"]))
    tags = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(svg).iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "line", "defs", "clipPath", "style", "title"}
    shown = " ".join(words(svg))
    assert "<img" in shown
    assert picture == "spread" or ("**b**" in shown and ("$x^2$" in shown or "map" in picture))


def test_pictures_wear_unknown_labels_in_their_data_alone():
    figure = acceptance_map(*SITUATIONS["hostile"])
    assert set(figure.table["Token"]) == {*HOSTILE[:7], "dup (2)", "(empty)"}
    assert HOSTILE[0] in figure.alt


def test_png_is_a_picture_of_the_stated_width():
    png = to_png(pair_bars(*SITUATIONS["plain"]), scale=1)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20], "big") >= 720


def test_csv_keeps_labels_and_disarms_formulas():
    lines = to_csv(pair_bars(*SITUATIONS["hostile"])).splitlines()
    assert lines[0] == "Token,p,q"
    assert lines[1].startswith("<img src=x onerror=alert(1)>,0.1111111111111111,")
    assert lines[4].startswith("'=1+1,")


@pytest.mark.parametrize("sign", ["\x00", "\x01", "\x1b", "\uffff"])
def test_a_character_that_no_svg_can_hold_is_replaced(sign):
    figure = acceptance_map([0.5, 0.5], [0.25, 0.75], [f"a{sign}", "b"])
    figure = replace(figure, alt=sign)
    assert sign not in to_svg(figure)
    assert to_png(figure).startswith(b"\x89PNG")


@EVERY
def test_a_csv_holds_every_digit_that_the_screen_rounds(picture):
    p = np.array([1 / 3, 2 / 3 - 1e-10, 1e-10])
    figure = PICTURES[picture](p, p[::-1], ["a", "b", "c"])
    read = pd.read_csv(StringIO(to_csv(figure)), float_precision="round_trip")
    values = figure.table.map(lambda cell: getattr(cell, "value", cell))
    assert values.map(lambda cell: isinstance(cell, (int, float))).any(axis=None)
    pd.testing.assert_frame_equal(read, values, check_dtype=False, check_exact=True)
    assert picture == "spread" or set(p) <= set(values.iloc[:, 1])


def test_csv_writes_numbers_as_programs_read_them_and_leaves_texts_alone():
    columns = {
        "Token": ["1,000", "−5"],
        "Error": [fmt_signed(-0.065), fmt_signed(0.09)],
        "Draws": [fmt(1234), fmt(None)],
    }
    figure = replace(pair_bars(*SITUATIONS["plain"]), table=tabular(columns))
    assert to_csv(figure) == 'Token,Error,Draws\n"1,000",-0.065,1234\n−5,0.09,\n'
