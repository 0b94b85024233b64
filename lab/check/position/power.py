"""How many draws does a check need?"""

import math
from bisect import bisect_left

import numpy as np
from scipy.special import chndtr

from lab.check.position.evidence import TRUST
from lab.core.rules.rule import option

POWER = 0.9
MOST = 10**15
SURE = 1e6  # a noncentrality that no test misses


def draws_needed(tokens: int, detectable: float, level: float, bets: int = 12) -> int:
    """Number of draws at which every law at this distance from p is found with a chance of 90 %.

    A law at total variation d from p gives Pearson's statistic a noncentrality of at least draws × 4d² (Cauchy and
    Schwarz), whatever the two laws are. The evidence of ``lab.check.position.evidence`` follows it: with s the
    share that the draws have against the trust in p, it is s × statistic / 2 + (tokens − 1) / 2 × log(1 − s).

    Args:
        tokens: number of tokens with p > 0, at least 1.
        detectable: the distance d, in (0, 1].
        level: chance of a false alarm of this one test, in (0, 1).
        bets: among how many bets the evidence is a mean.

    Returns:
        A whole number of draws; where p leaves no choice, enough to see a forbidden token.

    Raises:
        ValueError: detectable or level lies outside.

    Source: Cochran, "The χ² test of goodness of fit" (1952), for the noncentral law.
    """
    option("detectable", detectable, 1e-6, 1)
    option("level", level, 1e-15, 1 - 1e-15)
    forbidden = math.ceil(math.log(1 - POWER) / math.log1p(-min(detectable, 1 - 1e-12)))
    if tokens == 1:
        return forbidden
    cutoff = _cutoff(tokens - 1, math.log(bets / level))
    found = bisect_left(range(MOST), POWER, key=lambda n: _power(cutoff, tokens - 1, n * 4 * detectable**2))
    return max(forbidden, found)


def _cutoff(freedom: int, wanted: float) -> float:
    share = 1 / (1 + np.array(TRUST))
    return float((2 * (wanted - freedom / 2 * np.log1p(-share)) / share).min())


def _power(cutoff: float, freedom: int, noncentrality: float) -> float:
    return 1 - float(chndtr(cutoff, freedom, min(noncentrality, SURE + 10 * cutoff)))
