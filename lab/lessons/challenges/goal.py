"""A goal to play for: a sentence and a check that the page can make."""

from collections.abc import Callable
from dataclasses import dataclass

TARGET_TOLERANCE = 0.005
ROUNDING = 1e-12  # a sum of typed decimals may miss its goal by less than this


@dataclass(frozen=True)
class Challenge:
    """A goal for the reader's own pair, or for whatever else a page lets them change.

    Attributes:
        key: short name, unique.
        goal: what to reach, one sentence.
        reached: whether a subject reaches it: a situation, or success probability and n.
    """

    key: str
    goal: str
    reached: Callable[..., bool]


def at_least(value: float, goal: float) -> bool:
    """Whether a goal is reached, but for rounding."""
    return value >= goal - ROUNDING


def near(value: float, goal: float) -> bool:
    """Whether a goal is met to two digits."""
    return abs(value - goal) <= TARGET_TOLERANCE + ROUNDING
