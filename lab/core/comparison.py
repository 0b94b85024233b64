"""Other ways to compare target and draft: none of them is the acceptance rate."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import rel_entr

from lab.core.pmf import as_pair


def kl_divergence(p: ArrayLike, q: ArrayLike) -> float:
    """Kullback–Leibler divergence of the target from the draft: the sum of p log(p/q), in nats.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        A number from 0 to infinity; infinite where the draft never proposes a token that the target emits.

    Raises:
        ValueError: see ``lab.core.pmf.as_pair``.
    """
    return max(0.0, float(rel_entr(*as_pair(p, q)).sum()))


def match_probability(p: ArrayLike, q: ArrayLike) -> float:
    """Chance that one draw from p and an independent draw from q are the same token: the sum of p·q.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Returns:
        A number in [0, 1], never above the acceptance rate.

    Raises:
        ValueError: see ``lab.core.pmf.as_pair``.
    """
    p, q = as_pair(p, q)
    return float(p @ q)


def same_argmax(p: ArrayLike, q: ArrayLike) -> bool:
    """Whether target and draft have a most likely token in common; with ties, whether one of them is shared.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).

    Raises:
        ValueError: see ``lab.core.pmf.as_pair``.
    """
    p, q = as_pair(p, q)
    return bool(np.any((p == p.max()) & (q == q.max())))
