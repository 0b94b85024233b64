"""How much of the residual is left as p comes close to q, in each number format."""

from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from lab.charts.curves import Axes, curves
from lab.charts.figure import Figure


def cancellation(decades: Sequence[float], errors: Mapping[str, ArrayLike], now: float) -> Figure:
    """Distance of the computed residual from the exact one, which is the same at every closeness.

    Args:
        decades: n values k, rising: p = q + 10^-k × the difference typed.
        errors: up to four formats → n total variation distances.
        now: the k in use.
    """
    axes = Axes("k: p is 10^k times closer to q", "k", "Error of the residual (TV)", (0, 3, 6, 9, 12, 15, 18))
    return curves(decades, errors, now, axes, "cancellation")
