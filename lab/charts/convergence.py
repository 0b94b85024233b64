"""The running estimate of alpha as draws add up, with its exact 95 % band."""

from functools import cache

import altair as alt
import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray
from scipy.stats import binom

from lab.charts.colors import ACCEPTED, INK, NEUTRAL
from lab.charts.figure import Figure, tabular, template
from lab.core.numbers import fmt, fmt_to

INSIDE_BAND = 0.95
_GRID = 160  # sizes at which the band is drawn


def band(sizes: ArrayLike, alpha: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Exact 2.5 % and 97.5 % quantiles of the accepted share among n draws.

    Args:
        sizes: numbers of draws, shape (k,), each 1 or more.
        alpha: acceptance rate, in [0, 1].

    Returns:
        Lower and upper share, shape (k,) each; at any one n the share lies between them with probability >= 95 %.
    """
    sizes, tail = np.asarray(sizes, dtype=np.float64), (1 - INSIDE_BAND) / 2
    if alpha <= 0 or alpha >= 1:
        return np.full(sizes.shape, float(alpha)), np.full(sizes.shape, float(alpha))
    return binom.ppf(tail, sizes, alpha) / sizes, binom.ppf(1 - tail, sizes, alpha) / sizes


def share_kept(kept: int, size: int, alpha: float) -> str:
    """The accepted share among ``size`` draws, at least one, with the decimals that its band needs."""
    return _with_band(np.array([size]), np.array([kept]), alpha)[0][0]


def convergence(sizes: ArrayLike, accepted_counts: ArrayLike, alpha: float) -> Figure:
    """Accepted share at rising sizes on a log axis, against alpha = 1 - TV and its band.

    Args:
        sizes: numbers of draws so far, shape (k,), rising, 1 to 10**15; may be empty.
        accepted_counts: how many of them were accepted, shape (k,).
        alpha: acceptance rate, in [0, 1].
    """
    sizes, accepted = np.asarray(sizes, dtype=np.int64), np.asarray(accepted_counts, dtype=np.int64)
    last = max(int(sizes.max(initial=0)), 1000)
    grid = np.unique(np.floor(np.geomspace(1, last, _GRID)).astype(np.int64))
    written = _with_band(sizes, accepted, alpha)
    estimate = _estimate(sizes, accepted, alpha, [share for share, _, _ in written])
    data = {"band": _band(grid, alpha), "estimate": estimate, "alpha": _alpha(alpha, last)}
    return Figure(_template(), data, _table(sizes, accepted, written), _alt(sizes, written, alpha), "convergence")


@cache
def _template() -> dict:
    x = alt.X("size:Q").scale(type="log", nice=False).axis(format="~s", tickCount=6, grid=False).title("draws")
    y = alt.Y("low:Q").scale(domain=[0, 1], nice=False).axis(tickCount=5, domain=False).title("accepted share")
    share = alt.Y("share:Q")
    ink = alt.expr(INK)
    tooltip = [alt.Tooltip("draws:N").title("Draws"), alt.Tooltip("shown:N").title("Accepted share")]
    band = alt.Chart(alt.NamedData("band")).mark_area(color=NEUTRAL, opacity=0.45, aria=False)
    truth = alt.Chart(alt.NamedData("alpha")).mark_line(color=ink, strokeWidth=2, strokeDash=[6, 3], aria=False)
    halo = {"stroke": alt.expr("background || 'white'"), "strokeWidth": 4, "color": "transparent"}
    words = [
        alt.Chart(alt.NamedData("alpha"))
        .mark_text(align="right", dy=alt.expr("datum.dy"), fontSize=13, aria=False, **style)
        .encode(x, share, alt.Text("words:N"))
        for style in (halo, {"color": ink})
    ]
    run = alt.Chart(alt.NamedData("estimate"))
    return template(
        alt.layer(
            band.encode(x, y, alt.Y2("high")),
            truth.encode(x, share),
            run.mark_line(color=ACCEPTED, strokeWidth=2, aria=False).encode(x, share),
            run.mark_point(color=ACCEPTED, filled=True, size=alt.expr("datum.dot"), opacity=1).encode(
                x, share, alt.Description("about:N"), tooltip=tooltip
            ),
            *words,
        ),
        height=340,
    )


def _band(grid: NDArray[np.int64], alpha: float) -> pa.Table:
    low, high = band(grid, alpha)
    return pa.table({"size": grid, "low": low, "high": high})


def _with_band(sizes: NDArray[np.int64], accepted: NDArray[np.int64], alpha: float) -> list[tuple[str, str, str]]:
    """Accepted share and both ends of the band at each size, with the decimals that the band's width needs."""
    columns = (accepted / sizes, *band(sizes, alpha))
    return [tuple(fmt_to(x, high - low) for x in (share, low, high)) for share, low, high in zip(*columns, strict=True)]


def _estimate(sizes: NDArray[np.int64], accepted: NDArray[np.int64], alpha: float, shown: list[str]) -> pa.Table:
    if sizes.size == 0:  # one unseen dot on the line: an empty layer would have no range
        return pa.table(
            {"size": [1], "share": [alpha], "shown": ["–"], "draws": ["0"], "about": ["no draws"], "dot": [0]}
        )
    shares = accepted / sizes
    draws = [fmt(int(n)) for n in sizes]
    about = [f"{n} draws: accepted share {share}" for n, share in zip(draws, shown, strict=True)]
    dot = np.full(sizes.size, 32)
    return pa.table({"size": sizes, "share": shares, "shown": shown, "draws": draws, "about": about, "dot": dot})


def _alpha(alpha: float, last: int) -> pa.Table:
    words = ["", f"α = 1 − TV = {fmt(alpha)}"]
    return pa.table({"size": [1, last], "share": [alpha, alpha], "words": words, "dy": [0, 14 if alpha > 0.9 else -12]})


def _table(sizes: NDArray[np.int64], accepted: NDArray[np.int64], written: list[tuple[str, str, str]]) -> pd.DataFrame:
    counts = zip(map(fmt, sizes), map(fmt, accepted), strict=True)
    rows = [(*count, *words) for count, words in zip(counts, written, strict=True)]
    return tabular(rows, ["Draws", "Accepted", "Accepted share", "95 % from", "to"])


def _alt(sizes: NDArray[np.int64], written: list[tuple[str, str, str]], alpha: float) -> str:
    truth = f"α = {fmt(alpha)} with its exact 95 % band on a log axis of draws."
    if sizes.size == 0:
        return f"{truth} No draws yet."
    share, low, high = written[-1]
    return (
        f"{truth} After {fmt(int(sizes[-1]))} draws the accepted share is {share}; "
        f"the band there runs from {low} to {high}."
    )
