"""The lab's own rules as samplers, with a full record: what a check should find, and what it should let pass."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lab.check.position.guard import Sampler
from lab.check.record import sampler_name
from lab.core.monte_carlo import draw
from lab.core.rules import Rule

WITHOUT_U = {"match_target", "argmax_check", "accept_if_larger", "threshold", "accept_all", "typical"} | {
    "whole_distribution",
    "match_or_ratio",
}
"""Rules whose test is no comparison of one uniform with a number."""


def sampler_of(rule_function: Callable[..., Rule], **options: Any) -> Sampler:
    """Turn a rule of ``lab.core.rules.RULES`` into a sampler.

    Args:
        rule_function: an entry of ``RULES``.
        options: its options, as in ``sampler_of(RULES["lenience"], lenience=0.8)``.

    Returns:
        A function of (p, q, size, rng) that gives a mapping with "output", "proposal", "accepted" and, where the rule
        compares a uniform with a number, "u". It raises ``ValueError`` where p or q is no probability vector.
    """

    def sampler(p: NDArray, q: NDArray, size: int, rng: Generator) -> dict[str, NDArray]:
        rule = rule_function(np.asarray(p, np.float64), np.asarray(q, np.float64), **options)
        draws = draw(rule.target, q, size, rng, rule)
        record = {"output": draws.output, "proposal": draws.proposal, "accepted": draws.accepted}
        return record if rule.key in WITHOUT_U else {**record, "u": draws.u}

    said = "".join(f", {name}={value!r}" for name, value in options.items())
    sampler.__qualname__ = f"sampler_of({rule_function.__name__}{said})"
    return sampler


def outputs_only(sampler: Sampler) -> Sampler:
    """The same sampler, with nothing known but what comes out."""

    def bare(p: NDArray, q: NDArray, size: int, rng: Generator) -> NDArray:
        given = sampler(p, q, size, rng)
        return given["output"] if isinstance(given, dict) else given

    bare.__qualname__ = f"outputs_only({sampler_name(sampler)})"
    return bare
