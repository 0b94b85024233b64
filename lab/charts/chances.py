"""Exact chances as bars, one a row; where another law is wanted, its outline around each bar."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
from numpy.typing import ArrayLike

from lab.charts.colors import NEUTRAL, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.layout import reach
from lab.charts.marks import box, frame, key, point
from lab.charts.rows import AXIS_PIXELS, PROBABILITY_AXIS, ROW_PIXELS, row_texts
from lab.charts.scene import Scene, layers
from lab.core.numbers import fmt, fmt_signed

_HEAD = 0.5
_SAME = 1e-12  # a difference this small is rounding


def chances(names: Sequence[str], values: ArrayLike, title: str, what: str, fill: str = NEUTRAL) -> Figure:
    """One bar for each chance.

    Args:
        names: what each row is about, n different texts.
        values: probabilities, shape (n,).
        title: file name without ending.
        what: what the numbers are, a few words.
        fill: the bars' colour.
    """
    values = np.asarray(values, dtype=np.float64)
    numbers = [fmt(value) for value in values]
    scene = _bars(names, values, what, fill) + Scene(texts=row_texts(names, numbers, reach(values)))
    scene += Scene(points=[point(reach(values), 0, size=0)])
    told = "; ".join(map(": ".join, zip(names, numbers, strict=True)))
    table = tabular({"Row": list(names), what: numbers})
    return Figure(_template(len(names), 0.0), scene.data(), table, f"{what}. {told}.", title)


def output_and_wanted(names: Sequence[str], output: ArrayLike, wanted: ArrayLike, sampler: str) -> Figure:
    """What comes out as bars, what ordinary sampling from the target gives as outlines.

    Args:
        names: n different texts.
        output, wanted: probabilities, shape (n,).
        sampler: what makes the output.
    """
    output, wanted = np.asarray(output, dtype=np.float64), np.asarray(wanted, dtype=np.float64)
    errors = np.where(np.abs(output - wanted) < _SAME, 0.0, output - wanted)
    end = reach(np.concatenate([output, wanted]))
    numbers = [
        f"{fmt(out)}, target {fmt(want)} ({fmt_signed(off)})" if off else f"{fmt(out)}, as the target"
        for out, want, off in zip(output, wanted, errors, strict=True)
    ]
    scene = _bars(names, output, "output", NEUTRAL) + _outlines(names, wanted)
    top = len(names) + _HEAD / 2
    scene += Scene(**key(0, top, sampler, fill=NEUTRAL, stroke=""))
    scene += Scene(**key(end * 0.55, top, "Outline: target", stroke=TARGET, width=2.5))
    scene += Scene(texts=row_texts(names, numbers, end), points=[point(end, 0, size=0)])
    columns = {"Output": map(fmt, output), "Target": map(fmt, wanted), "Error": map(fmt_signed, errors)}
    table = tabular({"Sequence": list(names)} | {name: list(column) for name, column in columns.items()})
    told = "; ".join(map(": ".join, zip(names, numbers, strict=True)))
    alternative = f"Probabilities of whole sequences, {sampler} beside the target. {told}."
    return Figure(_template(len(names), _HEAD), scene.data(), table, alternative, "sequence-law")


@cache
def _template(rows: int, head: float) -> dict:
    x = alt.X("x:Q").scale(nice=False, zero=True).axis(**PROBABILITY_AXIS).title("probability")
    y = alt.Y("y:Q").scale(domain=[0, rows + head], nice=False).axis(None)
    return template(layers(x, y), height=round((rows + head) * ROW_PIXELS) + AXIS_PIXELS)


def _bars(names: Sequence[str], values: np.ndarray, part: str, fill: str) -> Scene:
    scene = Scene()
    for foot, (name, value) in enumerate(zip(names[::-1], values[::-1].tolist(), strict=True)):
        scene += Scene([box((0, value, foot + 0.14, foot + 0.52), fill, name, part, fmt(value))])
    return scene


def _outlines(names: Sequence[str], wanted: np.ndarray) -> Scene:
    lines = []
    for foot, value in enumerate(wanted[::-1].tolist()):
        lines += frame((0, value, foot + 0.08, foot + 0.58), width=2.5, color=TARGET) if value > 0 else []
    return Scene(lines=lines)
