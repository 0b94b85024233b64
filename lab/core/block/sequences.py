"""Exact laws of whole sequences, by enumeration.

A sequence is a sum over its cycles: at most 1 + V + ... + V^(length-1) prefixes with one walk each, no deeper than the
tokens still to come. Longer laws than ``MAX_OUTCOMES`` are refused; they would not fit in memory.
"""

from collections.abc import Container
from dataclasses import replace

from lab.core.block.laws import Law, OpenLaw, add, cut_emissions, listed
from lab.core.block.rule import EXACT, BlockRule
from lab.core.block.situation import Model, Tokens, as_tokens, block, rows_of, whole
from lab.core.block.walk import emissions


def sequence_law(
    target: Model,
    draft: Model,
    draft_len: int,
    length: int,
    prefix: Tokens = (),
    *,
    rule: BlockRule = EXACT,
    stop: Container[int] = (),
) -> Law:
    """Exact law of the first ``length`` tokens that repeated cycles emit. It equals ``target_sequence_law``.

    Args:
        target: prefix → p, shape (V,).
        draft: prefix → q, shape (V,).
        draft_len: draft length gamma, 0 or more.
        length: the length cap, 0 or more.
        prefix: the tokens before the sequence.
        rule: how the cycles run; the exact way where absent.
        stop: stop tokens; a sequence that meets one ends with it.

    Returns:
        Sequence → probability, positive ones only: ``length`` tokens, or fewer where a stop token ends it.

    Raises:
        ValueError: see ``cycle_law``.

    Source: Leviathan, Kalman, Matias (2023), appendix A.1, position by position.
    """
    start, length = block(target, draft, draft_len, prefix), whole(length, "length")
    law: Law = {}
    running: list[OpenLaw] = [{} for _ in range(length + 1)]  # by number of tokens
    for size in range(length):
        for before, weight in listed(running[size]) if size else [((), 1.0)]:
            if size and before[-1] in stop:
                law[before] = weight
                continue
            here = replace(start, prefix=start.prefix + before)
            for tokens, _, masses in cut_emissions(emissions(here, rule, length - size), rule, stop, length - size):
                add(running[size + len(tokens) + 1], before + tokens, weight * masses)
    return law | dict(listed(running[length])) if length else {(): 1.0}


def target_sequence_law(target: Model, length: int, prefix: Tokens = (), *, stop: Container[int] = ()) -> Law:
    """Exact law of the first ``length`` tokens of ordinary sampling: the product of the target's rows.

    Args:
        target: prefix → p, shape (V,).
        length: the length cap, 0 or more.
        prefix: the tokens before the sequence.
        stop: stop tokens; a sequence that meets one ends with it.

    Returns:
        Sequence → probability, positive ones only.

    Raises:
        ValueError: see ``cycle_law``.
    """
    row, prefix = rows_of(target, "target"), as_tokens(prefix)
    law: Law = {}
    running: Law = {(): 1.0}
    for _ in range(whole(length, "length")):
        longer: OpenLaw = {}
        for before, weight in running.items():
            if before and before[-1] in stop:
                law[before] = weight
            else:
                add(longer, before, weight * row(prefix + before))
        running = dict(listed(longer))
    return law | running
