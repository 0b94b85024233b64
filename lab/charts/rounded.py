"""The law that comes out in a number format beside p, on a logarithmic axis; and all formats side by side."""

from collections.abc import Mapping, Sequence
from functools import cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from lab.charts.colors import REJECTED, TARGET
from lab.charts.decades import axis, depth, places
from lab.charts.figure import Figure, tabular, template
from lab.charts.marks import CROSS, TICK, box, key, line, point
from lab.charts.rows import ROW_PIXELS, row_texts
from lab.charts.scene import Scene, layers
from lab.core.numbers import display_labels, fmt
from lab.core.precision import Rounding

_HEAD, _FOOT, _TITLE = 0.7, 0.7, 0.05
_NOISE = 1e-15  # what float64 itself cannot tell from 0


def rounded_law(seen: Rounding, labels: Sequence[str], reveal: bool = True) -> Figure:
    """A bar mark for p and a dot for what comes out; a cross at 0 where p is positive and nothing can come.

    Args:
        seen: the pair as an engine sees it.
        labels: V token names, any text.
        reveal: False shows p only.
    """
    names, p, law = display_labels(labels), seen.rule.target, seen.rule.output_law()
    span = depth(np.concatenate([p, law if reveal else p]))
    scene = axis(span, 0, p.size, 0.1) + Scene(texts=row_texts(names, _numbers(seen, law, reveal), 1.0))
    at_p, at_law = places(p, span), places(law, span)
    for foot, token in enumerate(reversed(range(p.size))):
        scene += _target(names[token], p[token], at_p[token], foot)
        if reveal:
            scene += _outcome(names[token], law[token], at_law[token], foot, bool(seen.unreachable[token]))
    scene += _frame(p.size) + _keys(p.size, reveal)
    return Figure(_template(p.size), scene.data(), *_words(seen, names, law, reveal), "rounded-law")


def format_distances(formats: Mapping[str, Rounding], now: str, token: int) -> Figure:
    """How far the law lies from p in each format, on a logarithmic axis.

    Args:
        formats: name of the format → the pair as seen in it.
        now: the one in use.
        token: the token whose kept share is told.
    """
    names = list(formats)
    distances = np.array([_distance(seen) for seen in formats.values()])
    told = [f"TV = {fmt(tv)}{_lost(seen)}" for tv, seen in zip(distances, formats.values(), strict=True)]
    scene = axis(18, 0, len(names), 0.1) + Scene(texts=row_texts(names, told, 1.0))
    for foot, (name, tv, x) in enumerate(zip(names[::-1], distances[::-1], places(distances, 18)[::-1], strict=True)):
        y, style = foot + 0.36, {"size": 130} if name == now else {"size": 60}
        hover = box((float(x) - 0.01, float(x) + 0.01, foot + 0.2, foot + 0.52), "transparent", name, "TV", fmt(tv))
        scene += Scene([hover], points=[point(float(x), y, fill=REJECTED, stroke="", **style)])
        if name == now:
            scene += Scene(lines=[line(0, y, 1, y, color=REJECTED, width=1.5, dash=True)])
    scene += _frame(len(names)) + Scene(
        **key(0, len(names) + _HEAD - 0.3, "Distance TV from p", "circle", fill=REJECTED)
    )
    shares = [seen.rule.accept[token] for seen in formats.values()]
    table = tabular(
        {
            "Format": names,
            "Distance TV from p": [fmt(tv) for tv in distances],
            "Acceptance rate α": [fmt(seen.rule.acceptance_rate()) for seen in formats.values()],
            "Kept share of the watched token": [fmt(share) for share in shares],
            "Unreachable tokens": [fmt(int(seen.unreachable.sum())) for seen in formats.values()],
        }
    )
    words = "; ".join(f"{name}: {words}" for name, words in zip(names, told, strict=True))
    return Figure(
        _template(len(names)), scene.data(), table, f"Output law against p in each format. {words}.", "formats"
    )


@cache
def _template(rows: int) -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    y = alt.Y("y:Q").scale(domain=[-_FOOT, rows + _HEAD], nice=False).axis(None)
    return template(layers(x, y), height=round((rows + _HEAD + _FOOT) * ROW_PIXELS))


def _frame(rows: int) -> Scene:
    return Scene(points=[point(0, rows + _HEAD, size=0), point(1, -_FOOT, size=0)])


def _target(name: str, p: float, x: float, foot: int) -> Scene:
    hover = box((x - 0.01, x + 0.01, foot + 0.08, foot + 0.62), "transparent", name, "p", fmt(p))
    return Scene([hover], [line(x, foot + 0.08, x, foot + 0.62, width=4, color=TARGET)])


def _outcome(name: str, law: float, x: float, foot: int, unreachable: bool) -> Scene:
    look = {"shape": CROSS, "stroke": REJECTED, "width": 3, "size": 90} if unreachable else {"fill": "", "stroke": ""}
    hover = box((x - 0.01, x + 0.01, foot + 0.2, foot + 0.5), "transparent", name, "comes out", fmt(law))
    return Scene([hover], points=[point(x, foot + 0.35, **({"size": 70} | look))])


def _keys(rows: int, reveal: bool) -> Scene:
    y = rows + _HEAD - 0.3
    scene = Scene(**key(0, y, "p", shape=TICK, stroke=TARGET, width=4))
    if not reveal:
        return scene
    scene += Scene(**key(0.16, y, "comes out", shape="circle", fill="", stroke="", size=70))
    return scene + Scene(**key(0.5, y, "can never come out", shape=CROSS, stroke=REJECTED, width=3, size=90))


def _numbers(seen: Rounding, law: NDArray, reveal: bool) -> list[str]:
    p = seen.rule.target
    if not reveal:
        return [f"p = {fmt(x)}" for x in p]
    return [f"{fmt(out)} (p = {fmt(x)})" for out, x in zip(law, p, strict=True)]


def _distance(seen: Rounding) -> float:
    distance = seen.rule.total_variation()
    return 0.0 if distance < _NOISE else distance


def _lost(seen: Rounding) -> str:
    count = int(seen.unreachable.sum())
    return f", {count} token{'s' if count > 1 else ''} lost" if count else ""


def _words(seen: Rounding, names: list[str], law: NDArray, reveal: bool) -> tuple[pd.DataFrame, str]:
    columns = {"p": seen.rule.target}
    rows = "; ".join(f"{n}: {words}" for n, words in zip(names, _numbers(seen, law, reveal), strict=True))
    if not reveal:
        return tabular({"Token": names, "p": [fmt(x) for x in seen.rule.target]}), f"The target p. {rows}."
    columns |= {"p as read": seen.p, "q as read": seen.q, "Compared with u": seen.threshold}
    columns |= {"Kept share": seen.rule.accept, "Comes out": law}
    table = tabular({"Token": names} | {name: [fmt(x) for x in column] for name, column in columns.items()})
    return table, f"What comes out, and p, on a logarithmic axis{_lost(seen)}. {rows}."
