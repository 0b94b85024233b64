"""Exact law of one cycle, by enumeration: the walk visits at most 1 + V + ... + V^gamma accepted drafts."""

from collections.abc import Container, Iterator

import numpy as np

from lab.core.block.rule import EXACT, BlockRule
from lab.core.block.situation import Model, Tokens, block, checked_cap
from lab.core.block.walk import Emission, emissions
from lab.core.rules.rule import Vector, one_hot

MAX_OUTCOMES = 2**20
OPEN = -1  # stands for the last token while only its law is known; it is no stop token

Law = dict[Tokens, float]
Emissions = Iterator[Emission]
OpenLaw = dict[Tokens, Vector]
"""Tokens but the last → probability of these tokens with each last one, shape (V,): one addition instead of V."""


def cycle_law(
    target: Model,
    draft: Model,
    draft_len: int,
    prefix: Tokens = (),
    *,
    rule: BlockRule = EXACT,
    stop: Container[int] = (),
    cap: int | None = None,
) -> Law:
    """Exact law of what one draft-and-verify cycle emits.

    A rejection at position i emits the i accepted drafts and a correction; if nothing is rejected, all drafts and a
    bonus token.

    Args:
        target: prefix → p, shape (V,).
        draft: prefix → q, shape (V,).
        draft_len: draft length gamma, 0 or more.
        prefix: the tokens before the cycle.
        rule: how the cycle runs; the exact way where absent.
        stop: stop tokens; nothing behind the first one is emitted, also no bonus token.
        cap: at most this many tokens are emitted.

    Returns:
        Emitted tokens → probability, positive ones only; they sum to 1.

    Raises:
        ValueError: a model's row is no probability vector, draft_len or prefix is wrong, or there are more than
            ``MAX_OUTCOMES`` outcomes.

    Source: Leviathan, Kalman, Matias (2023), algorithm 1.
    """
    emitted = emissions(block(target, draft, draft_len, prefix), rule, checked_cap(cap))
    open_law: OpenLaw = {}
    for before, _, masses in cut_emissions(emitted, rule, stop, cap):
        add(open_law, before, masses)
    return dict(listed(open_law))


def cycle_counts(
    target: Model,
    draft: Model,
    draft_len: int,
    prefix: Tokens = (),
    *,
    rule: BlockRule = EXACT,
    stop: Container[int] = (),
    cap: int | None = None,
) -> Vector:
    """Joint law of two counts of one cycle: accepted drafts that are emitted, and emitted tokens.

    Args:
        target, draft, draft_len, prefix, rule, stop, cap: see ``cycle_law``.

    Returns:
        Shape (draft_len + 1, draft_len + 2): entry [a, n] is the probability of a accepted drafts and n tokens.

    Raises:
        ValueError: see ``cycle_law``; the number of outcomes has no limit here.
    """
    here = block(target, draft, draft_len, prefix)
    counts = np.zeros((here.draft_len + 1, here.draft_len + 2))
    emitted = emissions(here, rule, checked_cap(cap))
    for before, accepted, masses in cut_emissions(emitted, rule, stop, cap):
        size = len(before) + 1
        counts[min(accepted, size), size] += masses.sum()
    return counts


def cut_emissions(
    emitted: Iterator[Emission], rule: BlockRule, stop: Container[int], cap: int | None
) -> Iterator[Emission]:
    """End each emission at a stop token or at the cap, while the law of its last token is still open."""
    for before, accepted, masses in emitted:
        kept, _ = rule.cut((*before, OPEN), stop, cap)
        if len(kept) > len(before):
            yield before, accepted, masses
        else:
            yield kept[:-1], accepted, masses.sum() * one_hot(kept[-1], masses.size)


def listed(law: OpenLaw) -> Iterator[tuple[Tokens, float]]:
    """All tokens with their probability, positive ones only."""
    for before, masses in law.items():
        for token, mass in enumerate(masses.tolist()):
            if mass > 0:
                yield (*before, token), mass


def add(law: OpenLaw, before: Tokens, masses: Vector) -> None:
    """Add an emission to a law."""
    law[before] = law[before] + masses if before in law else masses
    if len(law) * masses.size > MAX_OUTCOMES:
        raise ValueError(
            f"there may be more than {MAX_OUTCOMES:,} different outcomes, too many to list in memory: "
            "take a shorter draft or sequence or fewer tokens, or sample instead"
        )
