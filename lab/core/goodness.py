"""Do counts fit a law?"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc

from lab.core.pmf import as_pmf

LEAST_EXPECTED = 5  # below this expected count a cell is too rare for the chi-square law
NEVER_EXPECTED = 1e-12  # below this expected count even one draw settles it
IMPOSSIBLE, ONE_TOKEN, TOO_FEW, CHI_SQUARE = "impossible", "one token", "too few", "chi-square"


@dataclass(frozen=True)
class Fit:
    """How well counts fit a law.

    Attributes:
        method: "chi-square"; "impossible" where a token came out that cannot, or hardly can; "one token" where the law
            leaves no choice; "too few" where there are too few draws to judge.
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

    A token that came out although its expected count is below 1e-12 (law 0 above all) fails at once. The rarest other
    tokens are pooled into one cell until no cell expects fewer than 5; where fewer than two cells remain, there is
    nothing to compare yet.

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
    expected = law * counts.sum()
    never = expected < NEVER_EXPECTED
    if counts[never].any():
        return Fit(IMPOSSIBLE, float(expected[never].sum()))
    if np.count_nonzero(law) == 1:
        return Fit(ONE_TOKEN, np.nan)
    counts, expected = counts[law > 0], expected[law > 0]
    groups = groups_of(expected)
    observed, expected = np.bincount(groups, counts), np.bincount(groups, expected)
    if observed.size < 2:
        return Fit(TOO_FEW, np.nan)
    statistic = float(((observed - expected) ** 2 / expected).sum())
    pooled = groups.size - observed.size
    return Fit(CHI_SQUARE, float(chdtrc(observed.size - 1, statistic)), observed.size, pooled + bool(pooled))


def groups_of(expected: ArrayLike) -> NDArray[np.intp]:
    """The cell of each token: the rarest tokens share cell 0 until no cell expects fewer than 5.

    Args:
        expected: expected counts of the tokens, shape (V,), nonnegative.

    Returns:
        Cell numbers from 0 on, shape (V,), every cell in use.
    """
    expected = np.asarray(expected, dtype=np.float64)
    order = np.argsort(expected)
    together, following = expected[order].cumsum(), np.append(expected[order[1:]], np.inf)
    enough = (together >= LEAST_EXPECTED) & (following >= LEAST_EXPECTED)
    shared = int(np.argmax(enough)) + 1 if enough.any() else expected.size
    groups = np.zeros(expected.size, dtype=np.intp)
    groups[order[shared:]] = np.arange(1, expected.size - shared + 1)
    return groups


def _counts(values: ArrayLike, tokens: int) -> NDArray[np.int64]:
    counts = np.asarray(values)
    if counts.shape != (tokens,) or not np.issubdtype(counts.dtype, np.integer) or (counts < 0).any():
        raise ValueError(f"counts must hold {tokens} whole numbers of 0 or more, one for each token")
    return counts
