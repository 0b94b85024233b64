"""One acceptance rule as a value: what really proposes, what accepts, what corrects."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.pmf import as_pair, total_variation

Kind = Literal["exact", "exact but slower", "biased", "deliberate approximation"]
Vector = NDArray[np.float64]
Parts = tuple[Vector, Vector, Vector]  # proposal, accept, correction

RULES: dict[str, Callable[..., "Rule"]] = {}
"""Every rule of the lab: key → function of (p, q, **options) that gives the ``Rule`` for this pair."""
TITLES: dict[str, str] = {}
"""Key in ``RULES`` → the rule's one name everywhere; it says what is done, not whether it is right."""


@dataclass(frozen=True, eq=False)
class Rule:
    """An acceptance rule for one position, applied to one pair.

    Args:
        key: its name in ``RULES``.
        title: its name on screen, as in ``TITLES``.
        kind: what it is in general; for a special pair (p = q, say) a biased rule can still give p.
        mass: one sentence on where the mass goes.
        reference: a public place where it was met, or "".
        target: the law p that is wanted, shape (V,).
        proposal: the law that really draws x, shape (V,).
        accept: the probability that a proposed x is kept, shape (V,), in [0, 1]; 0 where x is never proposed.
        correction: the law after a rejection, shape (V,); or shape (V, V), one row for each rejected proposal.
    """

    key: str
    title: str
    kind: Kind
    mass: str
    reference: str
    target: Vector
    proposal: Vector
    accept: Vector
    correction: Vector

    @property
    def exact(self) -> bool:
        """Whether the output law is p for every pair."""
        return self.kind in ("exact", "exact but slower")

    def output_law(self) -> Vector:
        """Law of the emitted token: proposal × accept + the rejected proposals sent through their correction.

        Returns:
            Shape (V,), sum 1.
        """
        rejected = self.proposal * (1 - self.accept)
        corrected = rejected.sum() * self.correction if self.correction.ndim == 1 else rejected @ self.correction
        return self.proposal * self.accept + corrected

    def acceptance_rate(self) -> float:
        """Chance that a proposal is kept: the sum of proposal × accept, a number in [0, 1]."""
        return min(1.0, float(self.proposal @ self.accept))

    def total_variation(self) -> float:
        """Distance of the output law from the target p, a number in [0, 1]."""
        return total_variation(self.target, self.output_law())


def rule(key: str, title: str, kind: Kind, mass: str, reference: str = "") -> Callable[..., Callable[..., Rule]]:
    """Enter a function of validated (p, q, **options) giving (proposal, accept, correction) into ``RULES``."""

    def enter(parts: Callable[..., Parts]) -> Callable[..., Rule]:
        @wraps(parts)
        def build(p: ArrayLike, q: ArrayLike, **options) -> Rule:
            target, draft = as_pair(p, q)
            return Rule(key, title, kind, mass, reference, target, *parts(target, draft, **options))

        RULES[key], TITLES[key] = build, title
        return build

    return enter


def ratio(p: Vector, q: Vector) -> Vector:
    """The acceptance test of speculative sampling, min(1, p/q), with 0 where q = 0: x is then never proposed."""
    kept = (q > 0).astype(np.float64)
    np.divide(p, q, out=kept, where=p < q)  # divides only where the ratio is below 1, so nothing overflows
    return kept


def law_of(mass: Vector, otherwise: Vector) -> Vector:
    """Divide nonnegative masses by their sum; where nothing is left (0/0), draw from ``otherwise``."""
    total = mass.sum()
    return mass / total if total > 0 else otherwise


def residual_or_p(p: Vector, q: Vector) -> Vector:
    """The residual distribution of p and q; p itself where p never exceeds q, so that it is a law for every pair."""
    return law_of(np.maximum(p - q, 0), otherwise=p)


def one_hot(token: int, size: int) -> Vector:
    """The law that always gives this token."""
    return np.eye(1, size, token)[0]


def without_proposal(p: Vector) -> Vector:
    """For each rejected x the law p with x taken out, shape (V, V); p itself where x was all of it."""
    return np.array([law_of(np.where(np.arange(p.size) == x, 0, p), otherwise=p) for x in range(p.size)])


def largest(law: Vector, count: float) -> NDArray[np.bool_]:
    """Which tokens are the ``count`` most likely ones; of equal tokens the first stays."""
    rank = np.argsort(np.argsort(-law, kind="stable"))
    return rank < count


def option(name: str, value: float, low: float, high: float) -> float:
    """Return an option of a rule that lies where it has a meaning; raise ``ValueError`` where it does not."""
    if not low <= value <= high:
        raise ValueError(f"{name} is {value}: give a number from {low:g} to {high:g}")
    return value
