"""How many draws does it take to see that a law is not p?"""

import math
from bisect import bisect_left
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtri, chndtr

from lab.core.pmf import as_pmf, total_variation
from lab.core.rules.rule import law_of, option

MOST = 10**18
SURE = 1e6  # a noncentrality that no test misses


def detection_power(law: ArrayLike, p: ArrayLike, draws: int, level: float = 0.001) -> float:
    """Chance that a chi-square test of p at this level sees that the draws come from another law.

    A token with p = 0 that comes out settles it at once. Otherwise the statistic has (tokens with p > 0) − 1 degrees
    of freedom and, for large numbers of draws, the noncentral chi-square law with noncentrality draws × the sum of
    (law − p)²/p, law being the one given that no impossible token came. The result never exceeds what any test can
    reach: level + 1 − (1 − TV)^draws.

    Args:
        law: what is drawn from, shape (V,).
        p: what is tested, shape (V,).
        draws: number of draws, at least 0.
        level: chance of a false alarm, in (0, 1).

    Returns:
        A number in [0, 1].

    Raises:
        ValueError: law or p is no probability vector, or level lies outside.

    Source: Cochran, "The χ² test of goodness of fit" (1952).
    """
    return _power_of(law, p, level)(draws)


def _power_of(law: ArrayLike, p: ArrayLike, level: float) -> Callable[[int], float]:
    law, p = as_pmf(law, "law"), as_pmf(p)
    possible, distance = p > 0, total_variation(p, law)
    possible_mass, freedom = 1 - law[~possible].sum(), int(possible.sum()) - 1
    cutoff = chdtri(freedom, option("level", level, 1e-12, 1)) if freedom else np.inf
    given_possible = law_of(law[possible], otherwise=p[possible])
    with np.errstate(over="ignore"):  # p may be 1e-300
        shift = ((given_possible - p[possible]) ** 2 / p[possible]).sum()

    def power(draws: int) -> float:
        unseen = possible_mass**draws  # no impossible token came ...
        missed = chndtr(cutoff, freedom, min(draws * shift, SURE)) if freedom and unseen else 1  # ... statistic low
        return float(min(1 - unseen * missed, level + 1 - (1 - distance) ** draws))

    return power


def draws_to_detect(law: ArrayLike, p: ArrayLike, level: float = 0.001, power: float = 0.8) -> float:
    """Smallest number of draws at which a chi-square test at this level finds the bias with this power.

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
    power_at, draws = _power_of(law, p, level), 1
    while draws < MOST and power_at(draws) < power:
        draws *= 2
    return math.inf if draws >= MOST else bisect_left(range(draws), power, lo=draws // 2, key=power_at)
