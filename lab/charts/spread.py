"""Many runs of two samplers in two strips: if they follow one law, the strips look alike."""

from functools import cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from lab.charts.figure import Figure, tabular, template
from lab.charts.law import LOOKS, ORDINARY, SPECULATIVE
from lab.charts.layout import scatter
from lab.charts.marks import box, frame, line, point, text
from lab.charts.rows import PROBABILITY_AXIS
from lab.charts.scene import Scene, layers
from lab.core.numbers import fmt

MAX_DOTS = 400
_QUANTILES = {"Least": 0.0, "Lower quarter": 0.25, "Median": 0.5, "Upper quarter": 0.75, "Largest": 1.0}


def spread(speculative: ArrayLike, ordinary: ArrayLike, name: str = "TV from p", truth: float | None = None) -> Figure:
    """One dot for each run, with the median and the middle half of each sampler's runs.

    Args:
        speculative: one number a run of speculative sampling, shape (n,), n >= 1; the first 400 get a dot.
        ordinary: the same for ordinary sampling from p, shape (m,), m >= 1.
        name: what the numbers are; may hold a label.
        truth: the value that both scatter about, if there is one.
    """
    runs = {SPECULATIVE: np.asarray(speculative, dtype=np.float64), ORDINARY: np.asarray(ordinary, dtype=np.float64)}
    quantiles = {sampler: np.quantile(values, list(_QUANTILES.values())) for sampler, values in runs.items()}
    left = float(min(values.min() for values in runs.values()))
    scene = Scene(texts=[text(left, 2.12, name, align="left")])
    if truth is not None:
        scene += Scene(lines=[line(truth, 0, truth, 2, width=2, dash=True)])
    for (sampler, values), foot in zip(runs.items(), (1.0, 0.0), strict=True):
        words = f"{sampler}, {fmt(values.size)} runs: median {fmt(quantiles[sampler][2])}"
        scene += Scene(texts=[text(left, foot + 0.84, words, align="left", bold=True, halo="page")])
        scene += _strip(sampler, values, quantiles[sampler], foot)
    return Figure(_template(), scene.data(), _table(runs, quantiles), _alt(runs, quantiles, name), "spread")


@cache
def _template() -> dict:
    x = alt.X("x:Q").scale(nice=True, zero=False).axis(**PROBABILITY_AXIS).title(None)
    y = alt.Y("y:Q").scale(domain=[0, 2.25], nice=False).axis(None)
    return template(layers(x, y), height=300, side=18)


def _strip(sampler: str, values: NDArray, quantiles: NDArray, foot: float) -> Scene:
    look, (_, low, median, high, _) = LOOKS[sampler], quantiles.tolist()
    shown = values[:MAX_DOTS].tolist()
    heights = (foot + 0.14 + 0.5 * scatter(len(shown))).tolist()
    size = 26 if len(shown) <= 100 else 12
    dots = [point(x, y, **(look | {"size": size})) for x, y in zip(shown, heights, strict=True)]
    middle = line(median, foot + 0.06, median, foot + 0.72, width=4, color=look["stroke"])
    corners = (low, high, foot + 0.09, foot + 0.69)
    half = box(corners, "transparent", sampler, "middle half of the runs", f"{fmt(low)} to {fmt(high)}")
    return Scene([half], [*frame(corners, width=1.5, color=look["stroke"]), middle], dots)


def _table(runs: dict[str, NDArray], quantiles: dict[str, NDArray]) -> pd.DataFrame:
    rows = [
        {"Sampler": sampler, "Runs": fmt(values.size), "Mean": fmt(values.mean())}
        | {name: fmt(x) for name, x in zip(_QUANTILES, quantiles[sampler], strict=True)}
        for sampler, values in runs.items()
    ]
    return tabular(rows)


def _alt(runs: dict[str, NDArray], quantiles: dict[str, NDArray], name: str) -> str:
    parts = "; ".join(
        f"{sampler}: {fmt(values.size)} runs, median {fmt(quantiles[sampler][2])}, middle half from "
        f"{fmt(quantiles[sampler][1])} to {fmt(quantiles[sampler][3])}"
        for sampler, values in runs.items()
    )
    return f"{name} over many runs. {parts}."
