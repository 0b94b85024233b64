"""Where a request is applied: the acceptance rate and the error of each place, side by side."""

from collections.abc import Mapping
from functools import cache

import altair as alt

from lab.charts.colors import ACCEPTED, INSIDE, REJECTED
from lab.charts.figure import Figure, tabular, template
from lab.charts.marks import box, frame, hatch, key, line
from lab.charts.rows import AXIS_PIXELS, PROBABILITY_AXIS, ROW_PIXELS, row_texts
from lab.charts.scene import Scene, layers
from lab.core.numbers import fmt
from lab.core.rules import Rule

_HEAD = 0.6
_SAME = 1e-12


def placements(rules: Mapping[str, Rule]) -> Figure:
    """Two bars for each place: the acceptance rate, and the distance of the output from the requested law.

    Args:
        rules: name of the place → its rule.
    """
    names, rows = list(rules), [(r.acceptance_rate(), _distance(r)) for r in rules.values()]
    scene = Scene(texts=row_texts(names, [f"α = {fmt(a)}, TV = {fmt(tv)}" for a, tv in rows], 1.0))
    for foot, (name, (alpha, tv)) in enumerate(zip(names[::-1], rows[::-1], strict=True)):
        scene += _bar(name, "accepted", alpha, ACCEPTED, foot + 0.36) + _bar(name, "distance", tv, REJECTED, foot + 0.1)
    scene = Scene(scene.boxes, hatch(scene.boxes, "distance", lean=0.05) + scene.lines, scene.points, scene.texts)
    top = len(names) + _HEAD - 0.25
    scene += Scene(**key(0, top, "Acceptance rate α", fill=ACCEPTED, stroke=""))
    scene += Scene(**key(0.5, top, "Distance TV", fill=REJECTED, stroke="", hatched=True))
    table = tabular(
        {
            "Applied to": names,
            "Acceptance rate α": [fmt(a) for a, _ in rows],
            "Distance TV from the requested law": [fmt(tv) for _, tv in rows],
        }
    )
    told = "; ".join(f"{name}: α = {fmt(a)}, TV = {fmt(tv)}" for name, (a, tv) in zip(names, rows, strict=True))
    return Figure(_template(len(names)), scene.data(), table, f"Where the request is applied. {told}.", "placements")


@cache
def _template(rows: int) -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(**PROBABILITY_AXIS).title("share")
    y = alt.Y("y:Q").scale(domain=[0, rows + _HEAD], nice=False).axis(None)
    return template(layers(x, y), height=round((rows + _HEAD) * ROW_PIXELS) + AXIS_PIXELS)


def _distance(rule: Rule) -> float:
    distance = rule.total_variation()
    return 0.0 if distance < _SAME else distance


def _bar(name: str, part: str, value: float, fill: str, low: float) -> Scene:
    corners = (0.0, value, low, low + 0.22)
    edge = frame(corners, color=INSIDE) if value else [line(0, low, 0, low + 0.22)]
    return Scene([box(corners, fill, name, part, fmt(value))], edge)
