"""What came out against what should: output frequencies with intervals beside the target p."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.stats import beta

from lab.charts.colors import NEUTRAL, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.layout import reach
from lab.charts.marks import TICK, box, key, line, point
from lab.charts.rows import AXIS_PIXELS, PROBABILITY_AXIS, ROW_PIXELS, row_texts
from lab.charts.scene import Scene, layers
from lab.core.numbers import display_labels, fmt, fmt_to
from lab.core.pmf import as_pmf

MISS = 0.05  # chance that at least one of the intervals misses its p
_HEAD = 0.9
SPECULATIVE, ORDINARY = "Speculative sampling", "Target sampling"
LOOKS = {
    SPECULATIVE: {"shape": "circle", "fill": "", "stroke": ""},
    ORDINARY: {"shape": "diamond", "fill": NEUTRAL, "stroke": NEUTRAL},
}


def intervals(counts: ArrayLike, miss: float = MISS) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Exact (Clopper-Pearson) intervals for V frequencies at once, each at level 1 - miss / V.

    Args:
        counts: how often each token came out, shape (V,).
        miss: the most likely it may be that any of them misses (Bonferroni's bound).

    Returns:
        Lower and upper ends, shape (V,) each.
    """
    counts = np.asarray(counts, dtype=np.float64)
    tail, rest = miss / counts.size / 2, counts.sum() - counts
    low = np.where(counts > 0, beta.ppf(tail, np.maximum(counts, 1), rest + 1), 0.0)
    high = np.where(rest > 0, beta.ppf(1 - tail, counts + 1, np.maximum(rest, 1)), 1.0)
    return low, high


def frequencies(counts: ArrayLike) -> list[tuple[str, str, str]]:
    """Each token's frequency and the ends of its interval as texts, with the decimals that the interval needs.

    Args:
        counts: how often each token came out, shape (V,), at least one draw.
    """
    columns = (np.asarray(counts) / np.sum(counts), *intervals(counts))
    return [tuple(fmt_to(x, high - low) for x in (share, low, high)) for share, low, high in zip(*columns, strict=True)]


def law_comparison(
    p: ArrayLike,
    counts: ArrayLike,
    labels: Sequence[str],
    target_counts: ArrayLike | None = None,
    sampler: str = SPECULATIVE,
) -> Figure:
    """Output frequencies with 95 % intervals against p; beside them those of ordinary target sampling.

    In at least 95 % of runs all intervals of a sampler hold their p together.

    Args:
        p: target, shape (V,).
        counts: how often the sampler emitted each token, shape (V,).
        labels: V token names, any text.
        target_counts: the same for ordinary sampling from p, shape (V,).
        sampler: what the sampler is called, in the lab's own words.
    """
    p, names = as_pmf(p), display_labels(labels)
    runs = {sampler: np.asarray(counts)} | ({} if target_counts is None else {ORDINARY: np.asarray(target_counts)})
    runs = {name: drawn for name, drawn in runs.items() if drawn.sum() > 0}
    words = _numbers(p, runs.get(sampler))
    end = reach(np.concatenate([p, *(intervals(drawn)[1] for drawn in runs.values())]))
    scene = _targets(p, names, end) + Scene(texts=row_texts(names, words, end))
    for i, (name, drawn) in enumerate(runs.items()):
        scene += _estimates(drawn, names, name, 0.46 - 0.24 * i)
        scene += Scene(**key(0, p.size + _HEAD - 0.25 - 0.42 * i, name, **LOOKS.get(name, LOOKS[SPECULATIVE])))
    alternative = _alt(p, runs.get(sampler), "; ".join(map(": ".join, zip(names, words, strict=True))))
    return Figure(_template(p.size), scene.data(), _table(p, names, runs), alternative, "output-law")


@cache
def _template(tokens: int) -> dict:
    x = alt.X("x:Q").scale(nice=False, zero=True).axis(**PROBABILITY_AXIS).title("probability")
    y = alt.Y("y:Q").scale(domain=[0, tokens + _HEAD], nice=False).axis(None)
    return template(layers(x, y), height=round((tokens + _HEAD) * ROW_PIXELS) + AXIS_PIXELS)


def _targets(p: NDArray, names: list[str], end: float) -> Scene:
    scene = Scene(points=[point(end, 0, size=0)])
    for foot, (name, x) in enumerate(zip(reversed(names), p[::-1].tolist(), strict=True)):
        tick = line(x, foot + 0.06, x, foot + 0.62, width=4, color=TARGET)
        scene += Scene([box((x, x, foot + 0.06, foot + 0.62), TARGET, name, "p", fmt(x))], [tick])
    return scene + Scene(**key(0.62 * end, p.size + _HEAD - 0.25, "p", shape=TICK, stroke=TARGET, width=4))


def _estimates(counts: NDArray, names: list[str], sampler: str, height: float) -> Scene:
    low, high = intervals(counts)
    words = [f"{share} ({left} to {right})" for share, left, right in frequencies(counts)]
    scene, look = Scene(), LOOKS.get(sampler, LOOKS[SPECULATIVE])
    style = {"width": 2, "color": look["stroke"]}
    for row, (left, right, middle) in enumerate(np.column_stack([low, high, counts / counts.sum()]).tolist()):
        at = counts.size - 1 - row + height
        hover = box((left, right, at - 0.1, at + 0.1), "transparent", names[row], sampler, words[row])
        ends = [line(x, at - 0.07, x, at + 0.07, **style) for x in (left, right)]
        dot = point(middle, at, **(look | {"size": 60}))
        scene += Scene([hover], [line(left, at, right, at, **style), *ends], [dot])
    return scene


def _numbers(p: NDArray, drawn: NDArray | None) -> list[str]:
    wanted = [f"p = {fmt(x)}" for x in p]
    if drawn is None:
        return wanted
    return [f"{share} ({words})" for (share, _, _), words in zip(frequencies(drawn), wanted, strict=True)]


def _table(p: NDArray, names: list[str], runs: dict[str, NDArray]) -> pd.DataFrame:
    columns = {"Token": names, "p": [fmt(x) for x in p]}
    for sampler, drawn in runs.items():
        columns[f"{sampler}: count"] = [fmt(int(x)) for x in drawn]
        parts = (f"{sampler}: {part}" for part in ("frequency", "from", "to"))
        columns |= dict(zip(parts, zip(*frequencies(drawn), strict=True), strict=True))
    return tabular(columns)


def _alt(p: NDArray, drawn: NDArray | None, rows: str) -> str:
    if drawn is None:
        return f"The target p, no draws yet. {rows}."
    low, high = intervals(drawn)
    inside = int(np.sum((low <= p) & (p <= high)))
    return f"Output frequencies of {fmt(int(drawn.sum()))} draws and p; {inside} of {p.size} intervals hold p. {rows}."
