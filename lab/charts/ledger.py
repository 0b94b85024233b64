"""The mass ledger: each token's bar, from the draft's proposal to accepted plus residual mass."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from lab.charts.colors import ACCEPTED, DRAFT, INSIDE, REJECTED, RESIDUAL
from lab.charts.figure import Figure, template
from lab.charts.layout import reach
from lab.charts.marks import Corners, box, frame, hatch, key, line, point
from lab.charts.rows import AXIS_PIXELS, PROBABILITY_AXIS, ROW_PIXELS, row_texts
from lab.charts.scene import Scene, layers
from lab.core import acceptance
from lab.core.numbers import MINUS, apportion, display_labels, fmt
from lab.core.pmf import as_pair

STEPS = ("propose", "accept", "reject", "missing", "residual", "together")
DRAFTS = 1000
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


@dataclass(frozen=True, eq=False)
class Ledger:
    """The masses of a pair, each of shape (V,); ``residual`` is None where p equals q."""

    labels: list[str]
    p: NDArray[np.float64]
    q: NDArray[np.float64]
    accepted: NDArray[np.float64]
    rejected: NDArray[np.float64]
    missing: NDArray[np.float64]
    residual: NDArray[np.float64] | None

    def mass(self, part: str) -> NDArray[np.float64]:
        return self.missing if part == "residual" else getattr(self, part)


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
        _template(p.size), _scene(ledger, step).data(), _table(ledger, step), _alt(ledger, step), "mass-ledger"
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
    texts = row_texts(ledger.labels, [_equation(ledger, step, i) for i in range(ledger.p.size)], end)
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


def _equation(ledger: Ledger, step: str, token: int) -> str:
    p, q, accepted, rejected, missing = (
        fmt(float(mass[token])) for mass in (ledger.p, ledger.q, ledger.accepted, ledger.rejected, ledger.missing)
    )
    total = fmt(float(ledger.missing.sum()))
    share = "no residual" if ledger.residual is None else f"{missing} / {total} = {fmt(float(ledger.residual[token]))}"
    return {
        "propose": f"q = {q}",
        "accept": f"min({p}, {q}) = {accepted}",
        "reject": f"{q} {MINUS} {accepted} = {rejected}",
        "missing": f"{p} {MINUS} {accepted} = {missing}",
        "residual": share,
        "together": f"{accepted} + {missing} = {p}",
    }[step]


def _table(ledger: Ledger, step: str) -> pd.DataFrame:
    """What is known at a step; later columns would tell what is still to come."""
    columns = [(name, values) for since, name, values in _columns(ledger) if STEPS.index(since) <= STEPS.index(step)]
    return pd.DataFrame({"Token": ledger.labels} | {name: [fmt(x) for x in values] for name, values in columns})


def _columns(ledger: Ledger) -> list[tuple[str, str, Sequence]]:
    tokens = ledger.p.size
    fates = apportion(np.concatenate([ledger.accepted, ledger.rejected]), DRAFTS)
    accepted, rejected = fates[:tokens], fates[tokens:]
    redrawn = apportion(ledger.missing, int(rejected.sum()))
    return [
        ("propose", "p", ledger.p),
        ("propose", "q", ledger.q),
        ("accept", "Accepted mass", ledger.accepted),
        ("reject", "Rejected mass", ledger.rejected),
        ("missing", "Residual mass", ledger.missing),
        ("residual", "Residual distribution", [None] * tokens if ledger.residual is None else ledger.residual),
        ("together", "Accepted + residual", ledger.accepted + ledger.missing),
        ("accept", "Of 1,000 drafts: accepted", accepted),
        ("reject", "rejected", rejected),
        ("residual", "drawn again", redrawn),
        ("together", "emitted", accepted + redrawn),
    ]


def _alt(ledger: Ledger, step: str) -> str:
    what = {
        "propose": "Mass ledger, proposals: each bar is q",
        "accept": "Mass ledger, accepted: each bar is the smaller of p and q",
        "reject": "Mass ledger, rejected: q minus the accepted part",
        "missing": "Mass ledger, missing: p minus the accepted part",
        "residual": "Mass ledger, residual: the missing parts divided by their sum",
        "together": "Mass ledger, together: accepted plus residual mass is p",
    }[step]
    rows = "; ".join(f"{label}: {_equation(ledger, step, i)}" for i, label in enumerate(ledger.labels))
    return f"{what}. {rows}."
