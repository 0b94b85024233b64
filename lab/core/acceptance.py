"""One position of speculative sampling, exactly.

Draw x from q; accept it where U < min(1, p(x)/q(x)), U uniform in [0, 1); after a rejection draw from the
residual, the normalised positive part of p - q. Accepted mass plus residual mass is p, token by token.

Source of all formulas: Leviathan, Kalman, Matias, "Fast Inference from Transformers via Speculative Decoding"
(2023), sections 2.3 and 3, appendix A.1; Chen et al. (2023), theorem 1, with the letters p and q swapped.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.pmf import as_pair


def accept_prob(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """Probability that a proposed token x is kept: the smaller of 1 and p(x)/q(x).

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        Shape (V,), in [0, 1]; NaN where q(x) = 0: such a token is never proposed, so it has no acceptance value.

    Raises:
        ValueError: p or q is no probability vector, or their lengths differ.
    """
    p, q = as_pair(p, q)
    kept = np.where(q > 0, 1.0, np.nan)
    np.divide(p, q, out=kept, where=p < q)  # divides only where the ratio is below 1, so nothing overflows
    return kept


def accepted_mass(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """Probability that x is proposed and accepted: min(p(x), q(x)).

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        Shape (V,), in [0, 1]; sums to the acceptance rate.

    Raises:
        ValueError: see ``accept_prob``.
    """
    return np.minimum(*as_pair(p, q))


def rejected_mass(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """Probability that x is proposed and rejected: q(x) - min(p(x), q(x)).

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        Shape (V,), in [0, 1]; sums to the rejection rate 1 - alpha.

    Raises:
        ValueError: see ``accept_prob``.
    """
    p, q = as_pair(p, q)
    return q - np.minimum(p, q)


def residual_mass(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """Target mass that acceptance does not deliver: p(x) - min(p(x), q(x)).

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        Shape (V,), in [0, 1]; zero wherever q(x) >= p(x); sums to the rejection rate 1 - alpha.

    Raises:
        ValueError: see ``accept_prob``.
    """
    p, q = as_pair(p, q)
    return p - np.minimum(p, q)


def residual(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """Law of the token drawn after a rejection: the residual mass divided by its sum.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        Shape (V,), sum 1.

    Raises:
        ValueError: see ``accept_prob``; or p equals q (to rounding), so nothing is ever rejected.
    """
    mass = residual_mass(p, q)
    total = mass.sum()
    if total == 0:
        raise ValueError("p equals q: nothing is ever rejected, so there is no residual distribution")
    return mass / total


def acceptance_rate(p: ArrayLike, q: ArrayLike) -> float:
    """Acceptance rate alpha: the sum of min(p, q), which is 1 - TV(p, q).

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        A number in [0, 1]: the chance that a proposal drawn from q is kept.

    Raises:
        ValueError: see ``accept_prob``.

    Source: Leviathan et al. (2023), theorem 3.5.
    """
    return min(1.0, float(accepted_mass(p, q).sum()))


def output_law(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """Law of the emitted token, computed the long way: accepted mass + rejection rate × residual. It equals p.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        Shape (V,), equal to p to rounding.

    Raises:
        ValueError: see ``accept_prob``.

    Source: Leviathan et al. (2023), appendix A.1.
    """
    accepted = accepted_mass(p, q)
    rejection_rate = rejected_mass(p, q).sum()
    if not residual_mass(p, q).any():
        return accepted
    return accepted + rejection_rate * residual(p, q)


def recombination_error(p: ArrayLike, q: ArrayLike) -> float:
    """Largest distance of accepted mass + residual mass from p over the tokens: 0 to rounding.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        A number of the order of 1e-16 at most.

    Raises:
        ValueError: see ``accept_prob``.
    """
    p, q = as_pair(p, q)
    return float(np.abs(accepted_mass(p, q) + residual_mass(p, q) - p).max())
