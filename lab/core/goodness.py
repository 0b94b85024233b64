"""Do counts fit a law?"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from lab.core.pmf import as_pmf

LEAST_EXPECTED = 5  # below this expected count a cell is too rare for the chi-square law
IMPOSSIBLE, ONE_TOKEN, TOO_FEW, CHI_SQUARE = "impossible", "one token", "too few", "chi-square"


@dataclass(frozen=True)
class Fit:
    """How well counts fit a law.

    Attributes:
        method: "chi-square"; "impossible" where a token of probability 0 came out; "one token" where the law leaves no
            choice; "too few" where there are too few draws to judge.
        pvalue: chance that draws from the law itself fit as badly or worse, in [0, 1]; NaN where nothing was tested.
        cells: number of cells compared.
        pooled: number of rare tokens that share one cell.
    """

    method: Literal["impossible", "one token", "too few", "chi-square"]
    pvalue: float
    cells: int = 0
    pooled: int = 0


def goodness_of_fit(counts: ArrayLike, law: ArrayLike) -> Fit:
    """Pearson's chi-square test of counts against a law; rare tokens are pooled.

    A token with law 0 that came out at all fails at once. The rarest other tokens are pooled into one cell until no
    cell expects fewer than 5; where fewer than two cells remain, there is nothing to compare yet.

    Args:
        counts: how often each token came, shape (V,).
        law: probabilities, shape (V,).

    Returns:
        ``Fit``; its p-value has nothing to do with the vector p.

    Raises:
        ValueError: law is no probability vector, or counts are no nonnegative numbers of its shape.

    Source: Pearson (1900); the rule of 5 after Cochran, "The chi-square test of goodness of fit" (1952).
    """
    law = as_pmf(law, "law")
    counts = _counts(counts, law.size)
    if counts[law == 0].any():
        return Fit(IMPOSSIBLE, 0.0)
    if np.count_nonzero(law) == 1:
        return Fit(ONE_TOKEN, np.nan)
    observed, expected, pooled = _pool(counts[law > 0], law[law > 0] * counts.sum())
    if observed.size < 2:
        return Fit(TOO_FEW, np.nan)
    statistic = float(((observed - expected) ** 2 / expected).sum())
    return Fit(CHI_SQUARE, float(stats.chi2.sf(statistic, observed.size - 1)), observed.size, pooled)


def _pool(observed: NDArray, expected: NDArray) -> tuple[NDArray, NDArray, int]:
    """Put the rarest tokens into one cell until every cell expects enough."""
    order = np.argsort(expected)
    observed, expected = observed[order].astype(np.float64), expected[order]
    if expected[0] >= LEAST_EXPECTED:
        return observed, expected, 0
    together = expected.cumsum()
    following = np.append(expected[1:], np.inf)
    pooled = int(np.argmax((together >= LEAST_EXPECTED) & (following >= LEAST_EXPECTED))) + 1
    if together[pooled - 1] < LEAST_EXPECTED:
        pooled = expected.size
    cells = [np.concatenate([[part[:pooled].sum()], part[pooled:]]) for part in (observed, expected)]
    return *cells, pooled


def _counts(values: ArrayLike, tokens: int) -> NDArray[np.int64]:
    counts = np.asarray(values)
    if counts.shape != (tokens,) or not np.issubdtype(counts.dtype, np.integer) or (counts < 0).any():
        raise ValueError(f"counts must hold {tokens} whole numbers of 0 or more, one for each token")
    return counts
