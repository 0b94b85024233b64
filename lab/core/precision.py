"""Speculative sampling in the number formats of real hardware: what rounding does to the law.

Only what an engine computes is rounded here: p and q (or their logarithms), the ratio (or the difference), the
residual and its sum, each in the chosen format by NumPy's or ml_dtypes' own arithmetic. The uniform lives on a grid
that every comparison sees exactly. So the acceptance probability is a count of grid points, and the law that comes
out is enumerated, not estimated.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from math import log

import ml_dtypes
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.pmf import as_pair
from lab.core.rules import Rule
from lab.core.rules.rule import law_of

Rounded = NDArray  # of the chosen format
Vector = NDArray[np.float64]

FORMATS: dict[str, np.dtype] = {
    "float64": np.dtype(np.float64),
    "float32": np.dtype(np.float32),
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
    "float16": np.dtype(np.float16),
}
SPACES, TESTS, SAMPLERS = ("probability", "log"), ("<", "≤"), ("exact", "rounded")
MAX_GRID_BITS = 53


@dataclass(frozen=True)
class Arithmetic:
    """How an engine computes.

    Args:
        dtype: one of ``FORMATS``.
        space: "probability": u < p/q; "log": log u < log p - log q.
        test: "<", or "≤" as some engines have it.
        grid_bits: b, 1 to 53: u is one of 0, 2^-b, 2·2^-b, …, 1 - 2^-b, equally likely.
        sampler: what proposes: "exact", q before rounding; "rounded", the q that the test sees.
    """

    dtype: str = "float32"
    space: str = "probability"
    test: str = "<"
    grid_bits: int = 24
    sampler: str = "exact"

    def __post_init__(self) -> None:
        for name, allowed in (("dtype", FORMATS), ("space", SPACES), ("test", TESTS), ("sampler", SAMPLERS)):
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} is {getattr(self, name)!r}: choose one of {', '.join(allowed)}")
        if not 1 <= self.grid_bits <= MAX_GRID_BITS:
            raise ValueError(f"grid_bits is {self.grid_bits}: give a whole number from 1 to {MAX_GRID_BITS}")


@dataclass(frozen=True, eq=False)
class Rounding:
    """One pair as an engine sees it, and the law that comes out.

    Args:
        p, q: what the test reads, shape (V,), as float64: probabilities, or log-probabilities in log space.
        threshold: what u (or log u) is compared with, shape (V,): p/q or log p - log q; NaN for 0/0 and -inf + inf.
        residual: residual masses as computed, shape (V,), each in the format.
        lost: whether something is rejected although the residual came out as 0/0; p as seen stands in for it.
        rule: what proposes, what accepts, what corrects, in the same terms as every rule.
    """

    p: Vector
    q: Vector
    threshold: Vector
    residual: Vector
    lost: bool
    rule: Rule

    @property
    def unreachable(self) -> NDArray[np.bool_]:
        """Tokens that p asks for and that can never come out, shape (V,)."""
        return (self.rule.target > 0) & (self.rule.output_law() == 0)

    @property
    def forbidden(self) -> NDArray[np.bool_]:
        """Tokens with p = 0 that come out all the same, shape (V,)."""
        return (self.rule.target == 0) & (self.rule.output_law() > 0)


def rounded(p: ArrayLike, q: ArrayLike, how: Arithmetic, seen: tuple[ArrayLike, ArrayLike] | None = None) -> Rounding:
    """Run one position of speculative sampling in an engine's arithmetic.

    Args:
        p: target, shape (V,).
        q: draft, shape (V,).
        how: the arithmetic.
        seen: nonnegative weights that the test reads in place of p and q, before they are rounded; see
            ``lab.core.stress.hide``.

    Returns:
        What the engine sees, and its rule.

    Raises:
        ValueError: p or q is no probability vector, or their lengths differ.
    """
    p, q = as_pair(p, q)
    p_read, q_read = (np.asarray(x, dtype=np.float64) for x in seen or (p, q))
    with np.errstate(all="ignore"):  # 0/0, overflow and underflow are what this module is about
        p_held, q_held, p_mass, q_mass, threshold = _compute(p_read, q_read, how)
        residual = np.maximum(p_mass - q_mass, 0)
        share = (residual / residual.sum(dtype=residual.dtype)).astype(np.float64)
    fallback = law_of(p_mass.astype(np.float64), otherwise=p)
    proposal = q if how.sampler == "exact" else law_of(q_mass.astype(np.float64), otherwise=q)
    accept = np.array([accept_share(float(t), how) for t in threshold]) * (proposal > 0)
    computed = bool(np.isfinite(share).all())
    rule = Rule(
        key="rounded",
        title=f"Speculative sampling in {how.dtype}",
        kind="biased",
        mass="Rounding moves the ratio and the residual; a probability that becomes 0 changes what can come out.",
        reference="",
        target=p,
        proposal=proposal,
        accept=accept,
        correction=law_of(share, otherwise=fallback) if computed else fallback,
    )
    lost = not computed and bool((accept[proposal > 0] < 1).any())
    held = (x.astype(np.float64) for x in (p_held, q_held, threshold, residual))
    return Rounding(*held, lost, rule)


def accept_share(threshold: float, how: Arithmetic) -> float:
    """Share of the grid's uniforms that pass the test: counted, not approximated.

    Args:
        threshold: p/q or log p - log q as computed; NaN passes no comparison.
        how: the arithmetic.

    Returns:
        A number in [0, 1], a multiple of 2^-b.
    """
    points = 2**how.grid_bits
    passes = _test(threshold, how)
    return bisect_left(range(points), True, key=lambda k: not passes(k / points)) / points


def _compute(p: Vector, q: Vector, how: Arithmetic) -> tuple[Rounded, ...]:
    """p and q as held, their masses, and the threshold: all in the format."""
    dtype = FORMATS[how.dtype]
    if how.space == "probability":
        p_held, q_held = p.astype(dtype), q.astype(dtype)
        return p_held, q_held, p_held, q_held, p_held / q_held
    p_held, q_held = np.log(p).astype(dtype), np.log(q).astype(dtype)
    return p_held, q_held, np.exp(p_held), np.exp(q_held), p_held - q_held


def _test(threshold: float, how: Arithmetic) -> Callable[[float], bool]:
    below = float.__lt__ if how.test == "<" else float.__le__
    if how.space == "probability":
        return lambda u: below(u, threshold)
    return lambda u: below(log(u) if u else -np.inf, threshold)
