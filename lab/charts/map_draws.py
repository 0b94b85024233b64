"""Draws on the acceptance map: darts in the square, corrections in the strip, one draw told step by step."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from lab.charts.colors import INSIDE
from lab.charts.layout import ROOT_TWO, scatter
from lab.charts.map_parts import STRIP_BOTTOM, STRIP_TOP, MapLayout, Segment
from lab.charts.marks import CROSS, frame, line, point
from lab.core.monte_carlo import Draws

MAX_DARTS = 500
STORY_STEPS = ("proposal", "test", "fate")


@dataclass(frozen=True)
class Story:
    """One draw told step by step.

    Attributes:
        draw: its index in the draws.
        step: 0 shows the proposed column, 1 adds u, 2 adds what became of it (see ``STORY_STEPS``).
    """

    draw: int
    step: int


@dataclass(frozen=True)
class Dart:
    """Where one draw lands: in the square, and in the strip if it was rejected there."""

    x: float
    y: float
    accepted: bool
    below: tuple[float, float] | None


def land(layout: MapLayout, draws: Draws, indices: Iterable[int]) -> dict[int, Dart]:
    """Places of draws; one whose proposal has no column is left out, so is a correction outside the residual."""
    columns = {column.token: column for column in layout.columns}
    segments = {segment.token: segment for segment in layout.segments}
    across, down = scatter(len(draws.u)), scatter(len(draws.u), ROOT_TWO)
    landed = {}
    for i in indices:
        accepted, segment = bool(draws.accepted[i]), segments.get(int(draws.output[i]))
        if column := columns.get(int(draws.proposal[i])):
            height = STRIP_BOTTOM + (0.15 + 0.7 * float(down[i])) * (STRIP_TOP - STRIP_BOTTOM)
            below = None if accepted or segment is None else (_within(segment, across[i]), height)
            landed[i] = Dart(_within(column, across[i]), float(draws.u[i]), accepted, below)
    return landed


def darts(landed: Collection[Dart]) -> list[dict]:
    """A dot for each accepted draw; a cross for each rejected one and a dot for its correction."""
    size, rows = next(size for most, size in ((60, 40), (200, 18), (MAX_DARTS, 9)) if len(landed) <= most), []
    for dart in landed:
        rows.append(point(dart.x, dart.y, "circle" if dart.accepted else CROSS, size=size, fill=INSIDE))
        if dart.below:
            rows.append(point(*dart.below, size=size, fill=INSIDE))
    return rows


def told(layout: MapLayout, draws: Draws, story: Story) -> dict[str, list[dict]]:
    """The lines and points of one told draw, as far as its step."""
    dart = land(layout, draws, [story.draw])[story.draw]
    column = next(column for column in layout.columns if column.token == int(draws.proposal[story.draw]))
    lines, points = frame((column.start, column.end, 0, 1), width=4), []
    if story.step >= 1:
        lines.append(line(0, dart.y, dart.x, dart.y, width=2, dash=True, color=INSIDE))
        points.append(_big(dart.x, dart.y))
    if story.step >= 2 and dart.below:
        lines.append(line(dart.x, dart.y, *dart.below, width=2))
        points.append(_big(*dart.below))
    return {"lines": lines, "points": points}


def _within(segment: Segment, part: float) -> float:
    return segment.start + (0.04 + 0.92 * float(part)) * (segment.end - segment.start)


def _big(x: float, y: float) -> dict:
    return point(x, y, size=190, fill="#FFFFFF", width=3)
