"""Draws per second, event by event and as counts: python benchmarks/draws.py [events]

Every way makes the same four arrays: proposal, u, accepted, output. The NumPy ways all work in chunks that fit the
cache. Rounds are interleaved, so that a busy moment meets every way; the table shows medians of processor time.
"""

import random
import sys
import time
from bisect import bisect
from itertools import accumulate
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from lab.core.monte_carlo import draw, tally
from lab.core.rules import RULES

EVENTS, ROUNDS, CHUNK = 2_000_000, 9, 2**16


def python_loop(rule, size, rng):
    """One event after the other, with the standard library alone."""
    generator = random.Random(int(rng.integers(2**32)))
    accept, draft, residual = rule.accept.tolist(), *(list(accumulate(law)) for law in (rule.proposal, rule.correction))
    events = []
    for _ in range(size):
        x, u = bisect(draft, generator.random() * draft[-1]), generator.random()
        kept = u < accept[x]
        events.append((x, u, kept, x if kept else bisect(residual, generator.random() * residual[-1])))
    return [np.array(column) for column in zip(*events, strict=True)]


def choice(law):
    """Generator.choice with probabilities."""
    return lambda size, rng: rng.choice(law.size, size, p=law)


def searchsorted(law):
    """Inverse transform by binary search."""
    cumulative = law.cumsum()
    return lambda size, rng: cumulative.searchsorted(rng.random(size) * cumulative[-1], side="right")


def alias(law):
    """Walker's alias table: one uniform picks a column and decides between its two tokens."""
    chance, other = law * law.size, np.arange(law.size)
    small, large = [list(np.flatnonzero(side)) for side in (chance < 1, chance >= 1)]
    while small and large:
        low, high = small.pop(), large[-1]
        other[low] = high
        chance[high] -= 1 - chance[low]
        if chance[high] < 1:
            small.append(large.pop())

    def sample(size, rng):
        scaled = rng.random(size) * law.size
        column = scaled.astype(np.intp)
        return np.where(scaled - column < chance[column], column, other[column])

    return sample


def events_with(sampler):
    """Make the four arrays with one way of drawing tokens."""

    def events(rule, size, rng):
        propose, correct = sampler(rule.proposal), sampler(rule.correction)
        arrays = [np.empty(size, dtype) for dtype in (np.int32, np.float64, np.bool_, np.int32)]
        for start in range(0, size, CHUNK):
            proposal, u, accepted, output = (array[start : start + CHUNK] for array in arrays)
            proposal[:] = propose(proposal.size, rng)
            u[:] = rng.random(u.size)
            accepted[:] = u < rule.accept[proposal]
            output[:] = proposal
            rejected = np.flatnonzero(~accepted)
            output[rejected] = correct(rejected.size, rng)
        return arrays

    return events


def lab_draw(rule, size, rng):
    """The lab's draw."""
    return draw(rule.target, rule.proposal, size, rng, rule)


WAYS = {
    "lab.core.monte_carlo.draw": (lab_draw, 1),
    "alias table": (events_with(alias), 1),
    "searchsorted": (events_with(searchsorted), 1),
    "Generator.choice": (events_with(choice), 1),
    "plain Python loop": (python_loop, 20),  # a twentieth of the events
}


def seconds(function, *arguments):
    """Processor time of one call: all ways run on one core, and other programs do not count."""
    start = time.process_time()
    function(*arguments)
    return time.process_time() - start


def main(events):
    """Time every way in interleaved rounds and print the table."""
    rng = np.random.default_rng(1)
    rules = {size: RULES["speculative"](*rng.dirichlet(np.ones(size), 2)) for size in (8, 1024)}
    rates = {(name, size): [] for name in WAYS for size in rules}
    tallies = {(count, size): [] for count in (10**3, 10**15) for size in rules}
    for _ in range(ROUNDS):
        for (name, size), found in rates.items():
            way, share = WAYS[name]
            found.append(events // share / seconds(way, rules[size], events // share, rng))
        for (count, size), found in tallies.items():
            found.append(seconds(tally, rules[size].target, rules[size].proposal, count, rng))
    print(
        f"{'events per core second, median of ' + str(ROUNDS):44}" + "".join(f"{f'V = {size}':>14}" for size in rules)
    )
    for name in WAYS:
        print(f"{name:44}" + "".join(f"{median(rates[name, size]):14.2g}" for size in rules))
    print(f"\n{'milliseconds for one tally':44}" + "".join(f"{f'V = {size}':>14}" for size in rules))
    for count in (10**3, 10**15):
        print(f"{f'{count:,} draws':44}" + "".join(f"{1e3 * median(tallies[count, size]):14.2f}" for size in rules))
    for size, rule in rules.items():
        print(f"\nV = {size}: acceptance rate {rule.acceptance_rate():.3f}", end="")
    print(f"; {events:,} events in each run")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)
