"""Probability vectors: validate, normalise, compare.

Notation everywhere in the lab: ``p`` is the target, ``q`` the draft, always in this order
(Leviathan, Kalman, Matias 2023). Chen et al. (2023) and some serving code swap the letters.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

SUM_TOLERANCE = 1e-6
ROUNDING = 2.0**-52  # of one entry; a sum this close to 1 for each entry is 1


def as_pmf(values: ArrayLike, name: str = "p", labels: Sequence[str] | None = None) -> NDArray[np.float64]:
    """Validate a probability vector and rescale it to sum to 1; one that does so to rounding stays as it is.

    So 0.1 in one vector equals 0.1 in another, and validating twice changes nothing.

    Args:
        values: shape (V,), V >= 1; finite, nonnegative, sum within 1e-6 of 1.
        name: how messages call the vector.
        labels: token names for messages; positions are used where they are absent.

    Returns:
        A new float64 array of shape (V,), entries in [0, 1], sum 1 to rounding.

    Raises:
        ValueError: names the vector, the position and what to do.
    """
    pmf = _weights(values, name, labels)
    total = pmf.sum()
    if not abs(total - 1) <= SUM_TOLERANCE:
        raise ValueError(f"{name} sums to {total:.9g}, not 1: change an entry or normalise the vector")
    return pmf if abs(total - 1) <= ROUNDING * pmf.size else pmf / total


def normalize(weights: ArrayLike, name: str = "p", labels: Sequence[str] | None = None) -> NDArray[np.float64]:
    """Scale nonnegative weights to a probability vector: each weight divided by their sum.

    Args:
        weights: shape (V,), V >= 1; finite, nonnegative, at least one positive.
        name: how messages call the vector.
        labels: token names for messages.

    Returns:
        float64 array of shape (V,), sum 1 to rounding.

    Raises:
        ValueError: names the vector, the position and what to do.
    """
    scaled = _weights(weights, name, labels)
    largest = scaled.max()
    if largest == 0:
        raise ValueError(f"{name} is all zeros: give at least one token some weight")
    scaled /= largest  # first by the largest, so that neither 1e-320 nor 1e308 leaves the float range
    return scaled / scaled.sum()


def as_pair(p: ArrayLike, q: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Validate target and draft together.

    Args:
        p: target, shape (V,).
        q: draft at the same prefix, shape (V,).

    Returns:
        Both as float64 arrays of shape (V,), each summing to 1.

    Raises:
        ValueError: one is no probability vector, or their lengths differ.
    """
    target, draft = as_pmf(p, "p"), as_pmf(q, "q")
    if target.shape != draft.shape:
        raise ValueError(
            f"p has {target.size} tokens and q has {draft.size}: give both one entry for each token of one vocabulary"
        )
    return target, draft


def total_variation(p: ArrayLike, q: ArrayLike) -> float:
    """Total variation distance: half the sum of the absolute differences.

    Args:
        p: shape (V,).
        q: shape (V,).

    Returns:
        A number in [0, 1]; 0 where the two are equal, 1 where their supports are disjoint.

    Raises:
        ValueError: see ``as_pair``.

    Source: Leviathan, Kalman, Matias (2023), definition 3.2 and lemma 3.3 (there as D_LK).
    """
    target, draft = as_pair(p, q)
    return min(1.0, float(np.abs(target - draft).sum()) / 2)


def _weights(values: ArrayLike, name: str, labels: Sequence[str] | None) -> NDArray[np.float64]:
    try:
        weights = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers only: replace what is not a number") from None
    if weights.ndim != 1 or weights.size == 0:
        raise ValueError(f"{name} has shape {weights.shape}: give one number for each token, shape (V,) with V >= 1")
    wrong = np.flatnonzero(~np.isfinite(weights) | (weights < 0))
    if wrong.size:
        at = int(wrong[0])
        entry = f"{name}[{at}]" if labels is None else f"{name} of “{labels[at]}”"
        raise ValueError(f"{entry} is {weights[at]:g}: write a finite number of 0 or more")
    return weights
