"""A pair under the stress of finite precision, and what arithmetic does to one of its tokens, in plain sentences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lab.core.acceptance import accept_prob, residual, residual_mass
from lab.core.numbers import MINUS, display_labels, fmt
from lab.core.pmf import total_variation
from lab.core.precision import FORMATS, SPACES, Arithmetic, Rounding, rounded
from lab.core.stress import approach, hide, make_rare
from lab.situation import Situation

Vector = NDArray[np.float64]

RIGHT, NEVER, ALWAYS, OTHERWISE = (
    "As often as it should",
    "Never",
    "Always",
    "Neither never nor always, but not as it should",
)
FATES = (RIGHT, NEVER, ALWAYS, OTHERWISE)
CLOSE = 5e-4  # a kept share this close to the right one counts as right
HIDDEN = {
    "No mask": "nothing",
    "Masked in p": "p",
    "Masked in the test's q": "q",
    "Masked in the test's q, the rest rescaled": "q rescaled",
}
SPACE_NAMES = {"Probabilities: u < p/q": "probability", f"Logarithms: log u < log p {MINUS} log q": "log"}


@dataclass(frozen=True, eq=False)
class Case:
    """A pair made hard on arithmetic.

    Attributes:
        p, q: target and draft, shape (V,), the exact ones.
        token: the token to watch.
        hidden: what the test misses, a value of ``HIDDEN``.
    """

    p: Vector
    q: Vector
    token: int
    hidden: str

    def seen(self, how: Arithmetic) -> Rounding:
        """The pair as an engine with this arithmetic sees it."""
        return rounded(self.p, self.q, how, hide(self.p, self.q, self.token, self.hidden))

    def kept(self) -> float:
        """How often the watched token is kept when nothing is rounded or hidden; 0 where it is never proposed."""
        return float(np.nan_to_num(accept_prob(self.p, self.q)[self.token]))


def make_case(situation: Situation, token: int, rare: float, near: float, hidden: str) -> Case:
    """Make the watched token 10^rare times rarer in p and q, then p 10^near times closer to q."""
    p, q = (make_rare(law, token, rare) for law in (situation.p, situation.q))
    return Case(approach(p, q, near) if near else p, q, token, hidden)


def rarest(situation: Situation) -> int:
    """The token to watch by itself: the rarest one that both models allow; failing that, the rarest proposal."""
    both = situation.p * situation.q > 0
    allowed = both if both.any() else situation.q > 0
    return int(np.argmin(np.where(allowed, situation.q, np.inf)))


def fate(case: Case, seen: Rounding) -> str:
    """How often the watched token is kept when it is proposed: one of ``FATES``."""
    share = float(seen.rule.accept[case.token])
    if abs(share - case.kept()) < CLOSE:
        return RIGHT
    return {0.0: NEVER, 1.0: ALWAYS}.get(share, OTHERWISE)


def comparison(case: Case, seen: Rounding, how: Arithmetic) -> str:
    """What the test reads for the watched token, and what follows."""
    p, q, threshold = (float(values[case.token]) for values in (seen.p, seen.q, seen.threshold))
    names = ("p/q", f"{fmt_log(p)} / {fmt_log(q)}") if how.space == "probability" else ("log p − log q", _minus(p, q))
    read = f"The test reads {names[0]} = {names[1]}"
    share = fmt(float(seen.rule.accept[case.token]))
    if np.isnan(threshold):
        return f"{read}: that is not a number, and no u passes a comparison with it. Kept share 0."
    if np.isposinf(threshold):
        return f"{read}: that is infinite, so every u passes. Kept share 1."
    return f"{read} = {fmt_log(threshold)}. Kept share {share}."


def lost_tokens(seen: Rounding, labels: Sequence[str]) -> str:
    """Which tokens can never come out, and which come out though p forbids them; "" if none."""
    names = display_labels(labels)
    told = [
        (seen.unreachable, "can never come out, though p asks for it"),
        (seen.forbidden, "comes out, though p forbids it"),
    ]
    return " ".join(f"“{name}” {words}." for mask, words in told for name, hit in zip(names, mask, strict=True) if hit)


def every_format(case: Case, how: Arithmetic) -> dict[str, Rounding]:
    """The same pair in every format, in probability space and in log space."""
    return {
        f"{dtype}, {space}": case.seen(replace(how, dtype=dtype, space=space)) for dtype in FORMATS for space in SPACES
    }


def residual_errors(case: Case, how: Arithmetic, decades: Sequence[float]) -> dict[str, list[float]] | None:
    """Distance of each format's residual from the exact one as p comes closer to q; None where p equals q.

    Args:
        case: the pair before p comes closer; its mask stays on.
        how: the arithmetic, in each of the formats.
        decades: how close, one number a place.
    """
    if not residual_mass(case.p, case.q).any():
        return None
    exact, errors = residual(case.p, case.q), {}
    closer = [replace(case, p=approach(case.p, case.q, k)) for k in decades]
    for dtype in FORMATS:
        laws = [each.seen(replace(how, dtype=dtype)).rule.correction for each in closer]
        errors[dtype] = [total_variation(law, exact) for law in laws]
    return errors


def script(case: Case, how: Arithmetic) -> str:
    """Python that gives the numbers on the screen."""
    return f"""
from lab.core.precision import Arithmetic, rounded
from lab.core.stress import hide

target = {case.p.tolist()}
draft = {case.q.tolist()}
how = {how!r}
seen = rounded(target, draft, how, hide(target, draft, {case.token}, {case.hidden!r}))
print("read by the test:", seen.p, seen.q)
print("compared with u:", seen.threshold)
print("kept shares:", seen.rule.accept)
print("output law:", seen.rule.output_law())
print("distance TV:", seen.rule.total_variation())
print("unreachable:", seen.unreachable)
"""


def fmt_log(value: float) -> str:
    """A number or a logarithm, minus infinity included."""
    return fmt(value) if np.isfinite(value) else f"{MINUS}∞" if value < 0 else "∞"


def _minus(p: float, q: float) -> str:
    return f"{fmt_log(p)} {MINUS} ({fmt_log(q)})"
