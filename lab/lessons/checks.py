"""What a check of a sampler says, in the learner's own numbers."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from lab.core.numbers import display_labels, fmt
from lab.core.pmf import as_pmf
from lab.core.rules import RULES

SIZES = {fmt(n): n for n in (100, 1000, 10_000, 50_000, 200_000)}
"""Numbers of draws to check, as written."""
FIRST_SIZE = fmt(10_000)

SOONEST = {fmt(n): n for n in (100, 1000, 10_000)}
LATER, NEVER = "Later than that", "Never: there is no alarm"
MOMENTS = (*(f"Within {n}" for n in SOONEST), LATER, NEVER)
"""When an alarm may come."""


EXAMPLES = 206  # random stream


def example_rule(number: int) -> str:
    """Key of the rule behind a recorded example: exact ones as often as the others."""
    rng = np.random.default_rng([EXAMPLES, number])
    exact = [key for key, rule in RULES.items() if rule([1], [1]).exact]
    wrong = [key for key in RULES if key not in exact]
    return str(rng.choice(exact if rng.random() < 0.5 else wrong))


def moment(sizes: Sequence[int], powers: Sequence[float], level: float) -> str:
    """After how many draws the evidence first passes the alarm line, one of ``MOMENTS``.

    Args:
        sizes: numbers of draws, shape (k,), rising.
        powers: evidence in powers of ten, shape (k,).
        level: chance of a false alarm; the alarm line lies at −log10(level).
    """
    alarm = -math.log10(level)
    first = next((n for n, found in zip(sizes, powers, strict=True) if found > alarm), None)
    if first is None:
        return NEVER
    return next((words for words, bound in zip(MOMENTS, SOONEST.values(), strict=False) if first <= bound), LATER)


def widest_gap(p: ArrayLike, counts: ArrayLike, labels: Sequence[str]) -> str:
    """The token whose count lies farthest from N·p, measured in standard deviations, in one sentence.

    Args:
        p: target, shape (V,).
        counts: how often each token came out, shape (V,).
        labels: V token names, any text.
    """
    p, counts, names = as_pmf(p), np.asarray(counts), display_labels(labels)
    size = int(counts.sum())
    if (counts[p == 0] > 0).any():
        token = int(np.argmax(np.where(p == 0, counts, 0)))
        return f"“{names[token]}” came out {fmt(int(counts[token]))} times though its p is 0."
    deviation = np.sqrt(size * p * (1 - p))
    far = np.divide(counts - size * p, deviation, out=np.zeros(p.size), where=deviation > 0)
    token = int(np.abs(far).argmax())
    expected = f"N·p = {fmt(size)} × {fmt(p[token])} = {fmt(size * p[token])}"
    came = f"“{names[token]}” should come out about {expected} times and came {fmt(int(counts[token]))} times"
    if far[token] == 0:
        return f"{came}."
    off = counts[token] - size * p[token]
    side = "too often" if off > 0 else "too rarely"
    times = f"{fmt(abs(far[token]))} × √(N·p·(1 − p)) = {fmt(abs(far[token]))} × {fmt(deviation[token])}"
    return f"{came}. That is {fmt(abs(off))} {side}: {times}."
