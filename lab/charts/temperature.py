"""A measure of the rule as the temperature changes, for each place where the request can be applied."""

from collections.abc import Mapping, Sequence
from functools import cache

import altair as alt
import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import ArrayLike

from lab.charts.colors import ACCEPTED, DRAFT, INK, REJECTED, TARGET
from lab.charts.figure import Figure, template
from lab.core.numbers import fmt

LOOKS = (
    (ACCEPTED, [1, 0], "circle"),
    (TARGET, [8, 4], "square"),
    (DRAFT, [2, 3], "diamond"),
    (REJECTED, [8, 3, 2, 3], "cross"),
)
_COLDEST = 0.02  # where temperature 0 is drawn on the log axis
_MARK_EVERY = 5


def temperature_curves(
    temperatures: Sequence[float], curves: Mapping[str, ArrayLike], now: float, measure: str, name: str
) -> Figure:
    """One line for each place over a log axis of temperatures; a rule marks the temperature in use.

    Args:
        temperatures: n values, rising; 0 is drawn at the left end.
        curves: up to four names of places → n values in [0, 1].
        now: the temperature in use.
        measure: what the values are, for the axis.
        name: file name of the figure.
    """
    at = _places(temperatures)
    rows = [
        {
            "at": x,
            "value": float(v),
            "place": place,
            "symbol": 50 * (i % _MARK_EVERY == 0),
            "about": f"{place}, temperature {fmt(t)}: {fmt(v)}",
        }
        for place, values in curves.items()
        for i, (x, t, v) in enumerate(zip(at, temperatures, values, strict=True))
    ]
    span = (at[0], at[-1])
    here = float(np.clip(_places([now])[0], *span))
    data = {"curves": pa.Table.from_pylist(rows), "now": pa.table({"at": [here], "words": [f"T = {fmt(now)}"]})}
    shown = {"Temperature": [fmt(t) for t in temperatures]} | {n: [fmt(v) for v in vs] for n, vs in curves.items()}
    return Figure(
        _template(tuple(curves), measure, span), data, pd.DataFrame(shown), _alt(temperatures, curves, measure), name
    )


def _places(temperatures: Sequence[float]) -> list[float]:
    return np.maximum(np.asarray(temperatures, dtype=np.float64), _COLDEST).tolist()


@cache
def _template(places: tuple[str, ...], measure: str, span: tuple[float, float]) -> dict:
    labels = f"datum.value <= {_COLDEST} ? '0' : format(datum.value, '~r')"
    axis = {"values": [_COLDEST, 0.1, 0.3, 1, 3, 10], "labelExpr": labels, "grid": False}
    x = alt.X("at:Q").scale(type="log", domain=list(span), nice=False).axis(**axis).title("temperature (log axis)")
    y = alt.Y("value:Q").scale(domain=[0, 1], nice=False).axis(tickCount=5, domain=False).title(measure)
    colors, dashes, shapes = (list(column)[: len(places)] for column in zip(*LOOKS, strict=True))
    legend = alt.Legend(orient="top", columns=2, title=None, labelLimit=260, symbolSize=120)
    color = alt.Color("place:N").scale(domain=list(places), range=colors).legend(legend)
    shape = alt.Shape("place:N").scale(domain=list(places), range=shapes).legend(legend)
    dash = alt.StrokeDash("place:N").scale(domain=list(places), range=dashes).legend(legend)
    base = alt.Chart(alt.NamedData("curves"))
    tooltip = [alt.Tooltip("about:N").title("Point")]
    points = base.mark_point(filled=True, size=alt.expr("datum.symbol"), opacity=1)
    now = alt.Chart(alt.NamedData("now"))
    return template(
        alt.layer(
            now.mark_rule(strokeWidth=2, color=alt.expr(INK), opacity=0.6, aria=False).encode(alt.X("at:Q")),
            base.mark_line(strokeWidth=2.5, aria=False).encode(x, y, color, dash),
            points.encode(x, y, color, shape, alt.Description("about:N"), tooltip=tooltip),
            now.mark_text(align="left", dx=5, fontSize=13, color=alt.expr(INK), aria=False).encode(
                alt.X("at:Q"), alt.YDatum(0.03), alt.Text("words:N")
            ),
        ),
        height=380,
    )


def _alt(temperatures: Sequence[float], curves: Mapping[str, ArrayLike], measure: str) -> str:
    ends = "; ".join(f"{place}: {fmt(values[0])} to {fmt(values[-1])}" for place, values in curves.items())
    first, last = fmt(temperatures[0]), fmt(temperatures[-1])
    return f"{measure} from temperature {first} to {last}, by where the request is applied. {ends}."
