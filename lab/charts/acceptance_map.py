"""The picture that carries the lab: proposal across, uniform number upwards, the residual in a strip below."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import pandas as pd
from numpy.typing import ArrayLike

from lab.charts import map_draws, map_parts
from lab.charts.colors import ACCEPTED, REJECTED
from lab.charts.figure import Figure, tabular, template
from lab.charts.map_draws import MAX_DARTS, Story
from lab.charts.map_parts import BOTTOM, PX, STRIP_BOTTOM, STRIP_TOP, TOP, UNIT, MapLayout
from lab.charts.marks import hatch, key, text
from lab.charts.scene import Scene, layers
from lab.core import acceptance
from lab.core.monte_carlo import Draws
from lab.core.numbers import display_labels, fmt
from lab.core.pmf import as_pair

LANES = [0, 0.5, 1, 1 + 21 * PX, -16 * PX, (STRIP_TOP + STRIP_BOTTOM) / 2]
_LANE_NAMES = (
    "datum.value < -0.2 ? 'residual' : datum.value < 0 ? 'q(x)' : datum.value > 1 ? 'token' : "
    "datum.value == 0.5 ? 'U' : datum.value == 1 ? '1' : '0'"
)


def acceptance_map(
    p: ArrayLike,
    q: ArrayLike,
    labels: Sequence[str],
    draws: Draws | None = None,
    reveal: bool = True,
    story: Story | None = None,
    residual: bool = True,
) -> Figure:
    """Columns as wide as q(x), accepted up to min(1, p/q); the strip below holds the residual.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        labels: V token names, any text.
        draws: darts to show, the last 500 of them; with a story those before its draw.
        reveal: False leaves heights, areas and the residual open, for a prediction.
        story: one of the draws, told step by step.
        residual: False leaves the residual alone open, for a prediction.
    """
    p, q = as_pair(p, q)
    layout = map_parts.lay_out(p, q, display_labels(labels))
    residual = residual or not layout.segments  # that there is none is no secret beside α = 1
    scene = _scene(layout, reveal, residual)
    return Figure(
        template=_template(),
        data=(scene + _draws(layout, draws, story) if reveal and draws is not None else scene).data(),
        table=_table(layout, reveal, residual),
        alt=_alt(layout, reveal, residual),
        name="acceptance-map",
    )


@cache
def _template() -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    look = {"grid": False, "ticks": False, "domain": False, "labelOverlap": False, "aria": False}
    axis = alt.Axis(values=LANES, labelExpr=_LANE_NAMES, **look)
    y = alt.Y("y:Q").scale(domain=[BOTTOM, TOP], nice=False).axis(axis).title(None)
    return template(layers(x, y), height=round((TOP - BOTTOM) * UNIT))


def _scene(layout: MapLayout, reveal: bool, residual: bool) -> Scene:
    square = (_areas(layout) if reveal else Scene(map_parts.unknown_square(layout))) + _columns(layout, reveal)
    if reveal and residual:
        return square + _strip(layout)
    what_then = [text(0, STRIP_TOP + 11 * PX, "↓ rejected: and then?", align="left", size=12)] if reveal else []
    return square + Scene(lines=map_parts.strip_borders(layout, reveal=False), texts=what_then)


def _areas(layout: MapLayout) -> Scene:
    boxes, y = map_parts.square(layout), TOP - 10 * PX
    alpha = fmt(acceptance.acceptance_rate(layout.p, layout.q))
    rejected = fmt(float(acceptance.rejected_mass(layout.p, layout.q).sum()))
    accepts = key(0, y, f"Accepted: α = {alpha}", fill=ACCEPTED)
    rejects = key(0.56, y, f"Rejected: {rejected}", fill=REJECTED, hatched=True)
    return Scene(boxes, hatch(boxes)) + Scene(**accepts) + Scene(**rejects)


def _columns(layout: MapLayout, reveal: bool) -> Scene:
    names, leaders = map_parts.named(layout, layout.columns, 1, "above")
    lines = map_parts.column_borders(layout, reveal) + leaders
    return Scene(lines=lines, texts=names + map_parts.column_texts(layout, reveal))


def _strip(layout: MapLayout) -> Scene:
    words = "↓ rejected: draw again from the residual" if layout.segments else "no residual: nothing is ever rejected"
    title = text(0, STRIP_TOP + 11 * PX, words, align="left", size=12)
    names, leaders = map_parts.named(layout, layout.segments, STRIP_BOTTOM, "below")
    lines = map_parts.strip_borders(layout, reveal=True) + leaders
    return Scene(map_parts.strip(layout), lines, texts=[title, *names, *map_parts.strip_texts(layout)])


def _draws(layout: MapLayout, draws: Draws, story: Story | None) -> Scene:
    last = len(draws.u) if story is None else story.draw
    landed = map_draws.land(layout, draws, range(max(0, last - MAX_DARTS), last))
    scene = Scene(points=map_draws.darts(landed.values()))
    return scene + Scene(**map_draws.told(layout, draws, story)) if story else scene


def _table(layout: MapLayout, reveal: bool, residual: bool) -> pd.DataFrame:
    p, q = layout.p, layout.q
    columns = {"p": p, "q": q}
    if reveal:
        columns |= {
            "Acceptance probability": layout.kept,
            "Accepted mass": acceptance.accepted_mass(p, q),
            "Rejected mass": acceptance.rejected_mass(p, q),
        }
    if reveal and residual:
        columns |= {
            "Residual mass": acceptance.residual_mass(p, q),
            "Residual distribution": layout.residual if layout.segments else [None] * len(p),
        }
    written = {"Token": layout.labels} | {name: [fmt(x) for x in xs] for name, xs in columns.items()}
    return tabular(written)


def _alt(layout: MapLayout, reveal: bool, residual: bool) -> str:
    if not reveal:
        widths = ", ".join(f"{layout.labels[c.token]} {fmt(layout.q[c.token])}" for c in layout.columns)
        return f"Unit square with one column for each token, as wide as q: {widths}. Heights are not shown yet."
    columns = ", ".join(
        f"{layout.labels[c.token]} {fmt(layout.q[c.token])} wide and accepted up to {fmt(layout.kept[c.token])}"
        for c in layout.columns
    )
    segments = ", ".join(f"{layout.labels[s.token]} {fmt(layout.residual[s.token])}" for s in layout.segments)
    after = f"After a rejection: {segments}." if segments else "No residual: nothing is ever rejected."
    after = after if residual else "What follows a rejection is not shown yet."
    alpha = fmt(acceptance.acceptance_rate(layout.p, layout.q))
    return f"Acceptance map, accepted area α = {alpha}, columns: {columns}. {after}"
