"""Monte Carlo runs as values: the same situation and the same presses always give the same draws."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lab.core.counting import count, first, joined, last
from lab.core.many_runs import outputs_of_runs
from lab.core.monte_carlo import Draws, Tally, converge, draw
from lab.core.pmf import total_variation
from lab.core.rules import RULES
from lab.core.sampling import Counts, multinomial
from lab.lessons.presses import Presses
from lab.situation import Situation

DARTS = 500
RUNS = 200
EVENTS_AT_ONCE = 10**6
DRAWS, ORDINARY, SPREAD, ORDINARY_SPREAD, EVENTS = range(101, 106)  # streams of the situation's generator
_GRID = sorted({round(10 ** (k / 8)) for k in range(8 * 15 + 1)})


@dataclass(frozen=True, eq=False)
class Run:
    """What a number of draws brought.

    Attributes:
        darts: the last draws one by one, 500 at most.
        course: cumulative tallies at rising sizes, the last one of the whole run; empty before the first draw.
        ordinary: how often each token came in as many draws from p itself, shape (V,).
    """

    darts: Draws
    course: tuple[Tally, ...]
    ordinary: Counts

    @property
    def size(self) -> int:
        """Number of draws."""
        return self.course[-1].size if self.course else 0

    @property
    def tally(self) -> Tally:
        """Counts of the whole run."""
        return self.course[-1] if self.course else _nothing(self.ordinary.size)

    @property
    def kept(self) -> int:
        """Number of proposals that were kept."""
        return int(self.tally.accepted.sum())

    @property
    def sizes(self) -> list[int]:
        """The sizes along the course."""
        return [tally.size for tally in self.course]

    @property
    def kept_so_far(self) -> list[int]:
        """Number of kept proposals along the course."""
        return [int(tally.accepted.sum()) for tally in self.course]


@lru_cache(maxsize=256)
def run(situation: Situation, presses: Presses) -> Run:
    """The run of a history: each step adds to the run before it, from a stream of its own."""
    if not presses:
        tokens = situation.p.size
        return Run(draw(situation.p, situation.q, 0, situation.rng(DRAWS)), (), np.zeros(tokens, np.int64))
    return _extended(run(situation, presses[:-1]), situation, len(presses) - 1, presses[-1])


@lru_cache(maxsize=64)
def spread(situation: Situation, size: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far the outputs of ``size`` draws lie from p, over 200 independent runs.

    Args:
        situation: the pair and the seed.
        size: draws in each run, at least 1.

    Returns:
        Total variation distances of the output's shares from p, shape (200,) each: speculative sampling, then
        ordinary sampling from p.
    """
    p, rule = situation.p, RULES["speculative"](situation.p, situation.q)
    speculative = outputs_of_runs(rule, size, RUNS, situation.rng(SPREAD))
    ordinary = multinomial(np.full(RUNS, size), p, situation.rng(ORDINARY_SPREAD))
    return tuple(np.array([total_variation(run / size, p) for run in runs]) for runs in (speculative, ordinary))


def events_more(situation: Situation, so_far: Tally | None, size: int) -> Tally:
    """Go on with a run that makes every single draw: the next million of them, or what is left of ``size``.

    Args:
        situation: the pair and the seed.
        so_far: counts of whole millions of draws; None before the first.
        size: where the run ends.

    Returns:
        The counts with those draws added.
    """
    so_far = so_far or _nothing(situation.p.size)
    rng = situation.rng(EVENTS, so_far.size // EVENTS_AT_ONCE)
    draws = draw(situation.p, situation.q, min(EVENTS_AT_ONCE, size - so_far.size), rng)
    return so_far + count(draws, situation.p.size)


def _extended(before: Run, situation: Situation, step: int, size: int) -> Run:
    """Most of a big step is only counted; its last draws are made one by one."""
    p, q, rng = situation.p, situation.q, situation.rng(DRAWS, step)
    start, end = before.size, before.size + size
    events = max(start, end - DARTS)
    marks = [mark - start for mark in _marks(start, events)]
    counted = converge(p, q, marks, rng, RULES["speculative"](p, q))
    course = [*before.course, *(before.tally + more for more in counted)]
    reached = course[-1] if course else before.tally
    darts = draw(p, q, end - events, rng)
    course += [reached + count(first(darts, mark - events), p.size) for mark in _marks(events, end)]
    ordinary = before.ordinary + multinomial(size, p, situation.rng(ORDINARY, step))
    return Run(last(joined(before.darts, darts), DARTS), tuple(course), ordinary)


def _marks(start: int, end: int) -> list[int]:
    """Sizes above ``start`` at which to look, evenly spaced on a log axis, and ``end``."""
    marks = _GRID[bisect_right(_GRID, start) : bisect_right(_GRID, end)]
    return marks if end in (start, *marks[-1:]) else [*marks, end]


def _nothing(tokens: int) -> Tally:
    return Tally(*np.zeros((3, tokens), np.int64))
