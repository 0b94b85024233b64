"""How many draws does it take to see that a law is not p?"""

import math
from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtr, chdtri

from lab.core.goodness import LEAST_EXPECTED, NEVER_EXPECTED, groups_of
from lab.core.pmf import as_pmf, total_variation
from lab.core.rules.rule import Vector, law_of, option

MOST = 10**18


def detection_power(law: ArrayLike, p: ArrayLike, draws: int, level: float = 0.001) -> float:
    """Chance that a chi-square test of p at this level sees that the draws come from another law.

    It is the test of ``goodness_of_fit``: a token that comes out although p forbids it, or all but forbids it, settles
    it at once, and rare tokens share a cell. Otherwise the counts are taken to be normal, with their true means and
    covariances given that no impossible token came, and the law of the statistic to be the scaled and shifted
    chi-square law with the same mean, variance and skewness; with law = p this is the test's own law. With fewer than
    two cells only an impossible token tells. The result never exceeds what any test can reach: level + 1 − (1 −
    TV)^draws.

    Args:
        law: what is drawn from, shape (V,).
        p: what is tested, shape (V,).
        draws: number of draws, at least 0.
        level: chance of a false alarm, in (0, 1).

    Returns:
        A number in [0, 1].

    Raises:
        ValueError: law or p is no probability vector, or level lies outside.

    Source: Imhof, "Computing the distribution of quadratic forms in normal variables" (1961), section 4.
    """
    return _power_of(law, p, level)(draws)


def _power_of(law: ArrayLike, p: ArrayLike, level: float) -> Callable[[int], float]:
    law, p = as_pmf(law, "law"), as_pmf(p)
    distance = total_variation(p, law)
    option("level", level, NEVER_EXPECTED, 1)

    def power(draws: int) -> float:
        never = draws * p < NEVER_EXPECTED
        unseen = (1 - law[never].sum()) ** draws  # no impossible token came ...
        given_unseen = law_of(np.where(never, 0, law), otherwise=p)
        missed = _chance_to_miss(given_unseen[p > 0], p[p > 0], draws, level)  # ... and the statistic is low
        return float(min(1 - unseen * missed, level + 1 - (1 - distance) ** draws))

    return power


def _chance_to_miss(law: Vector, p: Vector, draws: int, level: float) -> float:
    groups = groups_of(draws * p)
    freedom = int(groups.max())
    if freedom == 0:
        return 1
    law, p = np.bincount(groups, law), np.bincount(groups, p)
    return _statistic_below(chdtri(freedom, level), law, p, draws)


def _statistic_below(cutoff: float, law: Vector, p: Vector, draws: int) -> float:
    """Chance that Pearson's statistic stays below a cutoff: the normal quadratic form's first three cumulants."""
    shift = np.sqrt(draws / p) * (law - p)
    spread = (np.diag(law) - np.outer(law, law)) / np.sqrt(np.outer(p, p))
    pulled = spread @ shift
    mean = np.trace(spread) + shift @ shift
    variance = 2 * (spread * spread).sum() + 4 * shift @ pulled
    skewness = 8 * ((spread @ spread) * spread).sum() + 24 * pulled @ pulled
    if skewness <= 0:  # only one token comes: nothing varies
        return float(mean < cutoff)
    scale, freedom = skewness / (4 * variance), 8 * variance**3 / skewness**2
    return chdtr(freedom, max(freedom + (cutoff - mean) / scale, 0))


def draws_to_detect(law: ArrayLike, p: ArrayLike, level: float = 0.001, power: float = 0.8) -> float:
    """Smallest number of draws at which the test of ``detection_power`` finds the bias with this power.

    Args:
        law: what is drawn from, shape (V,).
        p: what is tested, shape (V,).
        level: chance of a false alarm, in (0, 1).
        power: chance of finding it, above level, below 1.

    Returns:
        A whole number, or infinity where law equals p or differs too little for 10**18 draws to show.

    Raises:
        ValueError: see ``detection_power``; or power lies outside.
    """
    option("power", power, level, 1 - 1e-12)
    power_at = _power_of(law, p, level)
    for first, after in pairwise(_regroupings(as_pmf(p))):  # between two of them the power only grows
        if power_at(after - 1) >= power:
            return bisect_left(range(first, after), power, key=power_at) + first
    return math.inf


def _regroupings(p: Vector) -> list[int]:
    """Numbers of draws at which the cells of the test change, from 1 to ``MOST``."""
    rising = np.sort(p[p > 0])
    least = np.minimum(rising.cumsum(), np.append(rising[1:], 1))
    with np.errstate(over="ignore"):  # p may be 1e-300
        changes = np.concatenate([LEAST_EXPECTED / least, NEVER_EXPECTED / rising])
    return sorted({1, MOST} | {math.ceil(change) for change in changes if change < MOST})
