"""The uniforms on their grid, around the place where the test begins to fail."""

from functools import cache
from math import exp, isfinite

import altair as alt
import numpy as np

from lab.charts.colors import ACCEPTED, NEUTRAL, REJECTED, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.marks import CROSS, key, line, point, text
from lab.charts.scene import Scene, layers
from lab.core.numbers import MINUS, fmt
from lab.core.precision import Arithmetic, accept_share

_SHOWN = 9  # grid points in the picture
_TOP, _BOTTOM = 2.6, -1.5


def grid_points(threshold: float, how: Arithmetic, name: str) -> Figure:
    """Nine neighbouring grid points: filled where the uniform passes, crossed where it fails; the ratio as a line.

    Args:
        threshold: p/q, or log p - log q, as computed.
        how: the arithmetic.
        name: the token, any text.
    """
    points = 2**how.grid_bits
    passing = round(accept_share(threshold, how) * points)
    first = int(np.clip(passing - _SHOWN // 2, 0, max(0, points - _SHOWN)))
    shown = list(range(first, min(first + _SHOWN, points)))
    scene = _line(shown, passing, how.grid_bits) + _ratio(threshold, how, shown, points) + _keys(name)
    table = tabular(
        {
            "u": [f"{k:,} / 2^{how.grid_bits}" for k in shown],
            "as a number": [fmt(k / points) for k in shown],
            "passes": ["yes" if k < passing else "no" for k in shown],
        }
    )
    words = f"{fmt(passing)} of {fmt(points)} equally likely uniforms pass the test “{how.test}” for {name}"
    return Figure(_template(), scene.data(), table, f"{words}: a kept share of {fmt(passing / points)}.", "endpoint")


@cache
def _template() -> dict:
    x = alt.X("x:Q").scale(domain=[-0.06, 1.06], nice=False).axis(None)
    y = alt.Y("y:Q").scale(domain=[_BOTTOM, _TOP], nice=False).axis(None)
    return template(layers(x, y), height=250)


def _at(k: float, first: int) -> float:
    return (k - first) / (_SHOWN - 1)


def _line(shown: list[int], passing: int, bits: int) -> Scene:
    points, texts = [], []
    for k in shown:
        x, passes = _at(k, shown[0]), k < passing
        look = {"fill": ACCEPTED, "stroke": ""} if passes else {"shape": CROSS, "stroke": REJECTED, "width": 3}
        points.append(point(x, 0, size=130, **look))
    middle = shown[len(shown) // 2]
    for k in {shown[0], middle, shown[-1]}:
        far = middle >= 10**5 and k != middle  # long numbers side by side would meet on a phone
        words = f"{middle:,} {'+' if k > middle else MINUS} {abs(k - middle)}" if far else f"{k:,}"
        side = "center" if k == middle else "left" if k < middle else "right"
        texts.append(text(_at(k, shown[0]), -0.35, words, size=12, side="below", align=side, slot=0.4))
    texts.append(text(0.5, -0.8, f"k, where u = k / 2^{bits}", size=12, side="below"))
    ends = (_at(shown[0], shown[0]), _at(shown[-1], shown[0]))
    base = line(*(ends[0], 0, ends[1], 0), color=NEUTRAL)
    corners = [point(-0.06, _BOTTOM, size=0), point(1.06, _TOP, size=0)]
    return Scene(lines=[base], points=corners + points, texts=texts)


def _ratio(threshold: float, how: Arithmetic, shown: list[int], points: int) -> Scene:
    if np.isnan(threshold):
        return Scene(texts=[text(0.5, 1.1, "p/q is 0/0: not a number, and no u passes", size=13)])
    ratio = exp(min(threshold, 1.0)) if how.space == "log" else threshold
    at = _at(ratio * points, shown[0]) if isfinite(ratio) else np.inf
    words = f"p/q = {fmt(ratio)}" if ratio <= 1 else "p/q is 1 or more: every u passes"
    if not -0.05 <= at <= 1.05:
        return Scene(texts=[text(0.5, 1.1, words)])
    side = "left" if at < 0.5 else "right"
    label = text(at, 1.1, words, align=side, dx=6 if side == "left" else -6)
    return Scene(lines=[line(at, -0.25, at, 1.3, width=3, color=TARGET)], texts=[label])


def _keys(name: str) -> Scene:
    scene = Scene(**key(0, _TOP - 0.3, "u passes: kept", shape="circle", fill=ACCEPTED, stroke="", size=130))
    scene += Scene(**key(0.4, _TOP - 0.3, "u fails", shape=CROSS, stroke=REJECTED, width=3, size=130))
    return scene + Scene(texts=[text(1.05, _TOP - 0.3, name, align="right", bold=True, slot=0.3)])
