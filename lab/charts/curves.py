"""Lines over one axis, one for each way of doing things: told apart by colour, dash and symbol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike

from lab.charts.colors import ACCEPTED, DRAFT, INK, REJECTED, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.core.numbers import fmt

LOOKS = (
    (ACCEPTED, [1, 0], "circle"),
    (TARGET, [8, 4], "square"),
    (DRAFT, [2, 3], "diamond"),
    (REJECTED, [8, 3, 2, 3], "cross"),
)
_MARK_EVERY = 5


@dataclass(frozen=True)
class Axes:
    """What the two axes are.

    Attributes:
        across: title of the horizontal axis.
        short: its name in tables and beside the mark, such as "T".
        up: title of the vertical axis, from 0 to 1.
        values: where the horizontal axis has labels.
        log: whether it is logarithmic.
        least: what is smaller is drawn here and labelled 0 (on a log axis, 0 itself).
    """

    across: str
    short: str
    up: str
    values: tuple[float, ...]
    log: bool = False
    least: float = -np.inf


def curves(xs: Sequence[float], lines: Mapping[str, ArrayLike], now: float, axes: Axes, name: str) -> Figure:
    """Draw up to four lines, and a rule where the reader's own setting is.

    Args:
        xs: n places, rising.
        lines: names → n values in [0, 1].
        now: the setting in use.
        axes: what the axes are.
        name: file name of the figure.
    """
    at = np.maximum(np.asarray(xs, dtype=np.float64), axes.least).tolist()
    span = (at[0], at[-1])
    rows = [row for line, values in lines.items() for row in _rows(line, xs, at, values)]
    here = pa.table({"at": [float(np.clip(now, *span))], "words": [f"{axes.short} = {fmt(now)}"]})
    data = {"lines": pa.Table.from_pylist(rows), "now": here}
    shown = {axes.short: [fmt(x) for x in xs]} | {line: [fmt(v) for v in values] for line, values in lines.items()}
    return Figure(_template(tuple(lines), axes, span), data, tabular(shown), _alt(xs, lines, axes), name)


def _rows(line: str, xs: Sequence[float], at: list[float], values: ArrayLike) -> list[dict]:
    return [
        {
            "at": place,
            "value": float(value),
            "line": line,
            "symbol": 0 if i % _MARK_EVERY else 50,
            "about": f"{line}, at {fmt(x)}: {fmt(value)}",
        }
        for i, (place, x, value) in enumerate(zip(at, xs, values, strict=True))
    ]


@cache
def _template(names: tuple[str, ...], axes: Axes, span: tuple[float, float]) -> dict:
    labels = f"datum.value <= {max(axes.least, -1e300)} ? '0' : format(datum.value, '~r')"
    axis = {"values": axes.values, "labelExpr": labels, "grid": False}
    scale = {"type": "log" if axes.log else "linear", "domain": list(span), "nice": False}
    x, now_x = alt.X("at:Q").scale(**scale).axis(**axis).title(axes.across), alt.X("at:Q")
    y = alt.Y("value:Q").scale(domain=[0, 1], nice=False).axis(tickCount=5, domain=False).title(axes.up)
    base, now = alt.Chart(alt.NamedData("lines")), alt.Chart(alt.NamedData("now"))
    color, dash, shape = _looks(names)
    tooltip = [alt.Tooltip("about:N").title("Point")]
    ink = alt.expr(INK)
    return template(
        alt.layer(
            now.mark_rule(strokeWidth=2, color=ink, opacity=0.6, aria=False).encode(now_x),
            base.mark_line(strokeWidth=2.5, aria=False).encode(x, y, color, dash),
            base.mark_point(filled=True, size=alt.expr("datum.symbol"), opacity=1).encode(
                x, y, color, shape, alt.Description("about:N"), tooltip=tooltip
            ),
            now.mark_text(align="left", dx=5, fontSize=13, color=ink, aria=False).encode(
                now_x, alt.YDatum(0.03), alt.Text("words:N")
            ),
        ),
        height=380,
    )


def _looks(names: tuple[str, ...]) -> tuple[alt.Color, alt.StrokeDash, alt.Shape]:
    legend = alt.Legend(orient="top", columns=2, title=None, labelLimit=260, symbolSize=120)
    colors, dashes, shapes = (list(column)[: len(names)] for column in zip(*LOOKS, strict=True))
    return tuple(
        channel("line:N").scale(domain=list(names), range=look).legend(legend)
        for channel, look in ((alt.Color, colors), (alt.StrokeDash, dashes), (alt.Shape, shapes))
    )


def _alt(xs: Sequence[float], lines: Mapping[str, ArrayLike], axes: Axes) -> str:
    ends = "; ".join(f"{line}: {fmt(values[0])} to {fmt(values[-1])}" for line, values in lines.items())
    return f"{axes.up} over {axes.across}, from {fmt(xs[0])} to {fmt(xs[-1])}. {ends}."
