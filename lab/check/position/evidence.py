"""Evidence against a law, without approximations: how many times better does another law explain the draws?

Bet against the exact law: pick other laws before looking, and divide the chance of the draws under them by their
chance under the exact law. Under the exact law that ratio is 1 on average, so it reaches 1,000 with a chance of at
most 1/1,000 (Markov's inequality). This holds for every law and every number of draws, also for rare tokens, where
the chi-square law is far off in its tail. A mean of such ratios is one again. All ratios here are natural logarithms.

Sources: Ville, "Étude critique de la notion de collectif" (1939); Vovk, Wang, "E-values: calibration, combination and
applications" (2021); Good, "A Bayesian significance test for multinomial distributions" (1967), for the Dirichlet law.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, logsumexp, xlogy

Counts = NDArray[np.int64]
Vector = NDArray[np.float64]

TRUST = (0.05, 0.5, 2.0)
"""How strongly the other laws stay near the exact one: their weight in draws, for each draw that is expected."""
FACTORS = (0.0, 0.3, 0.8, 0.93, 0.98, 1.02, 1.07, 1.25, 3.0, 30.0)
"""How many times the odds of an event are moved."""
STAKES = (0.4, 0.1, 0.03, 0.01)
"""Shares of the capital that are put on one side."""


def pvalue(log_evidence: float) -> float:
    """The chance, at most, that an exact sampler reaches this much evidence: 1/evidence, in [0, 1]."""
    return float(np.exp(-max(log_evidence, 0.0)))


def mean(logs: Sequence[float] | Vector) -> float:
    """Logarithm of the mean of several ratios."""
    logs = np.asarray(logs, dtype=np.float64)
    return float(logsumexp(logs) - np.log(logs.size))


def fit(counts: Counts, law: Vector, split: NDArray[np.bool_] | None = None) -> float:
    """Evidence that counts do not follow a law: over all tokens, over the most likely ones, and over one split.

    Args:
        counts: how often each token came, shape (V,); 0 where law is 0.
        law: probabilities, shape (V,).
        split: two groups of tokens that deserve a look of their own, shape (V,).

    Returns:
        A logarithm of a mean ratio: 0 or less where nothing speaks against the law.
    """
    views = [grouping(law, at_most) for at_most in (law.size, 32, 8) if at_most <= law.size]
    if split is not None and law[split].any() and law[~split].any():
        views.append(split.astype(np.int64))
    return mean(
        [_fit(*gathered, trust) for view in views for gathered in [_gather(view, counts, law)] for trust in TRUST]
    )


def rows(counts: Counts, laws: Vector, expected: Vector) -> float:
    """Evidence that rows of counts do not follow their laws, each row with deviations of its own.

    Args:
        counts: shape (R, V).
        laws: shape (V,), the same for all rows, or (R, V).
        expected: how many draws each row was likely to get, shape (R,), known before they were made.

    Returns:
        A logarithm of a mean ratio.
    """
    laws = np.broadcast_to(laws, counts.shape)
    return mean([sum(map(_dirichlet, counts, laws, trust * np.maximum(expected, 1))) for trust in TRUST])


def tilted(hits: Counts, tries: Counts, chance: Vector, factors: Sequence[float] = FACTORS) -> Vector:
    """Evidence that events come more (factor above 1) or less often than they should, one entry for each factor.

    With factors on one side only it also holds where the true chance lies anywhere on the other side.

    Args:
        hits: how often each event came, shape (V,).
        tries: how often it could have come, shape (V,).
        chance: its probability, shape (V,).
        factors: how the odds are moved, shape (F,).

    Returns:
        Logarithms of ratios, shape (F, V): a sum over tokens bets on all of them at once.
    """
    factor, chance = np.asarray(factors)[:, None], np.minimum(chance, 1 - 2.0**-53)  # log 0 - log 0 has no value
    return xlogy(hits, factor) - xlogy(tries, factor * chance + 1 - chance)


def fair_game(gains: Vector, counts: Counts) -> Vector:
    """Evidence that gains whose mean should be 0 have another mean.

    Args:
        gains: possible gains, in [-2, 2], shape (G, ...).
        counts: how often each came, of the same shape.

    Returns:
        Logarithms of the capital after putting each of ``STAKES`` on either side, shape (2 × stakes, ...).

    Source: Waudby-Smith, Ramdas, "Estimating means of bounded random variables by betting" (2024).
    """
    stakes = [*STAKES, *(-stake for stake in STAKES)]
    return np.array([(counts * np.log1p(stake * gains)).sum(axis=0) for stake in stakes])


def against(counts: Counts, law: Vector, others: Sequence[Vector]) -> list[float]:
    """Evidence for each of some known laws: the logarithm of its likelihood ratio to the exact law."""
    return [float((xlogy(counts, other) - xlogy(counts, law)).sum()) for other in others]


def grouping(law: Vector, at_most: int) -> NDArray[np.int64]:
    """Put each token into one of at most so many groups: the most likely ones alone, the rest together.

    Returns:
        The group of each token, shape (V,).
    """
    group = np.full(law.size, min(at_most, law.size) - 1)
    group[np.argsort(-law, kind="stable")[: group[0]]] = np.arange(group[0])
    return group


def _gather(group: NDArray[np.int64], counts: Counts, law: Vector) -> tuple[Counts, Vector]:
    return np.bincount(group, counts).astype(np.int64), np.bincount(group, law)


def _fit(counts: Counts, law: Vector, trust: float) -> float:
    return _dirichlet(counts, law, trust * max(int(counts.sum()), 1))


def _dirichlet(counts: Counts, law: Vector, weight: float) -> float:
    """Chance of counts under laws spread around the exact one (Dirichlet, weight × law), over that under it."""
    seen = counts > 0
    counts, law = counts[seen], law[seen]
    total = counts.sum()
    spread = (gammaln(counts + weight * law) - gammaln(weight * law)).sum() + gammaln(weight) - gammaln(total + weight)
    return float(spread - xlogy(counts, law).sum())
