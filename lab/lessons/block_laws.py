"""Exact laws of a draft block within reach, where a fault breaks them, and counts of many seeds beside them."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.core.block import (
    EXACT,
    Tokens,
    acceptance_by_position,
    cycle_counts,
    run_sequences,
    sequence_law,
    target_sequence_law,
    tokens_per_cycle,
)
from lab.lessons.blocks import SPECULATIVE_RUNS, TARGET_RUNS, Setup
from lab.situation import Situation

ROUNDING, DIGITS = 1e-12, 12  # a difference this small is none
MOST_PATHS = 7_000  # ways through a block that are walked: about a second
MOST_SEQUENCES = 33_000  # about two seconds
Law = dict[Tokens, float]


@dataclass(frozen=True, eq=False)
class CycleNumbers:
    """One cycle over all seeds.

    Attributes:
        by_position: probability that the draft at each position is accepted (and emitted), shape (γ,).
        tokens: probability of 0, 1, … γ + 1 emitted tokens, shape (γ + 2,).
        how: how it was computed.
    """

    by_position: NDArray[np.float64]
    tokens: NDArray[np.float64]
    how: str

    @property
    def mean_accepted(self) -> float:
        return float(self.by_position.sum())

    @property
    def mean_tokens(self) -> float:
        return float(self.tokens @ np.arange(self.tokens.size))


@dataclass(frozen=True, eq=False)
class SequenceLaws:
    """Whole sequences: what comes out, and what ordinary target sampling gives.

    Attributes:
        output, wanted: sequence → probability.
        distances: total variation between the laws of the first 1, 2, … tokens.
    """

    output: Law
    wanted: Law
    distances: tuple[float, ...]

    @property
    def breaks_at(self) -> int:
        """The first number of tokens whose law is off; 0 where all agree."""
        return next((n for n, distance in enumerate(self.distances, start=1) if distance > 0), 0)

    @property
    def largest_error(self) -> float:
        """The largest difference of any sequence's probability."""
        return max(abs(self.output.get(key, 0) - self.wanted.get(key, 0)) for key in self.output | self.wanted)

    def likely(self, most: int) -> list[Tokens]:
        """The sequences with the largest probability in either law; of equals those of smaller token ids first."""
        return sorted(self.output | self.wanted, key=lambda key: (-round(self._weight(key), DIGITS), key))[:most]

    def cuts_a_tie(self, most: int) -> bool:
        """Whether a sequence left out of ``likely`` is just as probable as the last one in."""
        weights = [round(self._weight(key), DIGITS) for key in self.likely(most + 1)]
        return len(weights) > most and weights[-1] == weights[-2]

    def _weight(self, key: Tokens) -> float:
        return max(self.output.get(key, 0), self.wanted.get(key, 0))


def cycle_numbers(setup: Setup) -> CycleNumbers:
    """One cycle over all seeds, exactly.

    Raises:
        ValueError: there are too many ways through the block.
    """
    plain = setup.rule_key == EXACT.key and not setup.stop and setup.cap is None
    paths = len(setup.chain.labels) ** setup.draft_len
    if plain and (paths <= MOST_PATHS or hasattr(setup.models[0], "recent")):
        arguments = (*setup.models, setup.draft_len, setup.prefix)
        how = "by dynamic programming over the accepted prefixes; those that both models cannot tell apart are merged"
        return CycleNumbers(acceptance_by_position(*arguments), tokens_per_cycle(*arguments), how)
    if paths > MOST_PATHS:
        raise ValueError(_too_many(f"{paths:,} ways through this block", MOST_PATHS, "a shorter draft"))
    joint = cycle_counts(*setup.models, setup.draft_len, setup.prefix, rule=setup.rule, stop=setup.stop, cap=setup.cap)
    accepted = joint.sum(axis=1)
    how = f"by enumeration of all ways through the block, here up to {paths:,} drafts"
    return CycleNumbers(accepted[::-1].cumsum()[::-1][1:], joint.sum(axis=0), how)


def sequence_laws(setup: Setup, length: int) -> SequenceLaws:
    """Laws of whole sequences, exactly, by enumeration.

    Raises:
        ValueError: there are too many sequences.
    """
    tokens = len(setup.chain.labels)
    work = tokens**length + (3 * length * tokens**setup.draft_len if setup.rule.keeps_rest else 0)
    if work > MOST_SEQUENCES and not setup.greedy:
        raise ValueError(_too_many(f"about {work:,} sequences and drafts", MOST_SEQUENCES, "shorter sequences"))
    target, draft = setup.models
    output = sequence_law(target, draft, setup.draft_len, length, setup.prefix, rule=setup.rule, stop=setup.stop)
    wanted = target_sequence_law(target, length, setup.prefix, stop=setup.stop)
    return SequenceLaws(output, wanted, tuple(_distance(output, wanted, n) for n in range(1, length + 1)))


def sequence_counts(setup: Setup, s: Situation, length: int, size: int) -> tuple[Counter, Counter]:
    """How often each sequence came out: of repeated cycles, and of ordinary target sampling."""
    target, draft = setup.models
    cycles = run_sequences(
        *(target, draft, setup.draft_len, length, size, s.rng(SPECULATIVE_RUNS)),
        *(setup.prefix,),
        rule=setup.rule,
        stop=setup.stop,
    )
    plain = run_sequences(target, draft, 0, length, size, s.rng(TARGET_RUNS), setup.prefix, stop=setup.stop)
    return _counted(cycles.tokens), _counted(plain.tokens)


def _counted(rows: NDArray[np.int64]) -> Counter:
    return Counter(tuple(token for token in row if token >= 0) for row in rows.tolist())


def _distance(law: Law, other: Law, size: int) -> float:
    """Total variation of the first ``size`` tokens; rounding counts as none."""
    gap: dict[Tokens, float] = {}
    for sign, each in ((1, law), (-1, other)):
        for tokens, probability in each.items():
            gap[tokens[:size]] = gap.get(tokens[:size], 0.0) + sign * probability
    distance = sum(map(abs, gap.values())) / 2
    return distance if distance > ROUNDING else 0.0


def _too_many(what: str, most: int, instead: str) -> str:
    return f"There are {what}. This page goes up to {most:,}, so that nobody waits: take {instead} or fewer tokens."
