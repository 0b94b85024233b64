"""Contrast, by the formula of WCAG 2.2: 3:1 for marks, 4.5:1 for text, on every background."""

import pytest
import vl_convert as vlc

from lab.charts import colors
from lab.charts.export import to_svg
from lab.charts.pair import pair_bars

MARKS = ["TARGET", "DRAFT", "ACCEPTED", "REJECTED", "RESIDUAL", "NEUTRAL"]


def channels(color):
    return [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def luminance(color):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_formula():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("background", colors.BACKGROUNDS)
def test_marks_stand_out(mark, background):
    assert contrast(getattr(colors, mark), background) >= 3


@pytest.mark.parametrize("mark", ["ACCEPTED", "REJECTED", "RESIDUAL"])
def test_text_inside_marks_is_readable(mark):
    assert contrast(colors.INSIDE, getattr(colors, mark)) >= 4.5


def test_hatching_stands_out():
    mixed = "#" + "".join(f"{round(255 * (1 - colors.HATCHING) * c):02X}" for c in channels(colors.REJECTED))
    assert contrast(mixed, colors.REJECTED) >= 3


@pytest.mark.parametrize("background", colors.BACKGROUNDS)
def test_text_on_the_page_follows_the_background(background):
    spec = pair_bars([0.5, 0.5], [0.3, 0.7], ["a", "b"]).chart.to_dict()
    svg = vlc.vegalite_to_svg(spec | {"width": 300, "config": {"background": background}})
    dark = background != "#FFFFFF"
    used, unused = (colors.ON_DARK, colors.ON_LIGHT) if dark else (colors.ON_LIGHT, colors.ON_DARK)
    assert contrast(used, background) >= 4.5
    assert f'fill="{used.lower()}"' in svg.lower()
    assert unused.lower() not in svg.lower()


def test_exports_are_light():
    assert 'fill="white"' in to_svg(pair_bars([0.5, 0.5], [0.3, 0.7], ["a", "b"]))
