"""How the evidence against a sampler grows with the number of draws."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
from numpy.random import default_rng
from numpy.typing import ArrayLike

from lab.check.position.check import questions
from lab.check.position.diagnosis import rules_for, wrong_laws
from lab.check.position.guard import Sampler, Seen, call
from lab.check.report import Test
from lab.check.trace import trace_tests
from lab.check.trace.sources import source_of
from lab.core.pmf import as_pair

FIRST, STEPS_A_DECADE = 10, 3


@dataclass(frozen=True)
class Step:
    """What the first draws say.

    Attributes:
        size: how many draws were looked at.
        powers: evidence against the exact rule in powers of ten, 0 or more; infinite after an impossible event.
            Above −log10(level) the check fails.
        test: the name of the test that says most; "" where none could be done.
    """

    size: int
    powers: float
    test: str


def step(size: int, tests: Sequence[Test]) -> Step:
    """Sum up tests as ``judge`` does: the smallest p-value, times their number."""
    told = [test for test in tests if not math.isnan(test.pvalue)]
    worst = min(told, key=lambda test: test.pvalue, default=None)
    if worst is None:
        return Step(size, 0.0, "")
    chance = min(1.0, worst.pvalue * len(tests))
    return Step(size, math.log10(1 / chance) if chance > 0 else math.inf, worst.name)


def sizes_up_to(last: int) -> list[int]:
    """Numbers of draws to look at, three a decade from 10 on, the last one included."""
    decades = range(int(STEPS_A_DECADE * math.log10(max(last / FIRST, 1))) + 1)
    return sorted({min(last, round(FIRST * 10 ** (k / STEPS_A_DECADE))) for k in decades} | {last})


def sampler_growth(sampler: Sampler, p: ArrayLike, q: ArrayLike, size: int, seed: int) -> tuple[Step, ...]:
    """The evidence of ``check_sampler`` after the first draws, then after more and more of the same run.

    Args:
        sampler: see ``check_sampler``.
        p: target, shape (V,).
        q: draft, shape (V,).
        size: number of draws of the whole run.
        seed: of the run.

    Returns:
        One step for each number of draws; none where the sampler cannot be used.

    Raises:
        ValueError: p or q is no probability vector, or their lengths differ.
    """
    p, q = as_pair(p, q)
    seen, misuse = call(sampler, p, q, size, default_rng(seed))
    if seen is None:
        return ()
    others = wrong_laws(rules_for(p, q), p)
    return tuple(step(n, [*misuse, *questions(_first(seen, n), p, q, others)]) for n in sizes_up_to(size))


def trace_growth(path: Path, looks: int = 8) -> tuple[Step, ...]:
    """The evidence of ``check_trace`` after the first events of a file, then after more and more of them.

    Args:
        path: a recorded run that fits into memory.
        looks: at most how many steps.

    Returns:
        One step for each number of events, the last one all of them.

    Raises:
        ValueError: an event is unusable, or there are none.
    """
    events = pa.Table.from_batches(source_of(path).batches(lambda done: None))
    sizes = sizes_up_to(events.num_rows)[-looks:]
    return tuple(step(size, trace_tests(events.slice(0, size))) for size in sizes)


def _first(seen: Seen, size: int) -> Seen:
    return replace(seen, **{name: getattr(seen, name)[:size] for name in seen.parts})
