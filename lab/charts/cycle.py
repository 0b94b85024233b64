"""One draft-and-verify cycle: an acceptance map in small for each draft, and the token drawn last."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
from numpy.typing import NDArray

from lab.charts.colors import ACCEPTED, INSIDE, NEUTRAL, REJECTED, RESIDUAL, TARGET
from lab.charts.cycle_words import cycle_table, cycle_words, fate_of
from lab.charts.figure import Figure, template
from lab.charts.marks import CROSS, box, frame, hatch, key, point, text
from lab.charts.scene import Scene, layers
from lab.core.block import Cycle, Event
from lab.core.numbers import fmt

ACROSS = 5  # cells in a row
ROW, UNIT = 2.72, 92  # height of a row of cells; pixels of a map's height
LEFT, WIDE = 0.06, 0.86  # a map within its cell
FOOT, TOP = 1.3, 2.3
SLOT = 1 / ACROSS


def cycle_picture(cycle: Cycle, names: Sequence[str], shown: int) -> Figure:
    """Draw a cycle up to a step.

    Args:
        cycle: the record.
        names: V different token names.
        shown: how many tests are shown; more than the draft is long: the token drawn last, too.
    """
    count = len(cycle.events) + 1
    rows = -(-count // ACROSS)
    scene = Scene(points=[point(ACROSS, 0, size=0)]) + _keys(rows)
    for place, event in enumerate(cycle.events):
        scene += _draft(event, names, _corner(place, rows), (place + 1, fate_of(cycle, place, shown)))
    scene += _last(cycle, names, _corner(count - 1, rows), shown >= count)
    table = cycle_table(cycle, names, shown)
    return Figure(_template(rows), scene.data(), table, cycle_words(cycle, names, shown), "draft-block")


@cache
def _template(rows: int) -> dict:
    x = alt.X("x:Q").scale(domain=[0, ACROSS], nice=False).axis(None)
    y = alt.Y("y:Q").scale(domain=[0, rows * ROW + 0.4], nice=False).axis(None)
    return template(layers(x, y), height=round((rows * ROW + 0.4) * UNIT))


def _corner(cell: int, rows: int) -> tuple[float, float]:
    return float(cell % ACROSS), (rows - 1 - cell // ACROSS) * ROW


def _keys(rows: int) -> Scene:
    y = rows * ROW + 0.2
    scene = Scene(**key(LEFT, y, "accepted", fill=ACCEPTED, stroke=""))
    scene += Scene(**key(LEFT + 1.6, y, "rejected", hatched=True, fill=REJECTED, stroke=""))
    return scene + Scene(**key(LEFT + 3.2, y, "the test’s u", shape="circle", fill="", stroke="", size=60))


def _line(x: float, y: float, words: str, **style: object) -> dict:
    return text(x, y, words, align="left", slot=SLOT, **style)


def _draft(event: Event, names: Sequence[str], corner: tuple[float, float], told: tuple[int, str]) -> Scene:
    (x, y), (number, fate) = corner, told
    chance = float(event.accept[event.token])
    texts = [
        _line(x + LEFT, y + TOP + 0.2, f"{number}  {names[event.token]}", bold=True, size=14),
        _line(x + LEFT, y + FOOT - 0.2, f"p {fmt(event.p[event.token])}", size=12),
        _line(x + LEFT, y + FOOT - 0.42, f"q {fmt(event.q[event.token])}", size=12),
        _line(x + LEFT, y + FOOT - 0.64, f"keep {fmt(chance)}", size=12),
        _line(x + LEFT, y + FOOT - 0.9, fate, bold=True),
    ]
    scene = _map(event, names, corner, fate == "discarded") + Scene(texts=texts)
    if fate in ("accepted", "rejected"):
        scene += Scene(points=[point(_middle(event, x), y + FOOT + event.u, size=70, fill="#FFFFFF", stroke=INSIDE)])
    return scene


def _map(event: Event, names: Sequence[str], corner: tuple[float, float], discarded: bool) -> Scene:
    x, y = corner
    ends = x + LEFT + WIDE * np.concatenate([[0.0], event.proposal.cumsum()])
    boxes = []
    for token in np.flatnonzero(event.proposal).tolist():
        left, right, height = float(ends[token]), float(ends[token + 1]), y + FOOT + float(event.accept[token])
        colors = (NEUTRAL, "transparent") if discarded else (ACCEPTED, REJECTED)
        parts = (
            (y + FOOT, height, colors[0], "accepted", event.accept[token]),
            (height, y + TOP, colors[1], "rejected", 1 - event.accept[token]),
        )
        boxes += [
            box((left, right, low, high), fill, names[token], part, fmt(float(mass * event.proposal[token])))
            for low, high, fill, part, mass in parts
            if high > low
        ]
    lines = [] if discarded else hatch(boxes, spacing=0.06, lean=0.12)
    lines += frame((x + LEFT, x + LEFT + WIDE, y + FOOT, y + TOP))
    own = (float(ends[event.token]), float(ends[event.token + 1]), y + FOOT, y + TOP)
    crossed = [point(x + LEFT + WIDE / 2, y + (FOOT + TOP) / 2, CROSS, size=900, stroke="", width=3)]
    return Scene(boxes, lines + frame(own, width=3), crossed if discarded else [])


def _middle(event: Event, x: float) -> float:
    right = float(event.proposal[: event.token + 1].sum())
    return x + LEFT + WIDE * (right - float(event.proposal[event.token]) / 2)


def _last(cycle: Cycle, names: Sequence[str], corner: tuple[float, float], shown: bool) -> Scene:
    x, y = corner
    around = frame((x + LEFT, x + LEFT + WIDE, y + FOOT, y + TOP), dash=not shown)
    if not shown:
        unknown = text(x + LEFT + WIDE / 2, y + (FOOT + TOP) / 2, "?", size=28)
        return Scene(lines=around, texts=[unknown, _line(x + LEFT, y + TOP + 0.2, "one more", bold=True)])
    fill = RESIDUAL if cycle.final_kind == "correction" else TARGET
    ends = x + LEFT + WIDE * np.concatenate([[0.0], cycle.final_law.cumsum()])
    columns = {token: (float(ends[token]), float(ends[token + 1]), y + FOOT, y + TOP) for token in range(len(names))}
    boxes = [_share(columns[token], fill, names[token], cycle.final_law[token]) for token in _drawable(cycle.final_law)]
    lines = around + [line for token in _drawable(cycle.final_law) for line in frame(columns[token], color=INSIDE)]
    texts = [
        _line(x + LEFT, y + TOP + 0.2, f"+  {names[cycle.final]}", bold=True, size=14),
        _line(x + LEFT, y + FOOT - 0.2, f"law {fmt(cycle.final_law[cycle.final])}", size=12),
        _line(x + LEFT, y + FOOT - 0.9, cycle.final_kind if cycle.final_emitted else "not emitted", bold=True, size=12),
    ]
    return Scene(boxes, lines + frame(columns[cycle.final], width=3), [], texts)


def _drawable(law: NDArray) -> list[int]:
    return np.flatnonzero(law).tolist()


def _share(corners: tuple, fill: str, name: str, mass: float) -> dict:
    return box(corners, fill, name, "drawn last", fmt(mass))
