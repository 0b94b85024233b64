"""One way of running a cycle, right or wrong, as a value."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import wraps
from typing import Literal

import numpy as np

from lab.core.block.situation import Block, Tokens
from lab.core.rules.rule import Kind, Parts, Vector, residual_or_p

Reason = Literal["stop", "length"] | None
Cut = Callable[[Tokens, Container[int], int | None], tuple[Tokens, Reason]]

FINAL = -1
"""The slot of the final token: the correction after a rejection, else the bonus token."""


def verified_only(accepted: int, draft_len: int) -> Tokens:
    """The accepted drafts, then the final token; what was drafted behind a rejection is discarded."""
    return (*range(accepted), FINAL)


def cut(tokens: Tokens, stop: Container[int], cap: int | None) -> tuple[Tokens, Reason]:
    """End an emission: nothing after its first stop token, nothing beyond the cap; a stop inside the cap comes first.

    Args:
        tokens: what a cycle would emit.
        stop: the stop tokens; a stop token itself is emitted.
        cap: how many more tokens may be emitted; None for no cap.

    Returns:
        The tokens that are left, and why decoding ends with them: "stop", "length" or None.
    """
    inside = tokens if cap is None else tokens[:cap]
    for place, token in enumerate(inside, start=1):
        if token in stop:
            return inside[:place], "stop"
    return inside, "length" if cap is not None and len(tokens) >= cap else None


def speculative(block: Block, drafts: Tokens) -> Parts:
    """One position after accepted drafts: proposal q, acceptance min(1, p/q), correction from the residual."""
    context = block.prefix + drafts
    if context not in block.memo:  # a sequence law comes by the same prefix in many cycles
        p, q = block.rows(drafts)
        block.memo[context] = tested(q, p, q)
    return block.memo[context]


def tested(proposal: Vector, p: Vector, q: Vector) -> Parts:
    """A position whose proposals may come from another law than the q of its test.

    Where such a proposal has q = 0, the ratio p/0 counts as infinite (kept) and 0/0 as not a number (rejected).
    """
    kept = (p > 0).astype(np.float64)
    np.divide(p, q, out=kept, where=p < q)
    return proposal, kept, residual_or_p(p, q)


def target_row(block: Block, drafts: Tokens) -> Vector:
    """The bonus token's law when all drafts are accepted: the target's row after them."""
    return block.target(block.prefix + drafts)


@dataclass(frozen=True, eq=False)
class BlockRule:
    """How a cycle drafts, verifies and emits. The defaults are exact speculative sampling.

    Args:
        key: its name in ``BLOCK_RULES``.
        title: its name on screen.
        kind: what it is in general; for a special pair of models a biased rule can still give the target's law.
        mass: one sentence on what goes wrong, or why nothing does.
        reference: a public place where it was met, or "".
        parts: function of (block, accepted drafts) → proposal, accept, correction at the next position.
        bonus: function of (block, all drafts) → law of the bonus token, shape (V,).
        slots: function of (accepted, draft_len) → what is emitted, as places in the draft; ``FINAL`` is the last token.
        cut: ends an emission at a stop token or at the length cap.
        positions_per_uniform: how many successive acceptance tests read one uniform; 1 is right.
        one_quantile: whether all token draws of a cycle read one uniform, as after reseeding before each draw.
    """

    key: str = "speculative"
    title: str = "Speculative sampling"
    kind: Kind = "exact"
    mass: str = "Each position emits its target row; the first rejection ends the cycle with the residual."
    reference: str = ""
    parts: Callable[[Block, Tokens], Parts] = speculative
    bonus: Callable[[Block, Tokens], Vector] = target_row
    slots: Callable[[int, int], Tokens] = verified_only
    cut: Cut = cut
    positions_per_uniform: int = 1
    one_quantile: bool = False

    @property
    def exact(self) -> bool:
        """Whether whole sequences follow the target for every pair of models."""
        return self.kind in ("exact", "exact but slower")

    @property
    def keeps_rest(self) -> bool:
        """Whether drafts from a rejection on reach the output."""
        return self.slots(0, 2) != (FINAL,)


EXACT = BlockRule()

BLOCK_RULES: dict[str, Callable[..., BlockRule]] = {"speculative": lambda: EXACT}
"""Every way of running a cycle: key → function of (**options) giving the ``BlockRule``."""


def block_rule(key: str, title: str, kind: Kind, mass: str, reference: str = "") -> Callable:
    """Enter a function of (**options) giving the parts that differ from the exact rule into ``BLOCK_RULES``."""

    def enter(changes: Callable[..., dict]) -> Callable[..., BlockRule]:
        @wraps(changes)
        def build(**options) -> BlockRule:
            return BlockRule(key, title, kind, mass, reference, **changes(**options))

        BLOCK_RULES[key] = build
        return build

    return enter
