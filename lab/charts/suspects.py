"""What draws say about several suspects: how likely each made them, all being as likely before."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
from numpy.typing import ArrayLike

from lab.charts.colors import INSIDE, NEUTRAL
from lab.charts.figure import Figure, tabular, template
from lab.charts.marks import box, frame, point, text
from lab.charts.rows import AXIS_PIXELS, PROBABILITY_AXIS
from lab.charts.scene import Scene, layers
from lab.core.numbers import fmt

TEN = np.log(10)
_ROW_PIXELS = 68  # a line for the name, which may be long, one for the numbers, and the bar


def suspects(names: Sequence[str], logs: ArrayLike, shares: ArrayLike, culprit: str) -> Figure:
    """One bar for each suspect, and how far its likelihood is below the best one's.

    Args:
        names: n suspects.
        logs: log-likelihoods less that of the best suspect, shape (n,); minus infinity where a draw was impossible.
        shares: chance of each suspect after the draws, shape (n,), sum 1.
        culprit: the one that made the draws.
    """
    words = [_behind(float(log)) for log in np.asarray(logs)]
    numbers = [f"{fmt(share)}, {behind}" for share, behind in zip(shares, words, strict=True)]
    scene = Scene(points=[point(1, 0, size=0)])
    rows = zip(names[::-1], numbers[::-1], np.asarray(shares)[::-1].tolist(), strict=True)
    for foot, (name, number, share) in enumerate(rows):
        corners = (0.0, share, foot + 0.08, foot + 0.36)
        scene += Scene([box(corners, NEUTRAL, name, "chance", fmt(share))], frame(corners))
        scene += Scene(texts=[_left(foot + 0.85, name, bold=True), _left(foot + 0.58, number, size=12)])
        if name == culprit:
            scene += Scene(texts=[_mark(share, foot + 0.22)])
    table = {"Suspect": list(names), "Chance": [fmt(x) for x in shares], "Likelihood": words}
    told = "; ".join(f"{name}: {number}" for name, number in zip(names, numbers, strict=True))
    alt_text = f"How likely each suspect made the draws; “{culprit}” did. {told}."
    return Figure(_template(len(names)), scene.data(), tabular(table), alt_text, "suspects")


@cache
def _template(rows: int) -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(**PROBABILITY_AXIS).title("chance after these draws")
    y = alt.Y("y:Q").scale(domain=[0, rows], nice=False).axis(None)
    return template(layers(x, y), height=rows * _ROW_PIXELS + AXIS_PIXELS)


def _left(y: float, words: str, **style: object) -> dict:
    return text(0, y, words, align="left", halo="page", **style)


def _mark(share: float, y: float) -> dict:
    """The words beside the culprit's bar, or on it where it is long."""
    if share > 0.5:
        return text(0, y, "made these draws", align="left", dx=8, bold=True, color=INSIDE)
    return text(share, y, "made these draws", align="left", dx=8, bold=True)


def _behind(log: float) -> str:
    """How many times less likely than under the best suspect the draws are."""
    if log == 0:
        return "the best"
    if np.isinf(log):
        return "impossible"
    times = -log / TEN
    return f"1 : {fmt(round(10**times, 2))}" if times < 4 else f"1 : 10^{fmt(round(times))}"
