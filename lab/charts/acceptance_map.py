"""The picture that carries the lab: proposal across, uniform number upwards, the residual in a strip below."""

from functools import cache

import altair as alt
import pandas as pd
from numpy.typing import ArrayLike

from lab.charts import map_draws, map_parts, scene
from lab.charts.colors import ACCEPTED, REJECTED
from lab.charts.figure import Figure, template
from lab.charts.map_draws import MAX_DARTS, Story
from lab.charts.map_parts import BOTTOM, PX, STRIP_BOTTOM, STRIP_TOP, TOP, UNIT, MapLayout
from lab.charts.scene import point, text
from lab.core import acceptance
from lab.core.monte_carlo import Draws
from lab.core.numbers import display_labels, fmt
from lab.core.pmf import as_pair

LANES = [0, 0.5, 1, 1 + 21 * PX, -16 * PX, (STRIP_TOP + STRIP_BOTTOM) / 2]
_LANE_NAMES = (
    "datum.value < -0.2 ? 'residual' : datum.value < 0 ? 'q(x)' : datum.value > 1 ? 'token' : "
    "datum.value == 0.5 ? 'U' : datum.value == 1 ? '1' : '0'"
)
_HATCHED = "M-1,0L0,-1M-1,1L1,-1M0,1L1,0"


def acceptance_map(
    p: ArrayLike,
    q: ArrayLike,
    labels: list[str],
    draws: Draws | None = None,
    reveal: bool = True,
    story: Story | None = None,
) -> Figure:
    """Columns as wide as q(x), accepted up to min(1, p/q); the strip below holds the residual.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        labels: V token names, any text.
        draws: darts to show, the last 500 of them; with a story those before its draw.
        reveal: False leaves heights, areas and the residual open, for a prediction.
        story: one of the draws, told step by step.
    """
    p, q = as_pair(p, q)
    layout = map_parts.lay_out(p, q, display_labels(labels))
    return Figure(
        template=_template(),
        data=_data(layout, draws, reveal, story),
        table=_table(layout, reveal),
        alt=_alt(layout, reveal),
        name="acceptance-map",
    )


@cache
def _template() -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    axis = alt.Axis(values=LANES, labelExpr=_LANE_NAMES, grid=False, ticks=False, domain=False, labelOverlap=False)
    y = alt.Y("y:Q").scale(domain=[BOTTOM, TOP], nice=False).axis(axis).title(None)
    return template(scene.layers(x, y), height=round((TOP - BOTTOM) * UNIT))


def _data(layout: MapLayout, draws: Draws | None, reveal: bool, story: Story | None) -> dict[str, pd.DataFrame]:
    boxes, lines, points, texts = _square(layout, reveal)
    for rows, more in zip((boxes, lines, points, texts), _strip(layout, reveal), strict=True):
        rows += more
    if draws is not None and reveal:
        more_lines, more_points = _draws(layout, draws, story)
        lines += more_lines
        points += more_points
    return scene.frames(boxes, lines, points, texts)


def _square(layout: MapLayout, reveal: bool) -> tuple[list[dict], ...]:
    boxes = map_parts.square(layout) if reveal else []
    names, leaders = map_parts.named(layout, layout.columns, 1, "above")
    lines = map_parts.hatch(boxes) + map_parts.column_borders(layout, reveal) + leaders
    points, key = _key(layout) if reveal else ([], [])
    return boxes, lines, points, key + names + map_parts.column_texts(layout, reveal)


def _strip(layout: MapLayout, reveal: bool) -> tuple[list[dict], ...]:
    lines = map_parts.strip_borders(layout, reveal)
    if not reveal:
        return [], lines, [], []
    names, leaders = map_parts.named(layout, layout.segments, map_parts.STRIP_BOTTOM, "below")
    return map_parts.strip(layout), lines + leaders, [], _strip_title(layout) + names + map_parts.strip_texts(layout)


def _draws(layout: MapLayout, draws: Draws, story: Story | None) -> tuple[list[dict], list[dict]]:
    last = len(draws.u) if story is None else story.draw
    landed = map_draws.land(layout, draws, range(max(0, last - MAX_DARTS), last))
    dots = map_draws.darts(landed.values(), many=len(landed) > 60)
    lines, told = map_draws.told(layout, draws, story) if story else ([], [])
    return lines, dots + told


def _key(layout: MapLayout) -> tuple[list[dict], list[dict]]:
    y = TOP - 10 * PX
    alpha = acceptance.acceptance_rate(layout.p, layout.q)
    points = [
        point(0, y, "square", 150, fill=ACCEPTED, dx=7),
        point(0.56, y, "square", 150, fill=REJECTED, dx=7),
        point(0.56, y, _HATCHED, 150, dx=7),
    ]
    style = {"align": "left", "dx": 20, "size": 13}
    return points, [
        text(0, y, f"Accepted: α = {fmt(alpha)}", **style),
        text(0.56, y, f"Rejected: {_rejected(layout)}", **style),
    ]


def _strip_title(layout: MapLayout) -> list[dict]:
    words = "↓ rejected: draw again from the residual" if layout.segments else "no residual: nothing is ever rejected"
    return [text(0, STRIP_TOP + 11 * PX, words, align="left", size=12)]


def _rejected(layout: MapLayout) -> str:
    return fmt(float(acceptance.rejected_mass(layout.p, layout.q).sum()))


def _table(layout: MapLayout, reveal: bool) -> pd.DataFrame:
    p, q = layout.p, layout.q
    columns = {"p": p, "q": q}
    if reveal:
        columns |= {
            "Acceptance probability": layout.kept,
            "Accepted mass": acceptance.accepted_mass(p, q),
            "Rejected mass": acceptance.rejected_mass(p, q),
            "Residual mass": acceptance.residual_mass(p, q),
            "Residual distribution": layout.residual if layout.segments else [None] * len(p),
        }
    return pd.DataFrame({"Token": layout.labels} | {name: [fmt(x) for x in xs] for name, xs in columns.items()})


def _alt(layout: MapLayout, reveal: bool) -> str:
    if not reveal:
        widths = ", ".join(f"{layout.labels[c.token]} {fmt(layout.q[c.token])}" for c in layout.columns)
        return f"Unit square with one column for each token, as wide as q: {widths}. Heights are not shown yet."
    columns = ", ".join(
        f"{layout.labels[c.token]} {fmt(layout.q[c.token])} wide and accepted up to {fmt(layout.kept[c.token])}"
        for c in layout.columns
    )
    segments = ", ".join(f"{layout.labels[s.token]} {fmt(layout.residual[s.token])}" for s in layout.segments)
    after = f"After a rejection: {segments}." if segments else "No residual: nothing is ever rejected."
    alpha = fmt(acceptance.acceptance_rate(layout.p, layout.q))
    return f"Acceptance map, accepted area α = {alpha}, columns: {columns}. {after}"
