"""Running many cycles and many whole sequences, to count what comes out."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from lab.core.block.places import Ints, Places, cycles_at, label
from lab.core.block.rule import EXACT, BlockRule
from lab.core.block.sampling import NONE, Cycles, caps_of, simulate
from lab.core.block.situation import Block, Model, Tokens, block, whole


@dataclass(frozen=True, eq=False)
class Sequences:
    """Many sequences.

    Args:
        tokens: shape (size, length), filled up with -1 behind a stop token.
        cycles: how many cycles each sequence took, shape (size,).
    """

    tokens: Ints
    cycles: Ints


def run_cycles(
    target: Model,
    draft: Model,
    draft_len: int,
    prefix: Tokens,
    size: int,
    rng: Generator,
    *,
    rule: BlockRule = EXACT,
    stop: Collection[int] = (),
    cap: int | None = None,
) -> Cycles:
    """Run many independent cycles from one prefix, on arrays; their law is ``cycle_law``.

    Args:
        target, draft, draft_len, prefix, rule, stop, cap: see ``cycle_law``.
        size: number of cycles, 0 or more.
        rng: source of randomness.

    Returns:
        ``Cycles`` with ``size`` rows.

    Raises:
        ValueError: see ``cycle_law``; size is no whole number.
    """
    size = whole(size, "size")
    return simulate(cycles_at(block(target, draft, draft_len, prefix), size), rng, rule, stop, caps_of(cap, size))


def run_sequences(
    target: Model,
    draft: Model,
    draft_len: int,
    length: int,
    size: int,
    rng: Generator,
    prefix: Tokens = (),
    *,
    rule: BlockRule = EXACT,
    stop: Collection[int] = (),
) -> Sequences:
    """Decode many independent sequences by repeated cycles; their law is ``sequence_law``.

    With ``draft_len`` 0 every token is a bonus token: that is ordinary sampling from the target.

    Args:
        target, draft, draft_len, length, prefix, rule, stop: see ``sequence_law``.
        size: number of sequences, 0 or more.
        rng: source of randomness.

    Returns:
        ``Sequences`` with ``size`` rows.

    Raises:
        ValueError: see ``cycle_law``.
    """
    start, length, size = block(target, draft, draft_len, prefix), whole(length, "length"), whole(size, "size")
    tokens, filled, cycles = np.full((size, length), NONE), np.zeros(size, np.int64), np.zeros(size, np.int64)
    running = np.arange(size if length else 0)
    while running.size:
        step = simulate(_standing(start, tokens[running]), rng, rule, stop, length - filled[running])
        for place in range(step.emitted.shape[1]):
            new = step.emitted[:, place] != NONE
            tokens[running[new], filled[running[new]] + place] = step.emitted[new, place]
        filled[running] += step.tokens
        cycles[running] += 1
        running = running[step.ended == ""]
    return Sequences(tokens, cycles)


def _standing(start: Block, tokens: Ints) -> Places:
    first, of = label(np.zeros(len(tokens), np.int64), tokens)
    prefixes = (tuple(token for token in tokens[row].tolist() if token != NONE) for row in first)
    blocks = [replace(start, prefix=start.prefix + prefix) for prefix in prefixes]
    return Places(blocks, [()] * len(blocks), of)
