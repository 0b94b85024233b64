"""The map of speed: walltime factor for each acceptance rate and draft length, and where drafting begins to pay."""

from collections.abc import Sequence
from functools import cache
from itertools import product

import altair as alt
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.charts.colors import ACCEPTED, INSIDE, REJECTED
from lab.charts.figure import Figure, tabular, template
from lab.charts.marks import box, frame, line, point, text
from lab.charts.scene import Scene, layers
from lab.core.numbers import fmt

_EVEN = "#F4F4F4"  # as fast as without drafts
_NUMBER = 0.3  # of a cell: from its middle to the end of its number
_FULL = 3.0  # this many times faster, or slower, has the full colour


def speed_map(
    alphas: Sequence[float], lengths: Sequence[int], speeds: ArrayLike, even: ArrayLike, now: tuple[float, int]
) -> Figure:
    """Draw one cell for each pair, with its factor; bold frames are the fastest length of a column.

    Args:
        alphas: acceptance rates, evenly spaced and rising, shape (n,).
        lengths: draft lengths 1, 2, … m.
        speeds: walltime factors, shape (m, n).
        even: for each length the rate at which the factor is 1; NaN where it never is, shape (m,).
        now: α and γ in use.
    """
    speeds, even = np.asarray(speeds, dtype=np.float64), np.asarray(even, dtype=np.float64)
    half = (alphas[1] - alphas[0]) / 2
    corners = [point(alphas[0] - half, 0.5, size=0), point(alphas[-1] + half, len(lengths) + 0.5, size=0)]
    scene = Scene(points=corners) + _cells(alphas, lengths, half, speeds)
    scene += _fastest(alphas, lengths, half, speeds) + _even_line(alphas, lengths, even) + _here(*now)
    columns = {f"α = {fmt(alpha)}": map(fmt, speeds[:, column]) for column, alpha in enumerate(alphas)}
    columns = {"γ": map(str, lengths)} | columns | {"Pays above α": map(fmt, even)}
    table = tabular({name: list(column) for name, column in columns.items()})
    return Figure(_template(len(lengths)), scene.data(), table, _alt(alphas, lengths, speeds, even), "speed-map")


@cache
def _template(rows: int) -> dict:
    ticks = {"values": [0, 0.2, 0.4, 0.6, 0.8, 1], "grid": False, "domain": False, "format": "~g"}
    x = alt.X("x:Q").scale(nice=False, zero=False).axis(**ticks).title("acceptance rate α")
    ticks = {"values": list(range(1, rows + 1)), "grid": False, "domain": False}
    y = alt.Y("y:Q").scale(domain=[0.5, rows + 0.5], nice=False).axis(**ticks).title("draft length γ")
    tip = {"token": "Place", "mass": "Walltime factor"}
    return template(layers(x, y, tip), height=34 * rows + 60)


def _cells(alphas: Sequence[float], lengths: Sequence[int], half: float, speeds: NDArray) -> Scene:
    boxes, texts = [], []
    narrow = 24 / (2 * half / (1 + 2 * half))  # a picture narrower than this has no room for numbers
    for speed, (length, alpha) in zip(speeds.ravel().tolist(), product(lengths, alphas), strict=True):
        corners = (alpha - half, alpha + half, length - 0.5, length + 0.5)
        place = f"α = {fmt(alpha)}, γ = {length}"
        fill = _color(speed)
        boxes.append(box(corners, fill, place, "walltime factor", fmt(speed)))
        texts.append(text(alpha, length, f"{speed:.1f}", size=12, color=INSIDE, halo=fill, hide=narrow))
    return Scene(boxes, texts=texts)


def _color(speed: float) -> str:
    """From slow over as fast to fast: in equal steps of the factor's logarithm."""
    share = float(np.clip(np.log(max(speed, 1e-9)) / np.log(_FULL), -1, 1))
    ends = (_channels(_EVEN), _channels(ACCEPTED if share > 0 else REJECTED))
    mixed = ends[0] + abs(share) * (ends[1] - ends[0])
    return "#" + "".join(f"{round(channel):02X}" for channel in mixed.tolist())


def _channels(color: str) -> NDArray[np.float64]:
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)


def _fastest(alphas: Sequence[float], lengths: Sequence[int], half: float, speeds: NDArray) -> Scene:
    lines = []
    for column, alpha in enumerate(alphas):
        best = int(speeds[:, column].argmax())
        if speeds[best, column] > 1:
            y = lengths[best]
            lines += frame((alpha - half, alpha + half, y - 0.5, y + 0.5), width=2.5, color=INSIDE)
    return Scene(lines=lines)


def _even_line(alphas: Sequence[float], lengths: Sequence[int], even: NDArray) -> Scene:
    """The break-even line: upright within each row, with a gap where a number stands, and level between rows."""
    style, step, lines = {"width": 3, "color": INSIDE, "dash": True}, alphas[1] - alphas[0], []
    for n, x in zip(lengths, even.tolist(), strict=True):
        if x == x:
            beside = np.abs(np.asarray(alphas) - x).min() > _NUMBER * step
            half = 0 if beside else 0.3
            lines += [line(x, n - 0.5, x, n - half, **style), line(x, n + half, x, n + 0.5, **style)]
    for n, left, right in zip(lengths, even[:-1].tolist(), even[1:].tolist(), strict=False):
        if left == left and right == right:
            lines.append(line(left, n + 0.5, right, n + 0.5, **style))
    return Scene(lines=lines)


def _here(alpha: float, length: int) -> Scene:
    around = {"size": 700, "fill": "transparent"}
    outer = point(alpha, length, stroke="#FFFFFF", **around | {"width": 6})
    return Scene(points=[outer, point(alpha, length, stroke=INSIDE, **around | {"width": 3})])


def _alt(alphas: Sequence[float], lengths: Sequence[int], speeds: NDArray, even: NDArray) -> str:
    row, column = np.unravel_index(speeds.argmax(), speeds.shape)
    pays = "; ".join(
        f"γ = {n}: {'never' if rate != rate else f'above α = {fmt(rate)}'}"
        for n, rate in zip(lengths, even.tolist(), strict=True)
    )
    return (
        f"Walltime factors from {fmt(speeds.min())} to {fmt(speeds.max())}, the largest at α = {fmt(alphas[column])} "
        f"and γ = {lengths[row]}. Drafting pays: {pays}."
    )
