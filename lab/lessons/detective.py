"""Name a rule from its draws: the suspects, what they say about the draws, and how likely each makes them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.monte_carlo import Tally, converge
from lab.core.numbers import fmt
from lab.core.rules import RULES, Rule
from lab.situation import Situation

CASE, CASE_DRAWS, RULE_DRAWS = range(201, 204)  # random streams
UNNAMED = 205
MOST_SUSPECTS = 6
ROUNDING = 1e-15  # a difference of this size is none
CLEAR = np.log(1000)
APART = 0.02  # two suspects differ at least this much in what can be seen
SIZES = {fmt(step * 10**power): step * 10**power for power in range(1, 13) for step in (1, 3)}
"""Numbers of draws to look at, as written: each run goes on where the one before stopped."""


@dataclass(frozen=True, eq=False)
class Case:
    """An unnamed rule and the suspects, in the order of the alphabet.

    Attributes:
        suspects: rules that can be told apart on this pair.
        culprit: the one that makes the draws.
    """

    suspects: tuple[Rule, ...]
    culprit: Rule

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The suspects' neutral names."""
        return tuple(rule.title for rule in self.suspects)


def case(s: Situation, number: int, stream: int = CASE) -> Case:
    """The case of this number in one of the series: suspects and culprit follow from the seed."""
    rng = s.rng(stream, number)
    suspects: list[Rule] = []
    for key in rng.permutation(list(RULES)).tolist():
        rule = RULES[key](s.p, s.q)
        if len(suspects) < MOST_SUSPECTS and all(apart(rule, other) > APART for other in suspects):
            suspects.append(rule)
    culprit = suspects[rng.integers(len(suspects))]
    return Case(tuple(sorted(suspects, key=lambda rule: rule.title.casefold())), culprit)


def apart(rule: Rule, other: Rule) -> float:
    """Distance of what can be seen of the draws of two rules: TV, a number in [0, 1]."""
    return float(np.abs(seen_law(rule) - seen_law(other)).sum() / 2)


def seen_law(rule: Rule) -> NDArray[np.float64]:
    """Law of what can be seen of a draw, shape (2V,): output kept for each token, then output corrected."""
    kept = rule.proposal * rule.accept
    corrected = rule.output_law() - kept
    return np.concatenate([kept, np.where(corrected > ROUNDING, corrected, 0)])


def seen_counts(tally: Tally, flags: bool) -> NDArray[np.int64]:
    """Counts of what is seen: outputs, shape (V,); with flags kept and corrected outputs apart, shape (2V,)."""
    return np.concatenate([tally.accepted, tally.corrected]) if flags else tally.output


def run_of(s: Situation, rule: Rule, size: int, *stream: int) -> Tally:
    """The first ``size`` draws, one of the ``SIZES``, of a rule's run; a longer run begins with a shorter one."""
    return converge(s.p, s.q, [n for n in SIZES.values() if n <= size], s.rng(*stream), rule)[-1]


def log_likelihoods(suspects: tuple[Rule, ...], tally: Tally, flags: bool) -> NDArray[np.float64]:
    """Log-likelihood of the counts under each suspect, less that of the best suspect.

    The sum of counts × log(law / best law), the multinomial coefficient being the same for all; minus infinity where
    something came out that the suspect never does.

    Args:
        suspects: n rules.
        tally: counts of the draws.
        flags: whether kept and corrected outputs are told apart.

    Returns:
        Shape (n,), at most 0; the best suspect has 0.
    """
    counts = seen_counts(tally, flags)
    laws = [seen_law(rule) if flags else rule.output_law() for rule in suspects]
    logs = np.array([_log_likelihood(law, counts) for law in laws])
    return logs - logs.max()


def _log_likelihood(law: ArrayLike, counts: NDArray) -> float:
    came = counts > 0
    with np.errstate(divide="ignore"):
        return float(counts[came] @ np.log(np.asarray(law)[came]))


def shares(logs: NDArray) -> NDArray[np.float64]:
    """What to believe of each suspect after the draws, when all were as likely before: shape (n,), sum 1."""
    weights = np.exp(logs - logs.max())
    return weights / weights.sum()


def words_about(logs: NDArray, culprit: int) -> str:
    """How clearly the draws speak, in one sentence."""
    rivals = np.delete(logs, culprit)
    closest = float(logs[culprit] - rivals.max()) if rivals.size else np.inf
    if closest < 0:
        return "Another suspect explains these draws even better. That happens by chance: ask for more draws."
    if closest < CLEAR:
        return "These draws leave room for another suspect. More draws, or the flags, would tell them apart."
    return "These draws speak clearly: each other suspect makes them at least a thousand times less likely."
