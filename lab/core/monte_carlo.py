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
from lab.core.sampling import Counts, Tokens, given_multinomial, given_sampler, multinomial, sampler

MAX_EVENTS = 10**8  # of 17 bytes each
MAX_SIZE = 10**15  # counts stay whole numbers in float64, inside NumPy too
CHUNK = 2**16  # events worked on at a time, so that they stay in the cache


@dataclass(frozen=True, eq=False)
class Draws:
    """Single events, one entry for each draw.

    Args:
        proposal: the proposed token, shape (size,).
        u: the uniform of the acceptance test, shape (size,), in [0, 1).
        accepted: whether u < accept(proposal), shape (size,).
        output: the emitted token, shape (size,): the proposal where accepted, else the correction.
    """

    proposal: Tokens
    u: NDArray[np.float64]
    accepted: NDArray[np.bool_]
    output: Tokens


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
        size: number of events, 0 to 10**8.
        rng: source of randomness.
        rule: a rule made for this pair; the exact one where absent.

    Returns:
        ``Draws`` with four arrays of shape (size,).

    Raises:
        ValueError: p or q is no probability vector, their lengths differ, or size is no such number.
    """
    rule, size = _rule_for(p, q, rule), _size(size, MAX_EVENTS)
    propose, correct = sampler(rule.proposal), given_sampler(rule.correction)
    arrays = [np.empty(size, dtype) for dtype in (np.int32, np.float64, np.bool_, np.int32)]
    for start in range(0, size, CHUNK):
        proposal, u, accepted, output = (array[start : start + CHUNK] for array in arrays)
        propose(proposal, rng)
        rng.random(out=u)
        np.less(u, rule.accept.take(proposal), out=accepted)
        output[:] = proposal
        rejected = np.flatnonzero(~accepted)
        output[rejected] = correct(proposal[rejected], rng)
    return Draws(*arrays)


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
    proposed = multinomial(_size(size, MAX_SIZE), rule.proposal, rng)
    accepted = rng.binomial(proposed, rule.accept)
    rejected = proposed - accepted
    return Tally(accepted, rejected, given_multinomial(rejected, rule.correction, rng))


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
    sizes = [0, *(_size(size, MAX_SIZE) for size in checkpoints)]
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


def _size(size: int, largest: int) -> int:
    try:
        whole = index(size)
    except TypeError:
        raise ValueError(f"size is {size!r}: give a whole number of draws") from None
    if not 0 <= whole <= largest:
        raise ValueError(f"size is {whole}: give a number of draws from 0 to {largest:,}")
    return whole
