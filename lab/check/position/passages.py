"""Does a long passage of the outputs come twice? Then the randomness was used twice."""

import math

import numpy as np
from numpy.typing import NDArray

from lab.check.report import Test

NAME = "No long passage comes twice"
UNLIKELY = 1e-12
_ODD = np.uint64(0x9E3779B97F4A7C15)


def passage_length(largest: float, size: int) -> int:
    """Length from which a repeated passage cannot be chance.

    Two given passages of length L, one after the other or overlapping, agree with a chance of at most largest^L: each
    token must meet one that is already fixed. There are fewer than size²/2 pairs of them.

    Args:
        largest: the largest probability of one token, in (0, 1).
        size: number of draws, at least 1.

    Returns:
        The smallest L with size²/2 × largest^L at most 1e-12.
    """
    return math.ceil((math.log(size**2 / 2) - math.log(UNLIKELY)) / -math.log(largest))


def no_passage_twice(output: NDArray[np.int64], largest: float) -> Test:
    """Look for a passage of the outputs that comes a second time, at any distance.

    Args:
        output: tokens in the order in which they came, shape (size,).
        largest: the largest probability of one token under p, in (0, 1].

    Returns:
        A test with p-value 1e-12 where one was found, else 1; NaN where there are too few draws.
    """
    length = passage_length(largest, output.size) if largest < 1 and output.size > 1 else output.size
    if output.size < 2 * length or output.size < 2:
        return Test(NAME, math.nan, math.nan, "There are too few draws, or one token is too likely, to tell.")
    pair = _repeat(output, length)
    if pair is None:
        return Test(NAME, 0.0, 1.0, f"No {length} successive tokens come again.")
    first, second = pair
    meaning = (
        f"The {length} tokens from draw {first} on come again from draw {second} on: look for a generator that is "
        "seeded again, copied or stuck."
    )
    return Test(NAME, float(length), UNLIKELY, meaning)


def _repeat(output: NDArray[np.int64], length: int) -> tuple[int, int] | None:
    """Where a passage starts and where it starts again, or None."""
    keys = _fingerprints(output.astype(np.uint64), length)
    order = np.argsort(keys, kind="stable")
    for at in np.flatnonzero(keys[order[1:]] == keys[order[:-1]]):
        first, second = int(order[at]), int(order[at + 1])
        if (output[first : first + length] == output[second : second + length]).all():
            return first, second
    return None


def _fingerprints(tokens: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """A 64-bit key for each passage of this length: the keys of its two halves, which may overlap, mixed."""
    keys, covered = _mix(tokens + np.uint64(1)), 1
    while covered < length:
        step = min(covered, length - covered)
        keys, covered = _mix(keys[:-step] * _ODD + keys[step:]), covered + step
    return keys


def _mix(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    keys = (keys ^ (keys >> np.uint64(31))) * _ODD
    return keys ^ (keys >> np.uint64(29))
