"""The parts of the acceptance map as rows: columns of the square, the residual strip, borders, names, numbers.

Heights are in units of the square (0 to 1); the strip lies below 0, the labels above 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.charts.colors import ACCEPTED, INSIDE, REJECTED, RESIDUAL
from lab.charts.layout import edges, slots, spread
from lab.charts.marks import box, frame, line, names_along, number
from lab.core import acceptance
from lab.core.numbers import fmt

UNIT = 256  # pixels of the square's height
PX = 1 / UNIT
STRIP_TOP, STRIP_BOTTOM = -54 * PX, -88 * PX
TOP, BOTTOM = 1 + 88 * PX, STRIP_BOTTOM - 64 * PX


@dataclass(frozen=True)
class Segment:
    """One token's place along [0, 1] in the square or in the strip."""

    token: int
    start: float
    end: float


@dataclass(frozen=True)
class MapLayout:
    """What the map shows, and where.

    Attributes:
        labels: V names to show.
        p: target, shape (V,).
        q: draft, shape (V,).
        kept: acceptance probabilities, shape (V,), NaN where q = 0.
        residual: shape (V,); all zeros where p equals q.
        columns: one for each token with q > 0, as wide as q.
        segments: one for each token of the residual, as wide as that.
    """

    labels: list[str]
    p: NDArray[np.float64]
    q: NDArray[np.float64]
    kept: NDArray[np.float64]
    residual: NDArray[np.float64]
    columns: list[Segment]
    segments: list[Segment]


def lay_out(p: NDArray[np.float64], q: NDArray[np.float64], labels: list[str]) -> MapLayout:
    """Place the tokens of a pair."""
    rejects = acceptance.residual_mass(p, q).any()
    residual = acceptance.residual(p, q) if rejects else np.zeros_like(q)
    return MapLayout(labels, p, q, acceptance.accept_prob(p, q), residual, _segments(q), _segments(residual))


def unknown_square(layout: MapLayout) -> list[dict]:
    """Empty boxes, as wide as q and as high as the square, while nothing else may be told."""
    return [
        box(
            (column.start, column.end, 0, 1),
            "transparent",
            layout.labels[column.token],
            "q",
            fmt(layout.q[column.token]),
        )
        for column in layout.columns
    ]


def square(layout: MapLayout) -> list[dict]:
    """Accepted and rejected boxes of every column."""
    rows = []
    for column in layout.columns:
        kept, q = float(layout.kept[column.token]), layout.q[column.token]
        for part, fill, low, high in (("accepted", ACCEPTED, 0, kept), ("rejected", REJECTED, kept, 1)):
            if low < high:
                corners = (column.start, column.end, low, high)
                mass = f"{fmt(q * (high - low))} (q = {fmt(q)}, acceptance probability {fmt(kept)})"
                rows.append(box(corners, fill, layout.labels[column.token], part, mass))
    return rows


def strip(layout: MapLayout) -> list[dict]:
    """Boxes of the residual distribution."""
    return [
        box(
            (segment.start, segment.end, STRIP_BOTTOM, STRIP_TOP),
            RESIDUAL,
            layout.labels[segment.token],
            "residual",
            fmt(layout.residual[segment.token]),
        )
        for segment in layout.segments
    ]


def column_borders(layout: MapLayout, reveal: bool) -> list[dict]:
    """The square, its columns, and (revealed) a thick line at each acceptance probability."""
    rows = frame((0, 1, 0, 1))
    for column in layout.columns:
        rows.append(line(column.end, 0, column.end, 1))
        if reveal:
            height = layout.kept[column.token]
            rows.append(line(column.start, height, column.end, height, width=3))
    return rows


def strip_borders(layout: MapLayout, reveal: bool) -> list[dict]:
    """The strip and its segments; a dashed inner frame marks tokens that the draft never proposes."""
    segments = layout.segments if reveal else []
    rows = frame((0, 1, STRIP_BOTTOM, STRIP_TOP), dash=not segments)
    for segment in segments:
        rows.append(line(segment.end, STRIP_BOTTOM, segment.end, STRIP_TOP))
        if layout.q[segment.token] == 0:
            inner = (segment.start, segment.end, STRIP_BOTTOM + 3 * PX, STRIP_TOP - 3 * PX)
            rows += frame(inner, dash=True, color=INSIDE)
    return rows


def column_texts(layout: MapLayout, reveal: bool) -> list[dict]:
    """q(x) under each column and (revealed) the acceptance probability at its height."""
    rows = []
    for column in layout.columns:
        ends, kept = (column.start, column.end), float(layout.kept[column.token])
        rows.append(number(ends, -8 * PX, fmt(layout.q[column.token]), side="below", turns=False))
        if reveal:
            side, y, halo = ("below", kept - 5 * PX, ACCEPTED) if kept >= 0.2 else ("above", kept + 5 * PX, REJECTED)
            rows.append(number(ends, y, fmt(kept), side=side, halo=halo, color=INSIDE, bold=True))
    return rows


def strip_texts(layout: MapLayout) -> list[dict]:
    """The residual's numbers in the strip."""
    rows = []
    for segment in layout.segments:
        value = fmt(layout.residual[segment.token]) + (" (q = 0)" if layout.q[segment.token] == 0 else "")
        middle = (STRIP_TOP + STRIP_BOTTOM) / 2
        rows.append(
            number((segment.start, segment.end), middle, value, side="middle", halo=RESIDUAL, color=INSIDE, turns=False)
        )
    return rows


def named(layout: MapLayout, segments: Iterable[Segment], y: float, side: str) -> tuple[list[dict], list[dict]]:
    """Names beside columns or segments, moved apart where these are thin, with leader lines: (texts, lines)."""
    segments = list(segments)
    up = PX if side == "above" else -PX
    middles = [(segment.start + segment.end) / 2 for segment in segments]
    places = spread(middles, min(0.08, 1 / max(len(segments), 1)))
    leaders = [line(middle, y, place, y + 12 * up) for middle, place in zip(middles, places, strict=True)]
    return names_along(places, slots(places), y + 14 * up, [layout.labels[s.token] for s in segments], side), leaders


def _segments(widths: NDArray[np.float64]) -> list[Segment]:
    start, end = edges(widths)
    return [Segment(int(token), float(start[token]), float(end[token])) for token in np.flatnonzero(widths)]
