"""The history of a run as text: which steps of how many draws were pressed, in order."""

import re

from lab.core.monte_carlo import MAX_SIZE

Presses = tuple[int, ...]

MAX_PRESSES = 60  # more would make the link too long to share
_STEPS = re.compile(r"\d+(-\d+)*", re.ASCII)
_DIGITS = len(str(MAX_SIZE))


def read_presses(text: str) -> Presses:
    """Read the history of a run: "1-10-100" is 1 draw, then 10 more, then 100 more.

    Raises:
        ValueError: says in plain words what is wrong.
    """
    text = text.strip()
    if text and not _STEPS.fullmatch(text):
        raise ValueError("The steps must be whole numbers joined by hyphens, such as 1-10-100.")
    steps = [step.lstrip("0") or "0" for step in text.split("-") if step]
    return _checked(tuple(int(step) if len(step) <= _DIGITS else MAX_SIZE + 1 for step in steps))


def write_presses(presses: Presses) -> str:
    """The text that ``read_presses`` reads."""
    return "-".join(map(str, presses))


def pressed(presses: Presses, size: int) -> Presses:
    """A history with ``size`` more draws.

    Raises:
        ValueError: the history is full; says in plain words what to do.
    """
    return _checked((*presses, size))


def _checked(presses: Presses) -> Presses:
    if len(presses) > MAX_PRESSES:
        raise ValueError(f"{MAX_PRESSES} steps are the most a link can hold. Erase the draws or empty the field Steps.")
    if 0 in presses:
        raise ValueError("A step of 0 draws nothing: leave it out.")
    if sum(presses) > MAX_SIZE:
        raise ValueError(f"A run ends at {MAX_SIZE:,} draws. Erase the draws or empty the field Steps to begin again.")
    return presses
