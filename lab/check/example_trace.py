"""A recorded run to try the check on: many contexts, one rule."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from lab.core.rules import Rule

REQUESTS, TOKENS = 10, 5


def example_events(rule_function: Callable[..., Rule], size: int, seed: int) -> list[dict[str, Any]]:
    """Record a run in which every event has a p and a q of its own.

    Args:
        rule_function: an entry of ``lab.core.rules.RULES``: what the decoder does.
        size: number of events.
        seed: of the contexts and the draws.

    Returns:
        Events as ``docs/trace-format.md`` describes them.
    """
    rng = default_rng(seed)
    contexts = rng.dirichlet([0.6] * TOKENS, (size, 2))
    return [
        {"request": event % REQUESTS, "position": event // REQUESTS, **_drawn(rule_function(p, q), rng)}
        | {"p": p.tolist(), "q": q.tolist()}
        for event, (p, q) in enumerate(contexts)
    ]


def _drawn(rule: Rule, rng: Generator) -> dict[str, Any]:
    x = _token(rule.proposal, rng)
    kept = bool(rng.random() < rule.accept[x])
    correction = rule.correction if rule.correction.ndim == 1 else rule.correction[x]
    return {"proposal": x, "accepted": kept, "output": x if kept else _token(correction, rng)}


def _token(law: NDArray[np.float64], rng: Generator) -> int:
    return int(rng.choice(law.size, p=law / law.sum()))
