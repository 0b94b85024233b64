"""What a request does to a distribution before a token is drawn: temperature, top-k, top-p, min-p, on logits.

A token that is cut has the logit -inf. Logits, not probabilities, pass from step to step, so that a token too rare
for a float at one temperature comes back at a higher one.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.logits import Logits, as_logits, below_largest, softmax

Ties = Literal["first", "all"]  # of equally likely tokens at a cut: keep the first ones only, or all of them

REACHED = 1e-12  # a cumulative mass this close below top-p has reached it: sums of floats round


def temperature(logits: ArrayLike, value: float, ties: Ties = "all") -> Logits:
    """Sharpen or flatten: each logit divided by the temperature, so p(x) becomes proportional to p(x)^(1/T).

    Args:
        logits: shape (V,), see ``as_logits``.
        value: T, finite, 0 or more. Towards 0 the law becomes greedy, for large T uniform over the unmasked tokens.
        ties: at T = 0 only: whether equally likely favourites share the mass, as in the limit, or the first gets it
            all, as engines do that take the argmax.

    Returns:
        Shape (V,), the largest logit 0.

    Raises:
        ValueError: see ``as_logits``; or T is negative or not finite.
    """
    if not 0 <= value < np.inf:
        raise ValueError(f"temperature is {value:g}: give a finite number of 0 or more")
    below = below_largest(as_logits(logits))
    if value == 0:
        return np.where(_largest(below, 1, ties), 0.0, -np.inf)
    with np.errstate(over="ignore"):  # a logit beyond the float range is a mass of 0: -inf is the right answer
        return below / value


def top_k(logits: ArrayLike, k: int, ties: Ties = "first") -> Logits:
    """Keep the k most likely tokens.

    Args:
        logits: shape (V,), see ``as_logits``.
        k: 1 or more; V or more cuts nothing.
        ties: of tokens as likely as the k-th, keep the first until k are kept, or all.

    Returns:
        Shape (V,), -inf for every token that is cut.

    Raises:
        ValueError: see ``as_logits``; or k is below 1.

    Source: Fan, Lewis, Dauphin, "Hierarchical Neural Story Generation" (2018), section 5.4.
    """
    if k < 1:
        raise ValueError(f"top-k is {k:g}: keep at least 1 token")
    logits = as_logits(logits)
    return np.where(_largest(logits, k, ties), logits, -np.inf)


def top_p(logits: ArrayLike, mass: float, ties: Ties = "first") -> Logits:
    """Keep the fewest most likely tokens whose mass together reaches top-p; the favourite always stays.

    Args:
        logits: shape (V,), see ``as_logits``.
        mass: in [0, 1]; 1 cuts nothing. A sum within 1e-12 of it has reached it.
        ties: of tokens as likely as the last one kept, keep the first, or all.

    Returns:
        Shape (V,), -inf for every token that is cut.

    Raises:
        ValueError: see ``as_logits``; or mass lies outside [0, 1].

    Source: Holtzman et al., "The Curious Case of Neural Text Degeneration" (2020), section 3.1.
    """
    if not 0 <= mass <= 1:
        raise ValueError(f"top-p is {mass:g}: give a number from 0 to 1")
    logits = as_logits(logits)
    if mass == 1:
        return logits
    law = softmax(logits)
    reached = np.sort(law)[::-1].cumsum()
    return top_k(logits, 1 + np.count_nonzero(reached[:-1] < mass - REACHED), ties)


def min_p(logits: ArrayLike, share: float) -> Logits:
    """Keep the tokens that are at least ``share`` times as likely as the favourite.

    Args:
        logits: shape (V,), see ``as_logits``.
        share: in [0, 1]; 0 cuts nothing, 1 keeps only the favourites. A share met within 1e-12 is met.

    Returns:
        Shape (V,), -inf for every token that is cut.

    Raises:
        ValueError: see ``as_logits``; or share lies outside [0, 1].

    Source: Nguyen et al., "Turning Up the Heat: Min-p Sampling" (2024), section 3.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"min-p is {share:g}: give a number from 0 to 1")
    logits = as_logits(logits)
    return np.where(np.exp(below_largest(logits)) >= share * (1 - REACHED), logits, -np.inf)


STEPS: dict[str, Callable[..., Logits]] = {"temperature": temperature, "top_k": top_k, "top_p": top_p, "min_p": min_p}
"""The transforms by name, in the order that most libraries use."""


def _largest(logits: Logits, k: int, ties: Ties) -> NDArray[np.bool_]:
    if k >= logits.size:
        return np.ones(logits.size, bool)
    ranked = np.argsort(-logits, kind="stable")
    if ties == "all":
        return logits >= logits[ranked[int(k) - 1]]
    kept = np.zeros(logits.size, bool)
    kept[ranked[: int(k)]] = True
    return kept
