"""One token proposed again and again: how many of n independent proposals of it are accepted."""

import numpy as np
from numpy.typing import NDArray
from scipy import stats


def success_probability(ratio: float) -> float:
    """Chance that a token is kept once it is proposed: the smaller of 1 and its ratio p(x)/q(x).

    Args:
        ratio: p(x)/q(x), 0 or more.

    Returns:
        A number in [0, 1]; see ``lab.core.acceptance.accept_prob`` for all tokens of a pair.

    Raises:
        ValueError: the ratio is negative or not a number.
    """
    if not ratio >= 0:
        raise ValueError("A ratio of two probabilities cannot be negative: write 0 or more.")
    return min(1.0, float(ratio))


def accepted_count_law(success: float, n: int) -> NDArray[np.float64]:
    """Law of the number accepted among n independent proposals of one token: the binomial law.

    Args:
        success: the token's acceptance probability min(1, p(x)/q(x)), in [0, 1].
        n: number of proposals, at least 1.

    Returns:
        Shape (n + 1,): the probability of 0, 1, …, n accepted; sums to 1.

    Raises:
        ValueError: success or n is outside its range.
    """
    if not 0 <= success <= 1:
        raise ValueError(f"success is {success}: a probability lies between 0 and 1")
    if n < 1 or n != int(n):
        raise ValueError(f"n is {n}: give a whole number of proposals, at least 1")
    return stats.binom.pmf(np.arange(n + 1), int(n), success)
