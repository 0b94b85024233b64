"""One draft block as a page shows it: everything that decides it, and the cycle that the seed gives."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.core.block import BLOCK_RULES, EXACT, BlockRule, Cycle, Greedy, Iid, Model, Tokens, run_cycle
from lab.core.numbers import display_labels
from lab.lessons.chains import Chain
from lab.situation import Situation

CYCLE, SPECULATIVE_RUNS, TARGET_RUNS = range(401, 404)  # random streams
SWAPPED = ("draft_swapped", "draft_swapped_q_kept", "draft_pinned")

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
        return BLOCK_RULES[self.rule_key](new_draft=even, at=self.swap_at)

    @property
    def swap_at(self) -> int:
        """The position at which another draft takes over."""
        return len(self.prefix) + max(1, self.draft_len // 2)

    @cached_property
    def names(self) -> list[str]:
        """The tokens' names, each its own."""
        return display_labels(self.chain.labels)

    def words(self, tokens: Tokens) -> str:
        """Tokens as they are read."""
        return " ".join(self.names[token] for token in tokens)


def one_cycle(setup: Setup, s: Situation, number: int) -> Cycle:
    """The cycle that seed and number decide."""
    rng = s.rng(CYCLE, number)
    return run_cycle(*setup.models, setup.draft_len, setup.prefix, rng, rule=setup.rule, stop=setup.stop, cap=setup.cap)
