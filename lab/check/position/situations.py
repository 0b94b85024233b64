"""Situations that samplers fail on: small pairs of laws, each with a reason to be there."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.core.precision import FORMATS

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Situation:
    """One pair to run a sampler on.

    Attributes:
        name: what is special about it.
        p: target as the sampler gets it, shape (V,).
        q: draft as the sampler gets it, shape (V,).
        may_refuse: whether a ``ValueError`` is a right answer too, since a vector does not sum to 1. A sampler that
            answers must follow the vector divided by its sum.
        seed: moved on for a second run with other draws.
    """

    name: str
    p: Vector
    q: Vector
    may_refuse: bool = False
    seed: int = 0


PLAIN = ([0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4])


def situations() -> tuple[Situation, ...]:
    """Every situation of the suite, the plain ones first."""
    return (*_plain(), *_zeros(), *_close(), *_rounded())


def _plain() -> list[Situation]:
    p, q = map(np.array, PLAIN)
    return [
        Situation("a plain pair", p, q),
        Situation("the same pair, another seed", p, q, seed=1),
        Situation("the same pair, a third seed", p, q, seed=2),
        Situation("two tokens", np.array([0.7, 0.3]), np.array([0.4, 0.6])),
        Situation("one token", np.ones(1), np.ones(1)),
        Situation("a blind draft", np.array([0.55, 0.25, 0.12, 0.05, 0.03]), np.full(5, 0.2)),
        Situation("token id 0 is what the draft misses", np.array([0.6, 0.25, 0.15]), np.array([0.05, 0.35, 0.6])),
    ]


def _zeros() -> list[Situation]:
    return [
        Situation("nothing in common", np.array([0.5, 0.5, 0.0, 0.0]), np.array([0.0, 0.0, 0.3, 0.7])),
        Situation("zeros in p and in q", np.array([0.0, 0.5, 0.3, 0.2, 0.0]), np.array([0.3, 0.2, 0.0, 0.4, 0.1])),
        Situation("p is certain", np.array([0.0, 1.0, 0.0]), np.array([0.3, 0.3, 0.4])),
        Situation("q is certain", np.array([0.2, 0.5, 0.3]), np.array([1.0, 0.0, 0.0])),
        Situation("both are certain, and agree", np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0])),
        Situation("both are certain, and differ", np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])),
    ]


def _close() -> list[Situation]:
    p = np.array(PLAIN[0])
    last_bit = p.copy()
    last_bit[:2] = np.nextafter(p[0], 0), np.nextafter(p[1], 1)
    tie = np.array([0.25025, 0.24975, 0.25, 0.25])
    return [
        Situation("p = q", p, p),
        Situation("p = q but for the last bit", p, last_bit),
        Situation("near ties", tie, tie[::-1].copy()),
    ]


def _rounded() -> list[Situation]:
    p, q = (np.random.default_rng(seed).dirichlet(np.full(12, 0.7)) for seed in (3, 4))
    held = [
        Situation(
            f"values held in {name}", *(law.astype(FORMATS[name]).astype(np.float64) for law in (p, q)), may_refuse=True
        )
        for name in ("float32", "float16", "bfloat16")
    ]
    part, draft = 0.999 * np.array(PLAIN[0]), np.array(PLAIN[1])
    return [*held, Situation("p sums to 0.999", part, draft, may_refuse=True)]
