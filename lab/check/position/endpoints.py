"""Force the ends of the uniform: u = 0 and the largest u, which chance rarely meets.

A sampler takes its uniforms from the generator that it is handed. Here that generator gives one of them the forced
value, the first, the second or a later one, and all others as usual. Whatever a sampler uses that uniform for, a token
with p = 0 must not come out, a proposal with p ≥ q must be kept, and nothing may break.
"""

import math
from itertools import product
from typing import Any

import numpy as np
from numpy.random import PCG64, Generator

from lab.check.position.guard import Sampler, Seen, call
from lab.check.record import sampler_name, versions
from lab.check.report import Report, Test, judge
from lab.core.block.situation import whole

ENDS = {"u = 0": 0.0, "u = 1 − 2^-24": 1 - 2.0**-24, "u = 1 − 2^-53": 1 - 2.0**-53}
PAIRS = {
    "zeros at both ends": ([0.0, 0.3, 0.45, 0.25, 0.0], [0.25, 0.3, 0.15, 0.05, 0.25]),
    "p = q": ([0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4]),
}
"""Pairs on which an end shows: tokens that must not come out first and last, and tokens that must always be kept."""
PLACES, TRIES = 4, 12


class Forced(Generator):
    """A generator that gives one of its single uniforms a forced value.

    Args:
        seed: of everything else.
        value: the forced uniform, in [0, 1).
        place: which of the calls that ask for one uniform gets it, from 0 on.
    """

    def __init__(self, seed: int, value: float, place: int) -> None:
        super().__init__(PCG64(seed))
        self.value, self.left, self.used = value, place, False

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Uniforms in [0, 1) as NumPy gives them, but for the forced one."""
        drawn = super().random(size, dtype, out)
        if np.size(drawn) != 1:
            return drawn
        self.left -= 1
        if self.left != -1:
            return drawn
        self.used = True
        kind = np.dtype(dtype).type
        value = min(kind(self.value), 1 - np.finfo(kind).epsneg)  # asked for in single precision, u stays below 1
        if np.ndim(drawn) == 0:
            return kind(value)
        drawn[...] = value
        return drawn

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        """The same for uniforms between two bounds."""
        return (
            low + (np.asarray(high) - low) * self.random(size)
            if size is not None
            else low + (high - low) * self.random()
        )


def check_endpoints(sampler: Sampler, seed: int = 0, level: float = 1e-3) -> Report:
    """Force each of a sampler's first uniforms to an end, one draw at a time.

    Args:
        sampler: see ``lab.check.position.guard.Sampler``; it is called with size 1.
        seed: of everything that is not forced.
        level: kept in the report; nothing here is left to chance.

    Returns:
        The report. A sampler that takes no single uniforms from ``random`` or ``uniform`` of its generator is not
        tested, which the tests say.

    Raises:
        ValueError: seed is no whole number of 0 or more.
    """
    seed = whole(seed, "seed")
    tests = [_end(sampler, seed, name, value) for name, value in ENDS.items()]
    draws = len(PAIRS) * PLACES * TRIES
    record = {"sampler": sampler_name(sampler), "seed": seed, **versions()}
    return judge(tests, level=level, size=draws, needed=0, record=record)


def _end(sampler: Sampler, seed: int, name: str, value: float) -> Test:
    """All draws with this value, in each place; what breaks goes before what is only rejected."""
    title, used, slower, never = f"Nothing breaks at {name}", False, "", ""
    for pair, place, step in product(PAIRS, range(PLACES), range(TRIES)):
        p, q = map(np.array, PAIRS[pair])
        rng = Forced(seed + step, value, place)
        seen, tests = call(sampler, p, q, 1, rng)
        if not rng.used:
            never = never or ("" if seen else _broken(seen, tests, p))
            continue
        used, where = True, f"where uniform number {place + 1} of a draw is {name[4:]}, on the pair “{pair}”."
        if fault := _broken(seen, tests, p):
            return Test(title, math.nan, 0.0, f"{fault}, {where}")
        slower = slower or _rejected(seen, p, q, where)
    if slower:
        return Test(title, math.nan, 0.0, slower, "acceptance too low")
    if not used and never:
        return Test(title, math.nan, 0.0, f"{never}.")
    if not used:
        return Test(title, math.nan, math.nan, "Not tested: no uniform of one draw is taken from the generator.")
    return Test(title, 0.0, 1.0, "Forbidden tokens stay away, and sure proposals are kept.")


def _broken(seen: Seen | None, tests: list[Test], p: np.ndarray) -> str:
    """What is wrong with one draw; empty where nothing is."""
    failed = [test for test in tests if test.pvalue == 0]
    if seen is None or failed:
        return failed[0].meaning.rstrip(".")
    x = int(seen.output[0])
    return f"Token {x} came out though p({x}) = 0" if p[x] == 0 else ""


def _rejected(seen: Seen, p: np.ndarray, q: np.ndarray, where: str) -> str:
    """Which sure proposal was rejected: that alone leaves the law right and is slower."""
    if seen.accepted is None or seen.proposal is None or seen.accepted[0]:
        return ""
    x = int(seen.proposal[0])
    return f"Token {x} was rejected though p({x}) is at least q({x}), {where}" if p[x] >= q[x] > 0 else ""
