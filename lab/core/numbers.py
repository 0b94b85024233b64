"""The one way to write a number or a token name, so that text, table and picture show the same characters."""

import math
import re
from collections.abc import Iterable
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike, NDArray

MINUS = "\u2212"
NO_VALUE = "–"
SMALLEST_FIXED = 5e-5  # four decimals would show anything smaller as 0
LARGEST_FIXED = 1e15
DIGITS = 12  # what rounding can do to a mass lies below
_UNSHOWABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # all but Char of XML 1.0
ROUNDING = 1e-15  # a sum that should be 1 comes out this close to it


class Written(str):
    """A number as the screen shows it, which still knows all its digits.

    Attributes:
        value: the number itself, a list where the text writes several; None where there is no such value.
    """

    __slots__ = ("value",)

    def __new__(cls, text: str, value: Real | list[float] | None = None) -> "Written":
        written = super().__new__(cls, text)
        written.value = value
        return written


def fmt(value: Real | None) -> Written:
    """Write a number for the screen: four decimals, trailing zeros dropped.

    Positive values below 0.00005 and values of 10^15 or more get an exponent; a value that four decimals would turn
    into 1 keeps its distance ("1 − 5e-10"); thousands are grouped. A distance from 1 of at most 1e-15 is rounding.

    Args:
        value: any real number; NaN or None stands for "no such value".

    Returns:
        The number with a real minus sign; an en dash where there is no value.
    """
    if value is None or math.isnan(value):
        return Written(NO_VALUE)
    number = int(value) if isinstance(value, Integral) else float(value)
    return Written((MINUS if value < 0 else "") + _magnitude(abs(value)), number)


def fmt_to(value: float, step: float) -> Written:
    """Write a number with as many decimals as it takes to tell it from another one ``step`` away.

    Args:
        value: a finite number.
        step: the difference that should be read, such as the width of an interval; 0 asks for no more than ``fmt``.

    Returns:
        ``fmt`` where four decimals do, or where more of them would still look like 0 or 1; else the number to the
        second digit of the step, trailing zeros dropped.
    """
    decimals = 1 - math.floor(math.log10(step)) if step > 0 else 0
    text = f"{abs(value):.{max(decimals, 4)}f}".rstrip("0").rstrip(".")
    if decimals <= 4 or text in ("0", "1"):
        return fmt(value)
    return Written((MINUS if value < 0 else "") + text, float(value))


def fmt_signed(value: Real | None) -> Written:
    """Write an error or a difference: ``fmt`` with a plus sign on positive values; zero has no sign.

    Args:
        value: any real number; NaN or None stands for "no such value".

    Returns:
        Such as "+0.05", "−0.05", "0" or an en dash.
    """
    text = fmt(value)
    return Written("+" + text, text.value) if text != NO_VALUE and value > 0 else text


def apportion(masses: ArrayLike, total: int) -> NDArray[np.int64]:
    """Whole numbers in proportion to masses, by largest remainder: "of 1,000 drafts".

    Args:
        masses: shape (n,), 0 or more; all zeros get nothing.
        total: what the numbers sum to.

    Returns:
        Shape (n,), each within 1 of its exact share.
    """
    masses = np.asarray(masses, dtype=np.float64)
    if not masses.any():
        return np.zeros(masses.shape, dtype=np.int64)
    shares = masses / masses.sum() * total
    whole = np.floor(shares).astype(np.int64)
    most_left_over = np.argsort(whole - shares, kind="stable")
    whole[most_left_over[: total - whole.sum()]] += 1
    return whole


def display_labels(labels: Iterable[str]) -> list[str]:
    """Give every token a name of its own: the label as typed, " (2)" and on after repeats, "(empty)" for a blank one.

    Args:
        labels: V strings, any text.

    Returns:
        V different strings, the first of equal labels unchanged.
    """
    taken: set[str] = set()
    return [_unused(label if label.strip() else "(empty)", taken) for label in labels]


def showable(text: str) -> str:
    """A text whose every character can be shown and stored; each that cannot becomes the replacement sign U+FFFD.

    Control characters, halves of surrogate pairs and noncharacters are no text to XML: an SVG must not hold them.
    """
    return _UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _magnitude(value: Real) -> str:
    if isinstance(value, Integral):
        return f"{int(value):,}"
    if math.isinf(value):
        return "∞"
    off = value - 1
    if ROUNDING < abs(off) < SMALLEST_FIXED:
        return f"1 {'+' if off > 0 else MINUS} {abs(off):.2g}"
    if 0 < value < SMALLEST_FIXED or value >= LARGEST_FIXED:
        return f"{value:.2g}"
    # Equal masses summed in another order differ in their last bits; a tie between two digits must not tell them apart.
    return f"{round(value, DIGITS):,.4f}".rstrip("0").rstrip(".")


def _unused(name: str, taken: set[str]) -> str:
    name = showable(name)
    unique, copy = name, 1
    while unique in taken:
        copy += 1
        unique = f"{name} ({copy})"
    taken.add(unique)
    return unique
