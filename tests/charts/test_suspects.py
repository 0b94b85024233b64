"""The picture of suspects tells the chance of each, and a sampler is called what it is."""

import numpy as np
import pytest

from lab.charts.export import to_csv
from lab.charts.law import law_comparison
from lab.charts.suspects import suspects

NAMES = ["<b>", "$x$", "plain"]
FIGURE = suspects(NAMES, np.array([0.0, -np.inf, -np.log(1000)]), np.array([1000, 0, 1]) / 1001, "plain")


def test_bars_are_as_long_as_the_chances():
    boxes = FIGURE.data["boxes"].to_pandas().set_index("token")
    assert boxes.loc[NAMES, "x2"].tolist() == pytest.approx([1000 / 1001, 0, 1 / 1001])


def test_words_say_how_far_each_is_behind_the_best():
    assert FIGURE.table["Likelihood"].tolist() == ["the best", "impossible", "1 : 1,000"]
    assert FIGURE.table["Chance"].tolist() == ["0.999", "0", "0.001"]
    assert "“plain” did" in FIGURE.alt
    assert "<b>: 0.999, the best" in FIGURE.alt
    assert "<b>,0.999000999000999,the best" in to_csv(FIGURE)


def test_a_likelihood_too_small_for_a_float_keeps_its_exponent():
    far = suspects(["a", "b"], [0.0, -5000.0], [1.0, 0.0], "a")
    assert far.table["Likelihood"].tolist()[1] == "1 : 10^2,171"  # 5000 / ln 10 = 2171.5


def test_the_template_knows_no_names():
    other = suspects(["a", "b", "c"], [0, -1, -2], [0.6, 0.3, 0.1], "a")
    assert FIGURE.template == other.template
    assert FIGURE.chart.to_dict()["width"] == "container"


def test_a_law_picture_calls_the_sampler_by_its_name():
    figure = law_comparison([0.5, 0.5], [30, 70], ["a", "b"], sampler="The unnamed rule")
    assert "The unnamed rule" in figure.data["texts"]["text"].to_pylist()
    assert "Speculative" not in to_csv(figure) + str(figure.spec)
    assert "of 100 draws" in figure.alt
    assert "a: 0.3 (p = 0.5)" in figure.alt


def test_a_long_name_has_the_whole_width_to_itself():
    texts = suspects(["one name of very many letters", "b"], [0.0, -1.0], [0.7, 0.3], "b").data["texts"].to_pandas()
    name = texts[texts["text"] == "one name of very many letters"].iloc[0]
    assert name["slot"] == 1
    assert not ((texts["y"] == name["y"]) & (texts["text"] != name["text"])).any()
