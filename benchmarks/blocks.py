"""Cycles per second, and the time of exact laws: python benchmarks/blocks.py [cycles]

Processor time: rates are medians over interleaved rounds, exact laws one call each. The random tables have an own row
for every prefix, the hardest case: with V = 8 and gamma 8 nearly each cycle stands at a prefix of its own, so that
calling the models sets the rate.
"""

import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from lab.core.block import (
    Iid,
    cycle_law,
    expected_accepted,
    ngram,
    run_cycle,
    run_cycles,
    run_sequences,
    sequence_law,
    shipped_text,
    target_sequence_law,
)

CYCLES, ROUNDS = 100_000, 3


def random_table(vocabulary, seed):
    """A model with an own random row for every prefix."""
    rng, rows = np.random.default_rng(seed), {}

    def model(prefix):
        if prefix not in rows:
            rows[prefix] = rng.dirichlet(np.ones(vocabulary))
        return rows[prefix]

    return model


def one_by_one(target, draft, draft_len):
    """The same cycles, each with its full record."""
    return lambda size: [run_cycle(target, draft, draft_len, (), rng) for _ in range(size)]


def many(target, draft, draft_len):
    """The vectorised way."""
    return lambda size: run_cycles(target, draft, draft_len, (), size, rng)


def seconds(work):
    """Processor time of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


rng = np.random.default_rng(0)
TABLE4, TABLE8 = [(random_table(v, 1), random_table(v, 2)) for v in (4, 8)]
IID = Iid(np.arange(1, 9) / 36), Iid(np.arange(8, 0, -1) / 36)
TEXT = ngram(shipped_text(), 4), ngram(shipped_text(), 2)

RATES = {
    "run_cycles, i.i.d., V = 8, gamma 4": (many(*IID, 4), 1),
    "run_cycles, table, V = 4, gamma 4": (many(*TABLE4, 4), 1),
    "run_cycles, table, V = 8, gamma 4": (many(*TABLE8, 4), 1),
    "run_cycles, table, V = 8, gamma 8": (many(*TABLE8, 8), 10),
    "run_cycles, 4-gram and 2-gram, gamma 4": (many(*TEXT, 4), 1),
    "run_sequences, table, V = 4, gamma 4, length 6": (lambda size: run_sequences(*TABLE4, 4, 6, size, rng), 1),
    "run_cycle with its record, table, V = 4, gamma 4": (one_by_one(*TABLE4, 4), 500),
}
TIMES = {
    "cycle_law, V = 4, gamma 4": lambda: cycle_law(*TABLE4, 4),
    "cycle_law, V = 4, gamma 6": lambda: cycle_law(*TABLE4, 6),
    "sequence_law, V = 4, gamma 4, length 6": lambda: sequence_law(*TABLE4, 4, 6),
    "sequence_law, V = 8, gamma 4, length 6": lambda: sequence_law(*TABLE8, 4, 6),
    "target_sequence_law, V = 8, length 6": lambda: target_sequence_law(TABLE8[0], 6),
    "expected_accepted, table, V = 4, gamma 8": lambda: expected_accepted(*TABLE4, 8),
    "expected_accepted, 4-gram and 2-gram, gamma 8": lambda: expected_accepted(*TEXT, 8),
}


def main(cycles):
    print(f"{cycles:,} cycles or sequences, medians of {ROUNDS} rounds\n")
    rounds = [
        {name: seconds(lambda size=cycles // less, run=run: run(size)) for name, (run, less) in RATES.items()}
        for _ in range(ROUNDS)
    ]
    for name, (_, less) in RATES.items():
        print(f"{name:<52}{cycles // less / median(row[name] for row in rounds):>12,.0f} /s")
    print()
    for name, work in TIMES.items():
        print(f"{name:<52}{seconds(work):>12.3f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else CYCLES)
