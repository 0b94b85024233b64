"""Monte Carlo of one position: single events, or the counts of a whole run at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import add, index

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from lab.core.pmf import as_pair
from lab.core.rules import RULES, Rule

MAX_SIZE = 10**15
RARE = 1e-8

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Draws:
    """Single events, one entry for each draw.

    Args:
        proposal: the proposed token, shape (size,).
        u: the uniform of the acceptance test, shape (size,), in [0, 1).
        accepted: whether u < accept(proposal), shape (size,).
        output: the emitted token, shape (size,): the proposal where accepted, else the correction.
    """

    proposal: NDArray[np.int64]
    u: NDArray[np.float64]
    accepted: NDArray[np.bool_]
    output: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of a run. Tallies of two runs add up to the tally of both.

    Args:
        accepted: how often x was proposed and kept, shape (V,).
        rejected: how often x was proposed and rejected, shape (V,).
        corrected: how often x was emitted after a rejection, shape (V,).
    """

    accepted: Counts
    rejected: Counts
    corrected: Counts

    @property
    def proposed(self) -> Counts:
        """How often x was proposed, shape (V,)."""
        return self.accepted + self.rejected

    @property
    def output(self) -> Counts:
        """How often x was emitted, shape (V,)."""
        return self.accepted + self.corrected

    @property
    def size(self) -> int:
        """Number of draws."""
        return int(self.output.sum())

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.accepted + other.accepted, self.rejected + other.rejected, self.corrected + other.corrected)


def draw(p: ArrayLike, q: ArrayLike, size: int, rng: Generator, rule: Rule | None = None) -> Draws:
    """Draw single events: propose x, accept it where u < accept(x), after a rejection draw the correction.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        size: number of events, 0 to 10**15 (each takes memory: use ``tally`` for large runs).
        rng: source of randomness.
        rule: a rule made for this pair; the exact one where absent.

    Returns:
        ``Draws`` with four arrays of shape (size,).

    Raises:
        ValueError: p or q is no probability vector, their lengths differ, or size is no such number.
    """
    rule, size = _rule_for(p, q, rule), _size(size)
    proposal = rng.choice(rule.proposal.size, size, p=rule.proposal)
    u = rng.random(size)
    accepted = u < rule.accept[proposal]
    output = proposal.copy()
    rows = np.broadcast_to(rule.correction, (rule.proposal.size, rule.proposal.size))
    for x in np.unique(proposal[~accepted]):
        at = np.flatnonzero(~accepted & (proposal == x))
        output[at] = rng.choice(rule.proposal.size, at.size, p=rows[x])
    return Draws(proposal, u, accepted, output)


def tally(p: ArrayLike, q: ArrayLike, size: int, rng: Generator, rule: Rule | None = None) -> Tally:
    """Draw the counts of a whole run at once: the same law as counting ``draw``, at a cost that size does not change.

    The proposals are multinomial(size, proposal), the accepted ones of each token binomial(proposed, accept), the
    corrections multinomial(rejected, correction).

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        size: number of draws, 0 to 10**15.
        rng: source of randomness.
        rule: a rule made for this pair; the exact one where absent.

    Returns:
        ``Tally`` with counts of shape (V,).

    Raises:
        ValueError: see ``draw``.
    """
    rule = _rule_for(p, q, rule)
    proposed = _multinomial(_size(size), rule.proposal, rng)
    accepted = _binomial(proposed, rule.accept, rng)
    rejected = proposed - accepted
    return Tally(accepted, rejected, _correct(rejected, rule.correction, rng))


def converge(
    p: ArrayLike, q: ArrayLike, checkpoints: Iterable[int], rng: Generator, rule: Rule | None = None
) -> list[Tally]:
    """Follow one run: its cumulative tallies at rising sizes, each the one before plus an independent increment.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        checkpoints: strictly rising sizes, 0 to 10**15.
        rng: source of randomness.
        rule: a rule made for this pair; the exact one where absent.

    Returns:
        One ``Tally`` for each checkpoint.

    Raises:
        ValueError: see ``draw``; or the checkpoints do not rise.
    """
    sizes = [0, *map(_size, checkpoints)]
    steps = [after - before for before, after in pairwise(sizes)]
    if any(step <= 0 for step in steps[1:]):
        raise ValueError("checkpoints must rise: give each size once, the smallest first")
    return list(accumulate((tally(p, q, step, rng, rule) for step in steps), add))


def _rule_for(p: ArrayLike, q: ArrayLike, rule: Rule | None) -> Rule:
    p, q = as_pair(p, q)
    if rule is None:
        return RULES["speculative"](p, q)
    if rule.target.size != p.size:
        raise ValueError(f"the rule is for {rule.target.size} tokens, p and q have {p.size}: make it from this pair")
    return rule


def _size(size: int) -> int:
    try:
        size = index(size)
    except TypeError:
        raise ValueError(f"size is {size!r}: give a whole number of draws") from None
    if not 0 <= size <= MAX_SIZE:
        raise ValueError(f"size is {size}: give a whole number of draws from 0 to 10**15")
    return size


def _correct(rejected: Counts, correction: NDArray[np.float64], rng: Generator) -> Counts:
    if correction.ndim == 1:
        return _multinomial(int(rejected.sum()), correction, rng)
    rows = (_multinomial(int(rejected[x]), correction[x], rng) for x in np.flatnonzero(rejected))
    return sum(rows, np.zeros_like(rejected))


def _multinomial(size: int, law: NDArray[np.float64], rng: Generator) -> Counts:
    # Rare tokens first: inside one multinomial of 10**15 draws, rounding would shift their counts by up to 0.1.
    rare = law < RARE
    rare_size = int(_binomial(size, law[rare].sum(), rng))
    counts = np.zeros(law.size, np.int64)
    counts[rare] = _split(rare_size, law[rare], rng)
    counts[~rare] = _split(size - rare_size, law[~rare], rng)
    return counts


def _split(size: int, weights: NDArray[np.float64], rng: Generator) -> Counts:
    counts = np.zeros(weights.size, np.int64)
    if size:
        # NumPy gives the last token what rounding leaves over: that must be the largest one, never one of mass 0.
        order = np.argsort(weights)
        counts[order] = rng.multinomial(size, weights[order] / weights.sum())
    return counts


def _binomial(size: ArrayLike, prob: ArrayLike, rng: Generator) -> Counts:
    # Below RARE, 1 - prob loses the digits of prob in NumPy's binomial; Poisson is then within RARE in total variation.
    size = np.asarray(size, np.int64)
    fewer = np.minimum(prob, np.subtract(1, prob))
    rare = np.minimum(rng.poisson(np.where(fewer < RARE, size * fewer, 0)), size)
    usual = rng.binomial(size, np.where(fewer < RARE, 0, fewer))
    return np.where(np.less_equal(prob, 0.5), rare + usual, size - rare - usual)
