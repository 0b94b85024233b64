"""The mass ledger in words and numbers: what each step of it says about a token."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from lab.charts.figure import tabular
from lab.core.numbers import MINUS, apportion, fmt

STEPS = ("propose", "accept", "reject", "missing", "residual", "together")
DRAFTS = 1000


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


def equation(ledger: Ledger, step: str, token: int) -> str:
    """One token's arithmetic at a step, in the digits of the screen."""
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


def tabulate(ledger: Ledger, step: str) -> pd.DataFrame:
    """What is known at a step; later columns would tell what is still to come."""
    columns = [(name, values) for since, name, values in _columns(ledger) if STEPS.index(since) <= STEPS.index(step)]
    return tabular({"Token": ledger.labels} | {name: [fmt(x) for x in values] for name, values in columns})


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
        ("reject", "Of 1,000 drafts: rejected", rejected),
        ("residual", "Of 1,000 drafts: drawn again", redrawn),
        ("together", "Of 1,000 drafts: emitted", accepted + redrawn),
    ]


def describe(ledger: Ledger, step: str) -> str:
    """The text alternative of a step."""
    what = {
        "propose": "Mass ledger, proposals: each bar is q",
        "accept": "Mass ledger, accepted: each bar is the smaller of p and q",
        "reject": "Mass ledger, rejected: q minus the accepted part",
        "missing": "Mass ledger, missing: p minus the accepted part",
        "residual": "Mass ledger, residual: the missing parts divided by their sum",
        "together": "Mass ledger, together: accepted plus residual mass is p",
    }[step]
    rows = "; ".join(f"{label}: {equation(ledger, step, i)}" for i, label in enumerate(ledger.labels))
    return f"{what}. {rows}."
