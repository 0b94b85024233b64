"""One cycle at a time, with a record of every step."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from numpy.random import Generator

from lab.core.block.places import cycles_at
from lab.core.block.rule import EXACT, FINAL, BlockRule, Reason
from lab.core.block.sampling import NONE, Cycles, caps_of, simulate
from lab.core.block.situation import Block, Model, Tokens, block, whole
from lab.core.rules.rule import Vector


@dataclass(frozen=True, eq=False)
class Event:
    """One position of a cycle.

    Args:
        token: the proposed token.
        u: the uniform of its acceptance test, in [0, 1).
        p: the target's row here, after the prefix and the drafts before, shape (V,).
        q: the draft's row here, shape (V,).
        proposal: the law the token was really drawn from, shape (V,); q unless the rule is at fault.
        accept: the acceptance probability of each token by this rule, shape (V,); of no meaning where proposal is 0.
        fate: "accepted", "rejected", or "discarded" because an earlier position was rejected.
        emitted: whether the token reaches the output.
    """

    token: int
    u: float
    p: Vector
    q: Vector
    proposal: Vector
    accept: Vector
    fate: Literal["accepted", "rejected", "discarded"]
    emitted: bool


@dataclass(frozen=True, eq=False)
class Cycle:
    """One draft-and-verify cycle, step by step.

    Args:
        prefix: the tokens before it.
        events: one for each draft position, from the left.
        passed: how many drafts were accepted.
        final: the token drawn last.
        final_kind: "correction" after a rejection, "bonus" when all drafts passed.
        final_law: the law it was drawn from, shape (V,).
        final_emitted: whether it reaches the output; not so behind a stop token or the cap.
        emitted: the tokens the cycle emits.
        ended: why decoding ends with this cycle: "stop", "length" or None.
    """

    prefix: Tokens
    events: tuple[Event, ...]
    passed: int
    final: int
    final_kind: Literal["correction", "bonus"]
    final_law: Vector
    final_emitted: bool
    emitted: Tokens
    ended: Reason


def run_cycle(
    target: Model,
    draft: Model,
    draft_len: int,
    prefix: Tokens,
    rng: Generator,
    *,
    rule: BlockRule = EXACT,
    stop: Collection[int] = (),
    cap: int | None = None,
) -> Cycle:
    """Run one cycle and keep a record of each step. It is the first row of ``run_cycles`` with the same generator.

    Args:
        target, draft, draft_len, prefix, rule, stop, cap: see ``cycle_law``.
        rng: source of randomness; 2 × draft_len + 1 uniforms are read, whatever happens.

    Returns:
        The record, all of it decided by ``rng``.

    Raises:
        ValueError: see ``cycle_law``.
    """
    here = block(target, draft, draft_len, prefix)
    return _record(here, simulate(cycles_at(here, 1), rng, rule, stop, caps_of(cap, 1)), rule)


def run_request(
    target: Model,
    draft: Model,
    draft_len: int,
    length: int,
    rng: Generator,
    prefix: Tokens = (),
    *,
    rule: BlockRule = EXACT,
    stop: Collection[int] = (),
) -> tuple[Cycle, ...]:
    """Decode one sequence, cycle by cycle, each with its record.

    Args:
        target, draft, draft_len, length, prefix, rule, stop: see ``sequence_law``.
        rng: source of randomness.

    Returns:
        The cycles in order; their ``emitted`` tokens joined are the sequence.

    Raises:
        ValueError: see ``cycle_law``.
    """
    here, left, cycles = block(target, draft, draft_len, prefix), whole(length, "length"), []
    while left and not (cycles and cycles[-1].ended):
        cycles.append(_record(here, simulate(cycles_at(here, 1), rng, rule, stop, caps_of(left, 1)), rule))
        here, left = replace(here, prefix=here.prefix + cycles[-1].emitted), left - len(cycles[-1].emitted)
    return tuple(cycles)


def _record(here: Block, cycles: Cycles, rule: BlockRule) -> Cycle:
    passed = int(cycles.passed[0])
    drafts = tuple(cycles.drafts[0].tolist())
    emitted = tuple(token for token in cycles.emitted[0].tolist() if token != NONE)
    slots = rule.slots(passed, here.draft_len)[: len(emitted)]
    return Cycle(
        here.prefix,
        tuple(_event(here, rule, drafts, place, (cycles.u[0, place], passed, slots)) for place in range(len(drafts))),
        passed,
        int(cycles.final[0]),
        "bonus" if passed == here.draft_len else "correction",
        _final_law(here, rule, drafts, passed),
        FINAL in slots,
        emitted,
        str(cycles.ended[0]) or None,
    )


def _event(here: Block, rule: BlockRule, drafts: Tokens, place: int, fate: tuple[float, int, Tokens]) -> Event:
    u, passed, slots = fate
    proposal, accept, _ = rule.parts(here, drafts[:place])
    name = "accepted" if place < passed else "rejected" if place == passed else "discarded"
    return Event(drafts[place], float(u), *here.rows(drafts[:place]), proposal, accept, name, place in slots)


def _final_law(here: Block, rule: BlockRule, drafts: Tokens, passed: int) -> Vector:
    if passed == here.draft_len:
        return rule.bonus(here, drafts)
    correction = rule.parts(here, drafts[:passed])[2]
    return correction if correction.ndim == 1 else correction[drafts[passed]]
