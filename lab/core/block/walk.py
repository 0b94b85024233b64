"""The walk over every way one cycle can run. All exact laws of blocks are sums over it."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from lab.core.block.rule import FINAL, BlockRule
from lab.core.block.situation import Block, Tokens
from lab.core.rules.rule import Vector, one_hot

Emission = tuple[Tokens, int, Vector]
"""Emitted tokens but the last, accepted drafts, probability with each last token, shape (V,)."""


class _Path(NamedTuple):
    drafts: Tokens = ()
    probability: float = 1.0
    ceiling: float = 1.0  # the uniform of the acceptance tests is known to lie below it
    low: float = 0.0  # the quantile of all token draws is known to lie in [low, high)
    high: float = 1.0


def emissions(block: Block, rule: BlockRule, cap: int | None) -> Iterator[Emission]:
    """Everything a cycle can emit before it is cut; the same tokens may come more than once.

    Args:
        block: the situation.
        rule: how the cycle runs.
        cap: drafts beyond it are not followed, for no rule emits what lies there; 1 or more, None for no cap.
    """
    yield from _walk(block, rule, cap, _Path())


def _walk(block: Block, rule: BlockRule, cap: int | None, path: _Path) -> Iterator[Emission]:
    place = len(path.drafts)
    if place == block.draft_len:
        yield path.drafts, place, path.probability * _within(rule.bonus(block, path.drafts), path)
        return
    proposal, accept, correction = rule.parts(block, path.drafts)
    if place % rule.positions_per_uniform == 0:
        path = path._replace(ceiling=1.0)
    proposed = _within(proposal, path)
    kept = proposed * (accept if path.ceiling == 1 else np.minimum(accept / path.ceiling, 1))
    yield from _rejections(block, rule, path, proposed - kept, (proposal, correction))
    if place + 1 == cap:
        yield path.drafts, cap, path.probability * kept
        return
    for x in kept.nonzero()[0].tolist():
        yield from _walk(block, rule, cap, _after(rule, path, proposal, x, kept[x], accept[x]))


def _after(rule: BlockRule, path: _Path, proposal: Vector, x: int, probability: float, accept: float = 1.0) -> _Path:
    low, high = path.low, path.high
    if rule.one_quantile:
        top = proposal[: x + 1].sum()
        low, high = max(low, top - proposal[x]), min(high, top)
    return _Path((*path.drafts, x), path.probability * float(probability), min(path.ceiling, accept), low, high)


def _within(law: Vector, path: _Path) -> Vector:
    if path.low == 0 and path.high == 1:
        return law
    top = law.cumsum()
    overlap = np.minimum(top, path.high) - np.maximum(top - law, path.low)
    return np.maximum(overlap, 0) / (path.high - path.low)


def _rejections(
    block: Block, rule: BlockRule, path: _Path, rejected: Vector, laws: tuple[Vector, Vector]
) -> Iterator[Emission]:
    proposal, correction = laws
    place = len(path.drafts)
    if correction.ndim == 1 and not rule.keeps_rest and not rule.one_quantile:
        if (total := float(rejected.sum())) > 0:
            yield path.drafts, place, path.probability * total * correction
        return
    rows = np.broadcast_to(correction, (rejected.size, rejected.size))
    for x in (rejected > 0).nonzero()[0].tolist():
        lost = _after(rule, path, proposal, x, rejected[x])
        for drafts, probability in _rest(block, rule, lost):
            slots = rule.slots(place, block.draft_len)
            yield from _placed(drafts, slots, place, probability * _within(rows[x], lost))


def _rest(block: Block, rule: BlockRule, path: _Path) -> Iterator[tuple[Tokens, float]]:
    """The whole draft behind a rejected token, with its probability, where the rule emits it."""
    if not rule.keeps_rest or len(path.drafts) == block.draft_len:
        yield path.drafts, path.probability
        return
    proposal = _within(rule.parts(block, path.drafts)[0], path)
    for x in proposal.nonzero()[0].tolist():
        yield from _rest(block, rule, _after(rule, path, proposal, x, proposal[x]))


def _placed(drafts: Tokens, slots: Tokens, accepted: int, masses: Vector) -> Iterator[Emission]:
    if slots[-1] == FINAL:
        yield tuple([drafts[slot] for slot in slots[:-1]]), accepted, masses
        return
    for token in masses.nonzero()[0].tolist():
        tokens = [(*drafts, token)[slot] for slot in slots]
        yield tuple(tokens[:-1]), accepted, float(masses[token]) * one_hot(tokens[-1], masses.size)
