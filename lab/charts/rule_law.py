"""What a rule emits against what is wanted: accepted and corrected mass of each token inside the outline of p."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from lab.charts.colors import ACCEPTED, DRAFT, INSIDE, RESIDUAL, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.layout import reach
from lab.charts.marks import box, frame, key, line, point
from lab.charts.rows import AXIS_PIXELS, PROBABILITY_AXIS, ROW_PIXELS, row_texts
from lab.charts.scene import Scene, layers
from lab.core.numbers import display_labels, fmt, fmt_signed
from lab.core.rules import Rule

_HEAD = 1.0  # rows above the first token
_SAME = 1e-12  # a difference this small is rounding


def rule_law(rule: Rule, labels: Sequence[str], wanted: str = "p", reveal: bool = True) -> Figure:
    """One bar for each token: what comes out, accepted part and corrected part, in an outline of what should.

    Args:
        rule: any rule; ``rule.target`` is what is wanted.
        labels: V token names, any text.
        wanted: what the target is called, such as "p".
        reveal: False shows the target and the proposals only.
    """
    names, output = display_labels(labels), rule.output_law()
    end = reach(np.concatenate([rule.target, rule.proposal, output if reveal else rule.target]))
    scene = _bars(rule, names, end) if reveal else Scene(points=[point(end, 0, size=0)])
    scene += _outlines(rule, names, wanted) + _keys(rule, wanted, end, reveal)
    scene += Scene(texts=row_texts(names, _numbers(rule, output, wanted, reveal), end))
    table = _table(rule, output, names, wanted, reveal)
    return Figure(_template(len(names)), scene.data(), table, _alt(rule, output, names, wanted, reveal), "rule-law")


@cache
def _template(tokens: int) -> dict:
    x = alt.X("x:Q").scale(nice=False, zero=True).axis(**PROBABILITY_AXIS).title("probability")
    y = alt.Y("y:Q").scale(domain=[0, tokens + _HEAD], nice=False).axis(None)
    return template(layers(x, y), height=round((tokens + _HEAD) * ROW_PIXELS) + AXIS_PIXELS)


def _parts(rule: Rule, output: NDArray) -> tuple[NDArray, NDArray]:
    accepted = rule.proposal * rule.accept
    return accepted, np.maximum(output - accepted, 0)


def _bars(rule: Rule, names: list[str], end: float) -> Scene:
    boxes, lines = [], []
    accepted, corrected = _parts(rule, rule.output_law())
    for foot, (name, kept, redrawn) in enumerate(zip(names[::-1], accepted[::-1], corrected[::-1], strict=True)):
        middle, stop = float(kept), float(kept + redrawn)
        low, high = foot + 0.16, foot + 0.5
        boxes.append(box((0, middle, low, high), ACCEPTED, name, "accepted", fmt(kept)))
        boxes.append(box((middle, stop, low, high), RESIDUAL, name, "corrected", fmt(redrawn)))
        lines += [line(x, low, x, high, color=INSIDE) for x in {middle, stop} if x > 0]
    return Scene(boxes, lines, [point(end, 0, size=0)])


def _outlines(rule: Rule, names: list[str], wanted: str) -> Scene:
    lines, points, boxes = [], [], []
    for foot, (name, p, q) in enumerate(zip(names[::-1], rule.target[::-1], rule.proposal[::-1], strict=True)):
        corners = (0, float(p), foot + 0.08, foot + 0.58)
        boxes.append(box(corners, "transparent", name, wanted, fmt(p)))
        lines += frame(corners, width=2.5, color=TARGET) if p > 0 else []
        points.append(point(float(q), foot + 0.33, "diamond", size=70, fill=DRAFT, stroke=""))
    return Scene(boxes, lines, points)


def _keys(rule: Rule, wanted: str, end: float, reveal: bool) -> Scene:
    top = rule.target.size + _HEAD
    scene = Scene(**key(0, top - 0.25, f"Outline: {wanted}", stroke=TARGET, width=2.5))
    scene += Scene(**key(end / 2, top - 0.25, "Proposal", shape="diamond", fill=DRAFT, stroke="", size=70))
    if not reveal:
        return scene
    accepted, corrected = (min(1.0, float(part.sum())) for part in _parts(rule, rule.output_law()))
    scene += Scene(**key(0, top - 0.7, f"Accepted: α = {fmt(accepted)}", fill=ACCEPTED, stroke=""))
    return scene + Scene(**key(end / 2, top - 0.7, f"Corrected: {fmt(corrected)}", fill=RESIDUAL, stroke=""))


def _error(output: NDArray, target: NDArray) -> NDArray:
    return np.where(np.abs(output - target) < _SAME, 0.0, output - target)


def _numbers(rule: Rule, output: NDArray, wanted: str, reveal: bool) -> list[str]:
    if not reveal:
        return [f"{wanted} = {fmt(p)}" for p in rule.target]
    errors = _error(output, rule.target)
    return [
        f"{fmt(out)}, wanted {fmt(p)} ({fmt_signed(off)})" if off else f"{fmt(out)}, as wanted"
        for out, p, off in zip(output, rule.target, errors, strict=True)
    ]


def _table(rule: Rule, output: NDArray, names: list[str], wanted: str, reveal: bool) -> pd.DataFrame:
    columns = {wanted: rule.target, "Proposal": rule.proposal}
    if reveal:
        accepted, corrected = _parts(rule, output)
        columns |= {"Accepted mass": accepted, "Corrected mass": corrected, "Output": output}
    table = {"Token": names} | {name: [fmt(x) for x in column] for name, column in columns.items()}
    if reveal:
        table["Error"] = [fmt_signed(x) for x in _error(output, rule.target)]
    return tabular(table)


def _alt(rule: Rule, output: NDArray, names: list[str], wanted: str, reveal: bool) -> str:
    rows = "; ".join(f"{n}: {w}" for n, w in zip(names, _numbers(rule, output, wanted, reveal), strict=True))
    if not reveal:
        return f"What should come out, and what is proposed; what does come out is not shown yet. {rows}."
    distance = rule.total_variation()
    return f"Output law, distance TV = {fmt(0 if distance < _SAME else distance)} from {wanted}. {rows}."
