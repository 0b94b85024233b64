"""Which known mistake could have made these sequences?"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from lab.check.block.case import Case, Law
from lab.check.block.evidence import NOTHING, merge_rare
from lab.check.block.guard import Rows
from lab.check.report import Suspect, Test
from lab.check.rivals import BEHIND, FLOOR, NAMES, PART, guess
from lab.core.block import BLOCK_RULES, BlockRule, Tokens, each_position, sequence_law
from lab.core.goodness import goodness_of_fit
from lab.core.rules import RULES
from lab.core.rules.rule import Vector

MOST_WALKS = 4096
"""Above this number of prefixes times drafts the laws of the wrong rules are not worked out."""
SWAPS = ("draft_swapped", "draft_swapped_q_kept", "draft_pinned")  # they need a second draft, which nobody gave
SAME = 1e-12
POOR = 1e-6  # a p-value of its own law below which a mistake does not fit well


SWAPPED = BlockRule("swapped", NAMES["swapped"], "biased")


@dataclass(frozen=True, eq=False)
class Rival:
    """Wrong rules that give one law on these models.

    Args:
        rules: the rules; several where they cannot be told apart here.
        law: sequence → probability.
    """

    rules: tuple[BlockRule, ...]
    law: dict[Tokens, float]


def small_enough(asked: Case) -> bool:
    """Whether the laws of the wrong rules can be listed in a second or two."""
    size = asked.vocabulary
    return max(size, 2) ** (asked.length - 1) * max(size, 2) ** min(asked.draft_len, asked.length) <= MOST_WALKS


def rivals(asked: Case, law: Law) -> list[Rival]:
    """The laws of all known mistakes that differ from the exact one; rules with one law share an entry.

    Args:
        asked: the request, small enough.
        law: the exact law.
    """
    found: list[Rival] = []
    exact = dict(zip(law.sequences, law.mass.tolist(), strict=True))
    for rule in _wrong_rules():
        models = (asked.draft, asked.target) if rule is SWAPPED else (asked.target, asked.draft)
        wrong = sequence_law(*models, asked.draft_len, asked.length, rule=rule, stop=asked.stop)
        if _same(wrong, exact):
            continue
        twin = next((place for place, rival in enumerate(found) if _same(wrong, rival.law)), None)
        if twin is None:
            found.append(Rival((rule,), wrong))
        else:
            found[twin] = replace(found[twin], rules=(*found[twin].rules, rule))
    return found


def rival_test(rows: Rows, law: Law, known: list[Rival]) -> Test:
    """Does a known mistake fit better than chance allows?

    The mean of the likelihood ratios of fixed laws against the true one has expectation at most 1, so by Markov's
    inequality 1 / mean is a p-value for any number of draws, without an approximation.

    Source: Vovk, Wang, "E-values: calibration, combination and applications" (2021).
    """
    name = "No known mistake fits better than the exact cycle"
    exact = _fit_of(rows, dict(zip(law.sequences, law.mass.tolist(), strict=True)))
    if not known or exact == -np.inf:
        return Test(name, NOTHING, NOTHING, "Nothing to compare here.")
    ratios = np.array([_fit_of(rows, rival.law) for rival in known]) - exact
    mean = float(np.logaddexp.reduce(ratios) - np.log(ratios.size))
    power = _power(mean / np.log(10))
    said = f"On average {ratios.size} known mistakes fit {power} times as well as the exact cycle."
    return Test(name, mean, float(np.exp(-max(mean, 0.0))), said)


def suspects(rows: Rows, law: Law, known: list[Rival]) -> tuple[Suspect, ...]:
    """Known mistakes that fit well and better than the exact cycle, the best first, none far behind it.

    Where none fits well, the nearest one alone, as a guess, if it explains much; else none.
    """
    exact = _fit_of(rows, dict(zip(law.sequences, law.mass.tolist(), strict=True)))
    fits = [(_fit_of(rows, rival.law), rival) for rival in known]
    better = sorted((pair for pair in fits if pair[0] > exact), key=lambda pair: -pair[0])
    good = [pair for pair in better if not _poor(rows, pair[1].law)]
    close = [pair for pair in good if good[0][0] - pair[0] < BEHIND * np.log(10)]
    nearest = [pair for pair in better[:1] if _explains_much(rows, law, pair[0])]
    told = close or nearest
    return tuple(suspect for fit, rival in told for suspect in _named(rival, (fit - exact) / np.log(10), bool(good)))


def _poor(rows: Rows, law: dict[Tokens, float]) -> bool:
    counted = dict(zip(rows.sequences, _counts(rows), strict=True))
    counts = np.array([counted.get(tokens, 0) for tokens in law])
    mass = np.array(list(law.values()))
    return bool(goodness_of_fit(*merge_rare(counts, mass / mass.sum())).pvalue < POOR)


def _explains_much(rows: Rows, law: Law, fit: float) -> bool:
    """Whether a rule goes most of the way from the exact cycle to the law that fits best: the shares themselves."""
    counts = _counts(rows)
    exact = dict(zip(law.sequences, law.mass.tolist(), strict=True))
    least = counts @ np.log([max(exact.get(tokens, 0.0), FLOOR) for tokens in rows.sequences])
    most = xlogy(counts, counts / counts.sum()).sum()
    return bool(fit - least > PART * (most - least))


def _named(rival: Rival, log10_ratio: float, fits: bool) -> Iterator[Suspect]:
    for rule in rival.rules:
        others = [f"“{other.title}”" for other in rival.rules if other is not rule]
        tie = f"; here {', '.join(others)} would give the same law" if others else ""
        if log10_ratio == np.inf:
            clause = f"“{rule.title}”, and the exact cycle cannot give them at all{tie}"
        else:
            clause = f"“{rule.title}” {_power(log10_ratio)} times better than the exact cycle{tie}"
        said = f"Sequences fit {clause}." if fits else guess(clause)
        yield Suspect(rule.key, rule.title, float(log10_ratio), said, fits)


def _power(log10: float) -> str:
    return f"10^{log10:.0f}" if abs(log10) >= 3 else f"{10**log10:.3g}"


def _counts(rows: Rows) -> NDArray[np.int64]:
    return np.bincount(rows.of, minlength=len(rows.sequences))


def _fit_of(rows: Rows, law: dict[Tokens, float]) -> float:
    counts = _counts(rows)
    masses = np.array([law.get(tokens, 0.0) for tokens in rows.sequences])
    if (masses == 0).any():
        return -np.inf
    return float(counts @ np.log(masses))


def _same(one: dict[Tokens, float], other: dict[Tokens, float]) -> bool:
    return all(abs(one.get(tokens, 0.0) - other.get(tokens, 0.0)) <= SAME for tokens in one.keys() | other.keys())


def _wrong_rules() -> Iterator[BlockRule]:
    yield from (rule for key in BLOCK_RULES if key not in SWAPS and not (rule := BLOCK_RULES[key]()).exact)
    yield SWAPPED
    yield from (_remembering(rule) for key in RULES if not (rule := each_position(key)).exact)


def _remembering(rule: BlockRule) -> BlockRule:
    known: dict[Tokens, tuple[Vector, Vector, Vector]] = {}

    def parts(block, drafts):
        context = block.prefix + drafts
        if context not in known:
            known[context] = rule.parts(block, drafts)
        return known[context]

    return replace(rule, parts=parts)
