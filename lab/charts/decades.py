"""A logarithmic axis from 1 down to the smallest value, with a lane of its own for 0."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.charts.colors import NEUTRAL
from lab.charts.marks import line, text
from lab.charts.scene import Scene

DEPTHS = (6, 12, 18, 48, 330)  # decades the axis may span; few, so that it seldom changes
ZERO, START = 0.03, 0.1  # where 0 and the smallest value lie; 1 lies at 1


def depth(values: ArrayLike) -> int:
    """How many decades the axis must span to hold all positive values."""
    values = np.ravel(values)
    smallest = float(np.min(values[values > 0], initial=1.0))
    return next((span for span in DEPTHS if smallest >= 10.0**-span), DEPTHS[-1])


def places(values: ArrayLike, span: int) -> NDArray[np.float64]:
    """Where values in [0, 1] lie along the picture, shape (n,)."""
    values = np.asarray(values, dtype=np.float64)
    decades = -np.log10(values, out=np.zeros(values.shape), where=values > 0)
    along = START + (1 - START) * (1 - np.minimum(decades / span, 1))
    return np.where(values > 0, along, ZERO)


def axis(span: int, low: float, high: float, gap: float) -> Scene:
    """Grid lines from ``low`` to ``high`` with their powers of ten ``gap`` below, and the lane of 0."""
    powers = range(0, span + 1, max(1, span // 6))
    marks = [(float(places([10.0**-k], span)[0]), _power(k)) for k in powers if k < span]
    lines, texts = [], []
    for x, words in [(ZERO, "0"), *marks]:
        lines.append(line(x, low, x, high, color=NEUTRAL, opacity=0.25, dash=x == ZERO))
        texts.append(text(x, low - gap, words, size=12, align="right" if x == 1 else "center", side="below"))
    return Scene(lines=lines, texts=texts)


def _power(k: int) -> str:
    return "1" if k == 0 else "10⁻" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(k))
