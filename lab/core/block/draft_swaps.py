"""A new draft takes over in the middle of a request: one unsound way and two sound ones."""

from lab.core.block.rule import block_rule, tested
from lab.core.block.situation import Block, Model, Tokens, rows_of
from lab.core.rules.rule import Parts, Vector


def _proposer(block: Block, drafts: Tokens, new_draft: Model, at: int) -> Vector:
    context = block.prefix + drafts
    return block.draft(context) if len(context) < at else new_draft(context)


@block_rule(
    "draft_swapped",
    "Draft swapped, q recomputed",
    "biased",
    "Tokens the old draft proposed are tested with the q of the new one.",
)
def draft_swapped(new_draft: Model, at: int) -> dict:
    """From position ``at`` on ``new_draft`` proposes; a block that reaches ``at`` is tested with its q alone."""
    new_draft = rows_of(new_draft, "new draft")

    def parts(block: Block, drafts: Tokens) -> Parts:
        context = block.prefix + drafts
        old_only = len(block.prefix) + block.draft_len <= at
        q = block.draft(context) if old_only else new_draft(context)
        return tested(_proposer(block, drafts, new_draft, at), block.target(context), q)

    return {"parts": parts}


@block_rule(
    "draft_swapped_q_kept",
    "Draft swapped, each q kept",
    "exact",
    "Each proposal is tested with the q it was drawn from, so it does not matter which draft that was.",
)
def draft_swapped_q_kept(new_draft: Model, at: int) -> dict:
    """As ``draft_swapped``, but every proposal keeps the exact q that it was drawn from."""
    new_draft = rows_of(new_draft, "new draft")

    def parts(block: Block, drafts: Tokens) -> Parts:
        q = _proposer(block, drafts, new_draft, at)
        return tested(q, block.target(block.prefix + drafts), q)

    return {"parts": parts}


@block_rule(
    "draft_pinned",
    "Draft swapped between cycles",
    "exact",
    "A block stays with the draft it began with, for proposals and for q.",
)
def draft_pinned(new_draft: Model, at: int) -> dict:
    """The new draft takes over with the first block that begins at output position ``at`` or later."""
    new_draft = rows_of(new_draft, "new draft")

    def parts(block: Block, drafts: Tokens) -> Parts:
        context = block.prefix + drafts
        q = block.draft(context) if len(block.prefix) < at else new_draft(context)
        return tested(q, block.target(context), q)

    return {"parts": parts}
