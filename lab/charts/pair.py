"""Small upright bars, one place for each token: p beside q, or a guess over the truth."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from lab.charts.colors import DRAFT, RESIDUAL, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.layout import reach, slots
from lab.charts.marks import box, frame, key, line, names_along, number, point, text
from lab.charts.scene import Scene, layers
from lab.core.numbers import display_labels, fmt, fmt_signed
from lab.core.pmf import as_pair, as_pmf

_UNIT, _ABOVE, _BELOW = 120, 70, 76  # pixels: the tallest bar; key and numbers over it; letters and names under it
_UPRIGHT = 10  # pixels: the least width for these smaller digits


def pair_bars(p: ArrayLike, q: ArrayLike, labels: Sequence[str]) -> Figure:
    """p and q side by side.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        labels: V token names, any text.
    """
    p, q = as_pair(p, q)
    names, end = display_labels(labels), reach(np.concatenate([p, q]))
    scene = _ground(names, end)
    for letter, values, fill, left in (("p", p, TARGET, 0.1), ("q", q, DRAFT, 0.5)):
        for token, value in enumerate(values):
            ends = ((token + left) / p.size, (token + left + 0.4) / p.size)
            below = text(sum(ends) / 2, -10 * end / _UNIT, letter, size=12)
            scene += _bar(ends, float(value), end, names[token], letter, fill) + Scene(texts=[below])
    scene += _keys(end, ("p target", TARGET), ("q draft", DRAFT))
    table = tabular({"Token": names, "p": [fmt(x) for x in p], "q": [fmt(x) for x in q]})
    words = "; ".join(f"{name}: p {fmt(a)}, q {fmt(b)}" for name, a, b in zip(names, p, q, strict=True))
    return Figure(_template(), scene.data(), table, f"Target p and draft q for each token. {words}.", "pair")


def guess_bars(
    truth: ArrayLike, guess: ArrayLike, labels: Sequence[str], name: str = "Residual distribution", reveal: bool = True
) -> Figure:
    """A guessed distribution as dashed outlines, over the true one as filled bars once revealed.

    Args:
        truth: the true distribution, shape (V,).
        guess: guessed numbers, shape (V,), 0 or more; they need not sum to 1.
        labels: V token names, any text.
        name: what is guessed, in the lab's own words.
        reveal: False shows the guess alone.
    """
    truth, guess = as_pmf(truth, name), np.asarray(guess, dtype=np.float64)
    names, end = display_labels(labels), 1.0  # an axis cut to the truth would tell it before the reveal
    scene = _ground(names, end)
    for token in range(truth.size):
        ends = ((token + 0.2) / truth.size, (token + 0.8) / truth.size)
        wide = ((token + 0.12) / truth.size, (token + 0.88) / truth.size)
        scene += _bar(ends, float(truth[token]), end, names[token], name, RESIDUAL) if reveal else Scene()
        corners = (*wide, 0, min(float(guess[token]), end))
        guessed = box(corners, "transparent", names[token], "your guess", fmt(guess[token]))
        scene += Scene([guessed], frame(corners, width=2, dash=True))
    scene += _keys(end, *([(name, RESIDUAL)] if reveal else []), ("Your guess", "transparent"))
    return Figure(_template(), scene.data(), *_guess_words(truth, guess, names, name, reveal), "guess")


@cache
def _template() -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    labels = "datum.value < 0 || datum.value > 1 ? '' : datum.label"
    axis = {"tickCount": 5, "grid": False, "domain": False, "ticks": False, "labelExpr": labels, "labelPadding": 6}
    y = alt.Y("y:Q").scale(nice=False, zero=True).axis(**axis).title(None)
    return template(layers(x, y), height=_UNIT + _ABOVE + _BELOW)


def _ground(names: list[str], end: float) -> Scene:
    """The base line, the names, and two unseen points that fix the axis."""
    pixel = end / _UNIT
    places = (np.arange(len(names)) + 0.5) / len(names)
    texts = names_along(places, slots(places), -20 * pixel, names, "below")
    corners = [point(0, end + _ABOVE * pixel, size=0), point(0, -_BELOW * pixel, size=0)]
    return Scene(lines=[line(0, 0, 1, 0)], points=corners, texts=texts)


def _bar(ends: tuple[float, float], value: float, end: float, token: str, part: str, fill: str) -> Scene:
    digits = number(
        ends,
        value + 4 * end / _UNIT,
        fmt(value),
        side="above",
        size=11,
        halo="page",
        hide=_UPRIGHT / (ends[1] - ends[0]),
    )
    return Scene([box((*ends, 0, value), fill, token, part, fmt(value))], texts=[digits])


def _keys(end: float, *words: tuple[str, str]) -> Scene:
    scene, y = Scene(), end + (_ABOVE - 10) * end / _UNIT
    for i, (name, fill) in enumerate(words):
        scene += Scene(**key(i * 0.56, y, name, fill=fill, stroke=""))
    return scene


def _guess_words(truth: NDArray, guess: NDArray, names: list[str], name: str, reveal: bool) -> tuple[pd.DataFrame, str]:
    table = {"Token": names, "Guess": [fmt(x) for x in guess]}
    if not reveal:
        words = ", ".join(f"{token} {fmt(g)}" for token, g in zip(names, guess, strict=True))
        return tabular(table), f"Your guess of the {name.lower()}: {words}. The truth is not shown yet."
    table |= {name: [fmt(x) for x in truth], "Error of the guess": [fmt_signed(x) for x in guess - truth]}
    rows = zip(names, truth, guess, strict=True)
    words = "; ".join(f"{token}: {fmt(t)}, guess {fmt(g)}" for token, t, g in rows)
    return tabular(table), f"{name} and your guess for each token. {words}."
