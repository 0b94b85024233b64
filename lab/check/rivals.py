"""What a sampler may have done instead: every rule of the lab, and the exact one with p and q swapped."""

from collections.abc import Callable

import numpy as np

from lab.core.rules import RULES, TITLES, Rule
from lab.core.rules.rule import Parts, Vector, ratio, residual_or_p

SWAPS = {
    "swapped": "p and q swapped everywhere",
    "swapped_check": "p and q swapped in test and correction",
    "swapped_test": "p and q swapped in the test alone",
}
NAMES: dict[str, str] = TITLES | SWAPS
"""Key in ``RIVALS`` → name."""


def _parts(key: str, p: Vector, q: Vector) -> Parts:
    kept = np.where(p > 0, ratio(q, p), 1.0)  # q/0 is infinite
    proposal = p if key == "swapped" else q
    return proposal, kept, residual_or_p(p, q) if key == "swapped_test" else residual_or_p(q, p)


def _swap(key: str) -> Callable[..., Rule]:
    def make(p: Vector, q: Vector) -> Rule:
        return Rule(key, SWAPS[key], "biased", "", "", p, *_parts(key, p, q))

    return make


RIVALS: dict[str, Callable[..., Rule]] = RULES | {key: _swap(key) for key in SWAPS}
"""Key → function of (p, q) that gives the ``Rule`` for this pair; the exact one is "speculative"."""


BEHIND = 3.0
"""Powers of ten behind the best that fits: rules further back are not named beside it."""
PART = 0.8
"""Of what can be explained at all: a guess that explains less is not made."""
FLOOR = 1e-12
"""An outcome that a rule cannot give counts as that unlikely where one odd record must not decide."""


def guess(clause: str) -> str:
    """The sentence about the nearest mistake where none fits well; ``clause`` names it."""
    return f"Only a guess, since no known mistake fits well: nearest comes {clause}."
