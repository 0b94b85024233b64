"""One draft block as a page shows it: setup, cycle, exact laws within reach, and where a fault breaks them."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lab.chains import Chain
from lab.core.block import (
    BLOCK_RULES,
    EXACT,
    BlockRule,
    Cycle,
    Greedy,
    Iid,
    Model,
    Tokens,
    acceptance_by_position,
    cycle_counts,
    run_cycle,
    run_sequences,
    sequence_law,
    target_sequence_law,
    tokens_per_cycle,
)
from lab.core.numbers import display_labels
from lab.situation import Situation

CYCLE, SPECULATIVE_RUNS, TARGET_RUNS = range(401, 404)  # random streams
ROUNDING = 1e-12  # a difference this small is none
MOST_PATHS = 7_000  # ways through a block that are walked: about a second
MOST_SEQUENCES = 33_000  # about two seconds
SWAPPED = ("draft_swapped", "draft_swapped_q_kept", "draft_pinned")
Law = dict[Tokens, float]

TITLES = {BlockRule.title: EXACT.key} | {
    "Target row off by one": "target_row_off_by_one",
    "First draft never tested": "first_draft_unverified",
    "Draft kept behind a rejection": "suffix_kept",
    "Rejected drafts stay in the output": "rejected_kept",
    "Bonus token from the row before": "bonus_row_off_by_one",
    "Bonus token from the draft": "bonus_from_draft",
    "Draft numbers its tokens otherwise": "permuted_ids",
    "Another draft takes over, its q in all tests": "draft_swapped",
    "Another draft takes over, each q kept": "draft_swapped_q_kept",
    "Another draft takes over after the block": "draft_pinned",
    "Draft does not see the newest token": "stale_context",
    "One uniform for two tests": "one_uniform_for_two",
    "Seed set before every draw": "reseeded",
    "Stop looked for in the last token only": "stop_checked_last",
    "Length cap checked before stop": "cap_before_stop",
}
"""Neutral title → key in ``BLOCK_RULES``: no title tells whether the output still follows the target."""


@dataclass(frozen=True)
class Setup:
    """Everything that decides a cycle but the seed.

    Attributes:
        chain: target and draft.
        draft_len: γ.
        prefix: the tokens before the block.
        rule_key: how the cycle runs, in ``BLOCK_RULES``.
        stop: stop tokens.
        cap: how many tokens may still be emitted; None for no cap.
        greedy: whether both models are at temperature 0.
    """

    chain: Chain
    draft_len: int
    prefix: Tokens = ()
    rule_key: str = EXACT.key
    stop: tuple[int, ...] = ()
    cap: int | None = None
    greedy: bool = False

    @cached_property
    def models(self) -> tuple[Model, Model]:
        """Target and draft as they run."""
        target, draft = self.chain.models()
        return (Greedy(target), Greedy(draft)) if self.greedy else (target, draft)

    @cached_property
    def rule(self) -> BlockRule:
        """The rule; a swap brings a draft that knows nothing, in the middle of the block."""
        if self.rule_key not in SWAPPED:
            return BLOCK_RULES[self.rule_key]()
        even = Iid(np.full(len(self.chain.labels), 1 / len(self.chain.labels)))
        return BLOCK_RULES[self.rule_key](new_draft=even, at=len(self.prefix) + max(1, self.draft_len // 2))

    @cached_property
    def names(self) -> list[str]:
        """The tokens' names, each its own."""
        return display_labels(self.chain.labels)

    def words(self, tokens: Tokens) -> str:
        """Tokens as they are read."""
        return " ".join(self.names[token] for token in tokens)


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
        """The sequences with the largest probability in either law."""
        weight = {key: max(self.output.get(key, 0), self.wanted.get(key, 0)) for key in self.output | self.wanted}
        return sorted(weight, key=lambda key: (-weight[key], key))[:most]


def one_cycle(setup: Setup, s: Situation, number: int) -> Cycle:
    """The cycle that seed and number decide."""
    rng = s.rng(CYCLE, number)
    return run_cycle(*setup.models, setup.draft_len, setup.prefix, rng, rule=setup.rule, stop=setup.stop, cap=setup.cap)


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
