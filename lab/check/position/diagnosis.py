"""Which rule made these draws? Every rule of ``lab.check.rivals`` is compared with the exact one by likelihood."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from lab.check.position import evidence
from lab.check.position.guard import Seen
from lab.check.report import Suspect
from lab.check.rivals import BEHIND, FLOOR, PART, RIVALS, guess
from lab.core.rules import Rule

EXACT = "speculative"
MOST_TOKENS = 1024  # a rule holds a law for each rejected token
CLEARLY = 1.0  # powers of ten
POOR = 6.0  # powers of ten by which some other law does still better
Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Cells:
    """Counts of what was seen: outputs, or whole events.

    Attributes:
        counts: how often each cell came, shape (C,).
        law: a function of a rule that gives the probability of each cell, shape (C,).
    """

    counts: NDArray[np.int64]
    law: Callable[[Rule], Vector]


def rules_for(p: Vector, q: Vector) -> list[Rule]:
    """Every rule with its default options, made for this pair; none where there are too many tokens."""
    return [make(p, q) for make in RIVALS.values()] if p.size <= MOST_TOKENS else []


def wrong_laws(rules: Sequence[Rule], p: Vector) -> list[Vector]:
    """The output laws of rules that do not give p for this pair, each once."""
    laws = [rule.output_law() for rule in rules if not rule.exact]
    return list({law.round(12).tobytes(): law for law in laws if np.abs(law - p).max() > 1e-9}.values())


def diagnose(seen: Seen, rules: Sequence[Rule]) -> tuple[Suspect, ...]:
    """Rank the rules that explain the draws better than the exact rule does, the best first.

    Args:
        seen: what was drawn: outputs alone, or with proposals, or with proposals and flags.
        rules: the exact rule and its rivals, made for this pair.

    Returns:
        One suspect for each rule that fits well, is at least ten times as likely as the exact one, and not far behind
        the best. Rules whose cells have the same probabilities cannot be told apart; they stand side by side and name
        each other. Where no rule fits well, the nearest one alone, as a guess, if it explains much; else none.
    """
    if not rules or not seen.output.size:
        return ()
    cells = cells_of(seen)
    fits = {rule: float(xlogy(cells.counts, cells.law(rule)).sum()) for rule in rules}
    exact = next(fit for rule, fit in fits.items() if rule.key == EXACT)
    better = {rule: fit for rule, fit in fits.items() if _powers(fit, exact) > CLEARLY}
    ranked = sorted(better, key=lambda rule: -round(better[rule], 3))  # a stable order where rounding is all
    good = [rule for rule in ranked if not _poor(cells, rule)]
    close = [rule for rule in good if _powers(fits[good[0]], fits[rule]) < BEHIND]
    nearest = [rule for rule in ranked[:1] if _explains_much(cells, fits[rule], rules)]
    said = "Outputs fit" if seen.proposal is None else "The recorded draws fit"
    return tuple(
        _suspect(
            rule,
            [twin for twin in ranked if _alike(better, rule, twin)],
            f"{said} {_clause(rule, fits[rule], exact)}." if good else guess(_clause(rule, fits[rule], exact)),
            _powers(fits[rule], exact),
            bool(good),
        )
        for rule in close or nearest
    )


def cells_of(seen: Seen) -> Cells:
    """Count the finest events that are known."""
    if seen.proposal is None:
        tokens, counts = np.unique(seen.output, return_counts=True)
        return Cells(counts, lambda rule: rule.output_law()[tokens])
    tokens = 1 + int(max(seen.proposal.max(), seen.output.max()))
    codes, counts = np.unique((seen.proposal * tokens + seen.output) * 2 + seen.accepted, return_counts=True)
    x, y, kept = codes // 2 // tokens, codes // 2 % tokens, codes % 2 == 1
    if seen.inferred:  # an output that equals its proposal may also be its correction
        return Cells(counts, lambda rule: _kept(rule, x, y) + _corrected(rule, x, y))
    return Cells(counts, lambda rule: np.where(kept, _kept(rule, x, y), _corrected(rule, x, y)))


def _kept(rule: Rule, x: NDArray, y: NDArray) -> Vector:
    return np.where(x == y, (rule.proposal * rule.accept)[x], 0.0)


def _corrected(rule: Rule, x: NDArray, y: NDArray) -> Vector:
    correction = rule.correction[y] if rule.correction.ndim == 1 else rule.correction[x, y]
    return (rule.proposal * (1 - rule.accept))[x] * correction


def _powers(fit: float, exact: float) -> float:
    if math.isinf(fit):
        return -math.inf
    return math.inf if math.isinf(exact) else (fit - exact) / math.log(10)


def _explains_much(cells: Cells, fit: float, rules: Sequence[Rule]) -> bool:
    """Whether a rule goes most of the way from the exact one to the law that fits best: the shares themselves."""
    exact = next(rule for rule in rules if rule.key == EXACT)
    least = xlogy(cells.counts, np.maximum(cells.law(exact), FLOOR)).sum()
    most = xlogy(cells.counts, cells.counts / cells.counts.sum()).sum()
    return bool(fit - least > PART * (most - least))


def _alike(fits: dict[Rule, float], one: Rule, other: Rule) -> bool:
    return one is not other and abs(fits[one] - fits[other]) < 1e-6 * max(1.0, abs(fits[one]))


def _suspect(rule: Rule, twins: Sequence[Rule], sentence: str, powers: float, good: bool) -> Suspect:
    if twins:
        names = ", ".join(f"“{twin.title}”" for twin in twins)
        sentence += f" On this pair {names} would look the same: another pair, or more of the record, can tell."
    return Suspect(rule.key, rule.title, powers, sentence, good)


def _clause(rule: Rule, fit: float, exact: float) -> str:
    powers = _powers(fit, exact)
    if math.isinf(powers):
        return f"“{rule.title}”; the exact rule cannot make them"
    times = f"{10**powers:.0f}" if powers < 3 else f"10^{powers:.0f}"
    return f"“{rule.title}” {times} times better than the exact rule"


def _poor(cells: Cells, rule: Rule) -> bool:
    law = cells.law(rule)
    counts, law = np.append(cells.counts, 0), np.append(law, max(0.0, 1 - law.sum()))
    return evidence.fit(counts, law / law.sum()) / math.log(10) > POOR
