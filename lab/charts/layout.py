"""Where things go: room for labels, hatching, places for darts. Pure geometry in the unit interval."""

import unicodedata

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import isotonic_regression

GOLDEN, ROOT_TWO = (5**0.5 - 1) / 2, 2**0.5 - 1


def edges(widths: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Left and right ends of segments laid side by side from 0."""
    right = np.cumsum(widths)
    return np.concatenate([[0.0], right[:-1]]), right


def spread(centers: ArrayLike, gap: float) -> NDArray[np.float64]:
    """The least moved (in squares) sorted places in [gap/2, 1 - gap/2] with at least ``gap`` between neighbours."""
    steps = gap * np.arange(len(centers))
    if steps.size == 0:
        return steps
    loose = isotonic_regression(np.asarray(centers, dtype=float) - steps).x
    return np.clip(loose, gap / 2, 1 - gap / 2 - steps[-1]) + steps


def slots(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Width free for a text centred at each place: the distance to the nearest neighbour or twice that to an end."""
    gaps = np.concatenate([[2 * places[0]], np.diff(places), [2 - 2 * places[-1]]]) if places.size else np.zeros(1)
    return np.minimum(gaps[:-1], gaps[1:])


def text_width(text: str, size: float = 13) -> float:
    """Pixels a line of text takes, roughly: 0.56 of the font size a character, twice that where it is wide."""
    return size * 0.56 * sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def hatching(boxes: ArrayLike, spacing: float = 0.022, lean: float = 0.35) -> NDArray[np.float64]:
    """Slanted lines cut to boxes.

    Args:
        boxes: rows x, x2, y, y2, shape (n, 4).
        spacing: horizontal distance of the lines.
        lean: how far a line moves to the right while it rises by 1, so x - lean * y is constant along it.

    Returns:
        One row a piece of line: x, y, x2, y2.
    """
    x, x2, y, y2 = np.reshape(boxes, (-1, 4)).T
    offset = np.arange(np.min(x - lean * y2, initial=0), np.max(x2 - lean * y, initial=0), spacing)[:, None]
    low, high = np.maximum(y, (x - offset) / lean), np.minimum(y2, (x2 - offset) / lean)
    cut = low < high
    start, low, high = np.broadcast_to(offset, cut.shape)[cut], low[cut], high[cut]
    return np.column_stack([start + lean * low, low, start + lean * high, high])


def scatter(count: int, step: float = GOLDEN) -> NDArray[np.float64]:
    """Evenly spread places in (0, 1), the same at every call: fractional parts of an irrational's multiples."""
    return np.mod((np.arange(count) + 0.5) * step, 1)


def reach(values: ArrayLike) -> float:
    """End of an axis from 0 that holds all values and seldom changes: the first of 0.1, 0.25, 0.5 and 1 to do so."""
    largest = float(np.max(values, initial=0.0))
    return next((end for end in (0.1, 0.25, 0.5) if largest <= end), 1.0)
