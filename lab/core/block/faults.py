"""Faults in the laws that a cycle reads, to switch on. Each is the exact rule with one part changed."""

from collections.abc import Sequence

import numpy as np

from lab.core.block.rule import BlockRule, block_rule, speculative, tested
from lab.core.block.situation import Block, Tokens
from lab.core.rules import RULES
from lab.core.rules.rule import Parts


def _earlier(block: Block, drafts: Tokens) -> Tokens:
    return (block.prefix + drafts)[:-1]


@block_rule(
    "target_row_off_by_one",
    "Target row off by one",
    "biased",
    "Each test and the bonus read the target's row of the position before: the law of the wrong prefix.",
)
def target_row_off_by_one() -> dict:
    def parts(block: Block, drafts: Tokens) -> Parts:
        q = block.draft(block.prefix + drafts)
        return tested(q, block.target(_earlier(block, drafts)), q)

    return {"parts": parts, "bonus": lambda block, drafts: block.target(_earlier(block, drafts))}


@block_rule(
    "bonus_row_off_by_one",
    "Bonus token from the wrong row",
    "biased",
    "When all drafts pass, the bonus token comes from the row that already gave the last draft.",
    "kekzl/imp#683",
)
def bonus_row_off_by_one() -> dict:
    return {"bonus": lambda block, drafts: block.target(_earlier(block, drafts))}


@block_rule(
    "bonus_from_draft",
    "Bonus token from the draft",
    "biased",
    "When all drafts pass, one more draft token is emitted without a test.",
)
def bonus_from_draft() -> dict:
    return {"bonus": lambda block, drafts: block.draft(block.prefix + drafts)}


@block_rule(
    "first_draft_unverified",
    "First draft never tested",
    "biased",
    "The verify loop starts one late, so the first token of each cycle has the draft's law.",
    "ohdearquant/lattice#243",
)
def first_draft_unverified() -> dict:
    def parts(block: Block, drafts: Tokens) -> Parts:
        proposal, accept, correction = speculative(block, drafts)
        return proposal, accept if drafts else np.ones_like(accept), correction

    return {"parts": parts}


@block_rule(
    "permuted_ids",
    "Token ids permuted",
    "biased",
    "Draft and target number their tokens differently: a draft arrives as another token than the q of its test.",
)
def permuted_ids(permutation: Sequence[int] | None = None) -> dict:
    """Draft token x arrives as ``permutation[x]``; where absent, as the next id."""

    def parts(block: Block, drafts: Tokens) -> Parts:
        p, q = block.rows(drafts)
        proposal = np.empty_like(q)
        proposal[np.roll(np.arange(q.size), -1) if permutation is None else list(permutation)] = q
        return tested(proposal, p, q)

    return {"parts": parts}


@block_rule(
    "stale_context",
    "Draft reads a stale context",
    "exact but slower",
    "The draft does not see the newest token. Its q is honest, so only the acceptance rate falls.",
    "vllm-project/vllm#9730",
)
def stale_context() -> dict:
    def parts(block: Block, drafts: Tokens) -> Parts:
        q = block.draft(_earlier(block, drafts))
        return tested(q, block.target(block.prefix + drafts), q)

    return {"parts": parts}


def each_position(key: str, **options) -> BlockRule:
    """A block rule that applies a one-position rule of ``RULES`` at every position of the draft.

    Args:
        key: the rule's key in ``lab.core.rules.RULES``.
        options: the rule's own options.

    Returns:
        The ``BlockRule`` with that rule's title, kind and sentence; its bonus token is the exact one.
    """
    sample = RULES[key](np.ones(1), np.ones(1), **options)

    def parts(block: Block, drafts: Tokens) -> Parts:
        rule = RULES[key](*block.rows(drafts), **options)
        return rule.proposal, rule.accept, rule.correction

    return BlockRule(sample.key, sample.title, sample.kind, sample.mass, sample.reference, parts)
