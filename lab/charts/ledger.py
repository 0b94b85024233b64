"""The mass ledger: each token's bar, from the draft's proposal to accepted plus residual mass."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
from numpy.typing import ArrayLike

from lab.charts.colors import ACCEPTED, DRAFT, INSIDE, REJECTED, RESIDUAL
from lab.charts.figure import Figure, template
from lab.charts.layout import reach
from lab.charts.ledger_words import STEPS, Ledger, describe, equation, tabulate
from lab.charts.marks import Corners, box, frame, hatch, key, line, point
from lab.charts.rows import AXIS_PIXELS, PROBABILITY_AXIS, ROW_PIXELS, row_texts
from lab.charts.scene import Scene, layers
from lab.core import acceptance
from lab.core.numbers import display_labels, fmt
from lab.core.pmf import as_pair

_PARTS = {
    "propose": ("q",),
    "accept": ("accepted",),
    "reject": ("accepted", "rejected"),
    "missing": ("accepted", "rejected", "missing"),
    "residual": ("accepted", "residual"),
    "together": ("accepted", "residual"),
}
_FILL = {"q": DRAFT, "accepted": ACCEPTED, "rejected": REJECTED, "missing": "transparent", "residual": RESIDUAL}
_WORDS = {"q": "Draft q", "accepted": "Accepted", "rejected": "Rejected", "missing": "Missing", "residual": "Residual"}
_HEAD = 1.0  # rows above the first token


def mass_ledger(p: ArrayLike, q: ArrayLike, labels: Sequence[str], step: str = "together") -> Figure:
    """One bar for each token, at one step from q to p.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        labels: V token names, any text.
        step: one of ``STEPS``: the proposals q; what is kept of them; what is not; what p still misses; the residual
            that fills it; accepted plus residual mass, which is p. An outline shows q from the second step on.
    """
    if step not in STEPS:
        raise ValueError(f"step is {step!r}: choose one of {', '.join(STEPS)}")
    p, q = as_pair(p, q)
    missing = acceptance.residual_mass(p, q)
    ledger = Ledger(
        display_labels(labels),
        p,
        q,
        acceptance.accepted_mass(p, q),
        acceptance.rejected_mass(p, q),
        missing,
        acceptance.residual(p, q) if missing.any() else None,
    )
    return Figure(
        _template(p.size), _scene(ledger, step).data(), tabulate(ledger, step), describe(ledger, step), "mass-ledger"
    )


@cache
def _template(tokens: int) -> dict:
    x = alt.X("x:Q").scale(nice=False, zero=True).axis(**PROBABILITY_AXIS).title("probability")
    y = alt.Y("y:Q").scale(domain=[0, tokens + _HEAD], nice=False).axis(None)
    return template(layers(x, y), height=round((tokens + _HEAD) * ROW_PIXELS) + AXIS_PIXELS)


def _scene(ledger: Ledger, step: str) -> Scene:
    end = reach(np.concatenate([ledger.p, ledger.q]))
    boxes, lines = [], []
    for token in range(ledger.p.size):
        bars, outlines = _bar(ledger, step, token)
        boxes, lines = boxes + bars, lines + outlines
    texts = row_texts(ledger.labels, [equation(ledger, step, i) for i in range(ledger.p.size)], end)
    return Scene(
        boxes, hatch(boxes, spacing=0.022 * end, lean=0.09 * end) + lines, [point(end, 0, size=0)], texts
    ) + _keys(ledger, step, end)


def _bar(ledger: Ledger, step: str, token: int) -> tuple[list[dict], list[dict]]:
    base, start, boxes, lines = ledger.p.size - 1 - token, 0.0, [], []
    for part in _PARTS[step]:
        mass = float(ledger.mass(part)[token])
        corners = (start, start + mass, base + 0.14, base + 0.5)
        boxes.append(box(corners, _FILL[part], ledger.labels[token], part, fmt(mass)))
        if mass > 0:
            lines += frame(corners, dash=True, width=2, color=RESIDUAL) if part == "missing" else _edge(corners)
        start += mass
    if step != "propose" and ledger.q[token] > 0:
        lines += frame((0, float(ledger.q[token]), base + 0.07, base + 0.57), width=2.5, color=DRAFT)
    return boxes, lines


def _edge(corners: Corners) -> list[dict]:
    return [line(corners[1], corners[2], corners[1], corners[3], color=INSIDE)]


def _keys(ledger: Ledger, step: str, end: float) -> Scene:
    top, scene = ledger.p.size + _HEAD, Scene()
    for i, part in enumerate(_PARTS[step]):
        words = f"{_WORDS[part]}: {fmt(min(1.0, float(ledger.mass(part).sum())))}"
        look = {"fill": _FILL[part], "stroke": RESIDUAL if part == "missing" else "", "hatched": part == "rejected"}
        scene += Scene(**key(end * (i % 2) / 2, top - 0.25 - 0.45 * (i // 2), words, **look))
    if step == "propose":
        return scene
    return scene + Scene(**key(end / 2, top - 0.7, "Outline: draft q", stroke=DRAFT, width=2.5))
