"""How the evidence against a sampler grows with the number of draws, and where it becomes an alarm."""

import math
from collections.abc import Sequence
from functools import cache

import altair as alt
import pyarrow as pa

from lab.charts.colors import INK, REJECTED, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.core.numbers import Written, fmt

TOP = 12.0
"""Powers of ten that the picture spans; what lies beyond stands at its upper edge as a triangle."""


def evidence(sizes: Sequence[int], powers: Sequence[float], names: Sequence[str], level: float) -> Figure:
    """Draw the evidence against the exact rule over the number of draws, on a log axis.

    Args:
        sizes: numbers of draws, shape (k,), rising, k at least 1.
        powers: evidence in powers of ten, shape (k,), 0 or more, maybe infinite.
        names: the test that says most at each size, k texts.
        level: chance of a false alarm; the alarm line lies at −log10(level).
    """
    alarm = -math.log10(level)
    rows = [_row(*found, alarm) for found in zip(sizes, powers, names, strict=True)]
    ends = [min(sizes), max(*sizes, 100)]
    words = [f"alarm: a chance of 1 in {fmt(round(1 / level))}", ""]
    line = pa.table({"size": ends, "height": [alarm, alarm], "words": words})
    data = {"run": pa.Table.from_pylist(rows), "alarm": line}
    columns = {"Draws": [fmt(n) for n in sizes], "Powers of ten": [_written(x) for x in powers]}
    return Figure(_template(), data, tabular(columns | {"Test that says most": names}), _alt(rows, alarm), "evidence")


def _row(size: int, powers: float, name: str, alarm: float) -> dict:
    failed, beyond = powers > alarm, powers > TOP
    return {
        "size": size,
        "height": min(powers, TOP),
        "shape": "triangle-up" if beyond else "cross" if failed else "circle",
        "color": REJECTED if failed else TARGET,
        "about": f"{fmt(size)} draws: {_written(powers)} powers of ten{f', {name}' if name else ''}",
    }


@cache
def _template() -> dict:
    x = alt.X("size:Q").scale(type="log", nice=False).axis(format="~s", tickCount=5, grid=False).title("draws")
    y = alt.Y("height:Q").scale(domain=[0, TOP], nice=False).axis(tickCount=6, domain=False)
    y = y.title(f"powers of ten against it (▲ over {TOP:g})")
    ink = alt.expr(INK)
    words = alt.Text("words:N")
    run, alarm = alt.Chart(alt.NamedData("run")), alt.Chart(alt.NamedData("alarm"))
    return template(
        alt.layer(
            alarm.mark_line(color=ink, strokeWidth=2, strokeDash=[6, 3], aria=False).encode(x, y),
            alarm.mark_text(align="left", dx=4, dy=-9, fontSize=13, color=ink, aria=False).encode(x, y, words),
            run.mark_line(color=ink, opacity=0.5, strokeWidth=1.5, aria=False).encode(x, y),
            run.mark_point(filled=True, size=90, opacity=1).encode(
                x,
                y,
                alt.Shape("shape:N").scale(None),
                alt.Color("color:N").scale(None),
                alt.Description("about:N"),
                tooltip=[alt.Tooltip("about:N").title("Evidence")],
            ),
        ),
        height=300,
        side=10,
    )


def _written(powers: float) -> str:
    return "an impossible event" if math.isinf(powers) else Written(f"{powers:.1f}", float(powers))


def _alt(rows: list[dict], alarm: float) -> str:
    over = [row["about"] for row in rows if row["color"] == REJECTED]
    crossed = f"It passes the alarm line first at {over[0]}." if over else "It never passes the alarm line."
    return (
        f"Evidence against the exact rule over the number of draws; the alarm line lies at {alarm:.1f} powers of ten. "
        f"{crossed} At the end: {rows[-1]['about']}."
    )
