"""What speculative sampling buys: tokens per cycle, time and operations, for independent acceptances at one rate.

A cycle drafts gamma tokens one after the other, verifies them in one target pass and emits the accepted ones and one
more. Time is counted in target steps. Whether a machine reaches these numbers depends on its implementation.

Source: Leviathan, Kalman, Matias (2023), sections 3.1 and 3.3 to 3.5.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

Number = float | NDArray[np.float64]


def expected_tokens(alpha: ArrayLike, draft_len: ArrayLike) -> Number:
    """Mean number of tokens a cycle emits: 1 + alpha + ... + alpha^gamma = (1 - alpha^(gamma+1)) / (1 - alpha).

    Args:
        alpha: acceptance rate in [0, 1]; arrays broadcast against ``draft_len``.
        draft_len: draft length gamma, 0 or more.

    Returns:
        A number in [1, draft_len + 1], or an array of them.

    Raises:
        ValueError: an argument is outside its range.

    Source: Leviathan et al. (2023), equation 1.
    """
    alpha, draft_len = _in_range("alpha", alpha, 0, 1), _in_range("draft_len", draft_len, 0)
    with np.errstate(divide="ignore", invalid="ignore"):  # log 0 and 0/0 at the two ends
        lost = -np.expm1((draft_len + 1) * np.log1p(alpha - 1))  # 1 - alpha^(gamma+1), with its digits near alpha = 1
        return np.where(alpha == 1, draft_len + 1, lost / (1 - alpha))[()]


def speedup(alpha: ArrayLike, draft_len: ArrayLike, cost_ratio: ArrayLike, verify_ratio: ArrayLike = 1.0) -> Number:
    """Walltime factor against ordinary decoding: tokens per cycle / (gamma × cost_ratio + verify_ratio).

    Args:
        alpha: acceptance rate in [0, 1].
        draft_len: draft length gamma, 0 or more.
        cost_ratio: c, time of one draft step / time of one target step, 0 or more.
        verify_ratio: time of one verifying pass / time of one target step, above 0, see ``verify_ratio``.

    Returns:
        Above 1 is faster, below 1 slower than ordinary decoding.

    Raises:
        ValueError: an argument is outside its range.

    Source: Leviathan et al. (2023), theorem 3.8, which is the case verify_ratio = 1.
    """
    return measured_speedup(expected_tokens(alpha, draft_len), draft_len, cost_ratio, 1.0, verify_ratio)


def measured_speedup(
    tokens: ArrayLike, draft_len: ArrayLike, draft_time: ArrayLike, target_time: ArrayLike, verify_time: ArrayLike
) -> Number:
    """Walltime factor from measured times: tokens × target_time / (gamma × draft_time + verify_time).

    Args:
        tokens: mean tokens per cycle, 0 or more: measured, exact, or ``expected_tokens``.
        draft_len: draft length gamma, 0 or more.
        draft_time: time of one draft step, 0 or more, in any unit.
        target_time: time of one ordinary target step, above 0, in the same unit.
        verify_time: time of one verifying pass over gamma + 1 positions, above 0, in the same unit.

    Returns:
        Above 1 is faster than ordinary decoding.

    Raises:
        ValueError: an argument is outside its range.
    """
    tokens, draft_len = _in_range("tokens", tokens, 0), _in_range("draft_len", draft_len, 0)
    draft_time = _in_range("draft time", draft_time, 0)
    target_time, verify_time = _positive("target time", target_time), _positive("verify time", verify_time)
    return (tokens * target_time / (draft_len * draft_time + verify_time))[()]


def verify_ratio(draft_len: ArrayLike, growth: ArrayLike = 0.0) -> Number:
    """Cost of one verifying pass in target steps when each further position adds ``growth``: 1 + growth × gamma.

    Args:
        draft_len: draft length gamma, 0 or more.
        growth: 0 where verifying is as cheap as one step, 1 where each position costs a whole step.

    Raises:
        ValueError: an argument is outside its range.
    """
    return (1 + _in_range("growth", growth, 0) * _in_range("draft_len", draft_len, 0))[()]


def operations(alpha: ArrayLike, draft_len: ArrayLike, ops_ratio: ArrayLike) -> Number:
    """Factor by which arithmetic operations grow: (gamma × ops_ratio + gamma + 1) / tokens per cycle.

    Args:
        alpha: acceptance rate in [0, 1].
        draft_len: draft length gamma, 0 or more.
        ops_ratio: c-hat, operations of one draft step / operations of one target step, 0 or more.

    Returns:
        1 or more.

    Raises:
        ValueError: an argument is outside its range.

    Source: Leviathan et al. (2023), theorem 3.11.
    """
    tokens, ops_ratio = expected_tokens(alpha, draft_len), _in_range("ops_ratio", ops_ratio, 0)
    return ((np.asarray(draft_len) * (ops_ratio + 1) + 1) / tokens)[()]


def best_draft_len(alpha: float, cost_ratio: float, growth: float = 0.0, longest: int = 100) -> int:
    """Draft length with the largest speedup, the shortest among equals; 0 where drafting does not pay.

    A free draft (cost_ratio = growth = 0) only gains: then it is where float64 sees no more gain, or ``longest``.

    Args:
        alpha: acceptance rate in [0, 1].
        cost_ratio: c, 0 or more.
        growth: what each further position adds to a verifying pass, see ``verify_ratio``.
        longest: the longest draft to consider, 0 or more.

    Raises:
        ValueError: an argument is outside its range.

    Source: Leviathan et al. (2023), section 3.5.
    """
    lengths = np.arange(_in_range("longest", longest, 0) + 1)
    return int(np.argmax(speedup(alpha, lengths, cost_ratio, verify_ratio(lengths, growth))))


def break_even(draft_len: int, cost_ratio: float, verify_ratio: float = 1.0) -> float:
    """Acceptance rate at which speculative sampling is exactly as fast as ordinary decoding.

    Args:
        draft_len: draft length gamma, 1 or more.
        cost_ratio: c, 0 or more.
        verify_ratio: cost of one verifying pass in target steps, above 0.

    Returns:
        A rate in [0, 1]: above it drafting pays; NaN where it does not pay even if every draft is accepted.

    Raises:
        ValueError: an argument is outside its range.
    """
    _in_range("draft_len", draft_len, 1)

    def gain(alpha: float) -> float:
        return float(speedup(alpha, draft_len, cost_ratio, verify_ratio)) - 1

    if gain(0.0) >= 0:
        return 0.0
    return brentq(gain, 0.0, 1.0) if gain(1.0) >= 0 else float("nan")


def _in_range(name: str, value: ArrayLike, low: float, high: float = np.inf) -> NDArray[np.float64]:
    numbers = np.asarray(value, np.float64)
    if not ((numbers >= low) & (numbers <= high) & np.isfinite(numbers)).all():
        most = "or more" if high == np.inf else f"to {high:g}"
        raise ValueError(f"{name} is {value}: give a number from {low:g} {most}")
    return numbers


def _positive(name: str, value: ArrayLike) -> NDArray[np.float64]:
    numbers = _in_range(name, value, 0)
    if not numbers.all():
        raise ValueError(f"{name} is {value}: give a number above 0")
    return numbers
