"""Pairs that are hard on arithmetic: a rare token, a hidden token, a target that is almost the draft."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.pmf import as_pair, as_pmf
from lab.core.rules.rule import law_of

Vector = NDArray[np.float64]

HIDDEN_IN = ("nothing", "p", "q", "q rescaled")


def hide(p: ArrayLike, q: ArrayLike, token: int, where: str) -> tuple[Vector, Vector]:
    """What the test reads when one token is missing from one of the vectors: an apparent zero that no rounding made.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        token: its position.
        where: "nothing"; "p" or "q": masked there, the rest as it was; "q rescaled": masked in q and the rest scaled to
            sum to 1 again, while the draft still proposes from all of q.

    Returns:
        Weights in place of p and q, each of shape (V,).

    Raises:
        ValueError: p or q is no probability vector, or their lengths differ; or where is none of ``HIDDEN_IN``; or
            there is no such token.
    """
    p, q = as_pair(p, q)
    if where not in HIDDEN_IN:
        raise ValueError(f"where is {where!r}: choose one of {', '.join(HIDDEN_IN)}")
    if not 0 <= token < p.size:
        raise ValueError(f"token is {token}: give a position from 0 to {p.size - 1}")
    if where == "p":
        p[token] = 0
    elif where != "nothing":
        q[token] = 0
    return p, law_of(q, otherwise=q) if where == "q rescaled" else q


def make_rare(pmf: ArrayLike, token: int, decades: float) -> Vector:
    """Make one token 10^decades times less likely and scale the rest to sum to 1.

    Args:
        pmf: shape (V,).
        token: its position.
        decades: 0 or more; 0 changes nothing.

    Returns:
        Shape (V,), sum 1; unchanged where the token is all there is.

    Raises:
        ValueError: pmf is no probability vector, or there is no such token, or decades is negative.
    """
    law = as_pmf(pmf)
    if not 0 <= token < law.size:
        raise ValueError(f"token is {token}: give a position from 0 to {law.size - 1}")
    if decades < 0:
        raise ValueError(f"decades is {decades:g}: give a number of 0 or more")
    if law[token] == 1 or decades == 0:
        return law
    law[token] *= 10.0**-decades
    return law / law.sum()


def approach(p: ArrayLike, q: ArrayLike, decades: float) -> Vector:
    """Move p towards q: q + 10^-decades (p - q). The exact residual distribution stays the same at every step.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        decades: 0 gives p; infinity gives q.

    Returns:
        The new target, shape (V,), sum 1.

    Raises:
        ValueError: p or q is no probability vector, or their lengths differ.
    """
    p, q = as_pair(p, q)
    step = 10.0**-decades
    return as_pmf((1 - step) * q + step * p)
