"""Were proposals kept as often as min(1, p/q) says, though each event had a chance of its own?"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from lab.check.trace.laws import Flags, Floats

HEIGHTS = 10  # groups of events by their acceptance probability
ENOUGH_VARIANCE = 25.0  # below it the tail of the sum is bounded instead of approximated
NO_SKEW = 2e-3  # such a skew moves the tail by 2 % at four deviations; SciPy's curve loses digits there
ENOUGH_IN_GROUP = 50.0
CLEARLY_OFF = 3.0  # standard deviations
TILTS = np.array([0.25, 0.5, 1, 2, 4, 8, 16, 32])
SIGNED = np.concatenate([-TILTS, TILTS])


@dataclass(frozen=True, eq=False)
class Kept:
    """Sums over proposals, which add up over batches.

    Args:
        excess: accepted − a, summed in each group of a, shape (HEIGHTS,).
        variance: a (1 − a), summed likewise.
        third: third cumulant a (1 − a)(1 − 2a), summed over all.
        tilted: sum of log E exp(t (accepted − a)) for each t in ``SIGNED``, shape (16,).
        refused: rejections of proposals with a = 1.
    """

    excess: Floats
    variance: Floats
    third: float
    tilted: Floats
    refused: int

    def __add__(self, other: "Kept") -> "Kept":
        return Kept(
            self.excess + other.excess,
            self.variance + other.variance,
            self.third + other.third,
            self.tilted + other.tilted,
            self.refused + other.refused,
        )


def kept(accept: Floats, accepted: Flags, exact: Flags) -> Kept:
    """Sum up proposals.

    Args:
        accept: min(1, p/q) of each, shape (n,).
        accepted: whether it was kept, shape (n,).
        exact: whether its row was not rounded, so that a = 1 is certain, shape (n,).
    """
    group = np.minimum((accept * HEIGHTS).astype(np.int64), HEIGHTS - 1)
    variance = accept * (1 - accept)
    some = variance > 0
    a = accept[some, None]
    with np.errstate(over="ignore"):
        tilted = np.logaddexp(np.log1p(-a), np.log(a) + SIGNED) - SIGNED * a
    return Kept(
        np.bincount(group, accepted - accept, HEIGHTS),
        np.bincount(group, variance, HEIGHTS),
        float((variance * (1 - 2 * accept)).sum()),
        tilted.sum(axis=0),
        int(((accept == 1) & ~accepted & exact).sum()),
    )


def too_low(sums: Kept) -> tuple[float, float]:
    """Were too few proposals kept? Returns z and its one-sided p-value; 0 where a proposal with a = 1 was rejected."""
    z, pvalue = _tail(sums, -1)
    return z, 0.0 if sums.refused else pvalue


def too_high(sums: Kept) -> tuple[float, float]:
    """Were too many proposals kept? Returns z and its one-sided p-value."""
    return _tail(sums, 1)


def _tail(sums: Kept, side: int) -> tuple[float, float]:
    """Tail of a sum of independent indicators: Pearson's third curve has its mean, variance and skewness.

    Where the variance is small, 1/E is the p-value, E being the mean of exp(t D − log E exp(t D)) over the tilts t: it
    has mean 1 for an exact sampler, also where later p and q depend on earlier tokens, so by Markov's inequality it
    reaches 1/x with a chance of at most x.

    Source: Freedman, "On tail probabilities for martingales" (1975), for the tilted sums.
    """
    excess, variance = float(sums.excess.sum()), float(sums.variance.sum())
    z = excess / variance**0.5 if variance > 0 else 0.0
    if variance >= ENOUGH_VARIANCE:
        skew = side * sums.third / variance**1.5
        beyond = (side * excess - 0.5) / variance**0.5
        return z, float(stats.norm.sf(beyond) if abs(skew) < NO_SKEW else stats.pearson3.sf(beyond, skew))
    half = slice(TILTS.size, None) if side > 0 else slice(0, TILTS.size)
    evidence = np.logaddexp.reduce(SIGNED[half] * excess - sums.tilted[half]) - np.log(TILTS.size)
    return z, float(np.exp(-max(evidence, 0.0)))


def by_height(sums: Kept) -> tuple[float, float]:
    """Do acceptances follow a in every group of a? Returns the chi-square statistic and its p-value, or NaN."""
    enough = sums.variance >= ENOUGH_IN_GROUP
    if enough.sum() < 2:
        return np.nan, np.nan
    statistic = float((sums.excess[enough] ** 2 / sums.variance[enough]).sum())
    return statistic, float(stats.chi2.sf(statistic, enough.sum()))


def off_heights(sums: Kept) -> str:
    """In words: the group of a in which acceptances lie farthest off to either side, where it lies clearly off."""
    spread = np.sqrt(np.maximum(sums.variance, ENOUGH_IN_GROUP))
    far = np.where(sums.variance >= ENOUGH_IN_GROUP, sums.excess / spread, 0.0)
    sides = [("too often", far), ("too rarely", -far)]
    clear = CLEARLY_OFF if np.abs(far).max() > CLEARLY_OFF else 0.0  # many small ones may add up
    told = [f"{how} where min(1, p/q) is {_height(int(off.argmax()))}" for how, off in sides if off.max() > clear]
    return f"Proposals are kept {' and '.join(told)}"


def _height(group: int) -> str:
    return f"from {group / HEIGHTS:g} to {(group + 1) / HEIGHTS:g}"
