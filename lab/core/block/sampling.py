"""Many cycles at once: the same steps as in one cycle, on arrays.

Cycles that stand at the same prefix share one look at the models, so the cost is that of the different prefixes (one
call of each model) plus a few array operations for each position.
"""

from collections.abc import Container
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lab.core.block.places import Ints, Places, label
from lab.core.block.rule import BlockRule
from lab.core.block.situation import checked_cap
from lab.core.rules.rule import Vector

NONE = -1
"""Stands where there is no token. It is also the slot of the final token, the last place of a row."""


@dataclass(frozen=True, eq=False)
class Cycles:
    """What happened in many cycles, one row each.

    Args:
        drafts: the proposed tokens, shape (size, draft_len); drafts behind a rejection were proposed too.
        u: the uniforms of the acceptance tests, shape (size, draft_len), in [0, 1).
        passed: how many drafts were accepted, counted from the left, shape (size,).
        final: the correction or bonus token, shape (size,), also where a stop or the cap keeps it from being emitted.
        emitted: the emitted tokens, shape (size, draft_len + 1), filled up with ``NONE`` = -1.
        ended: why decoding ends with this cycle, shape (size,): "stop", "length" or "".
    """

    drafts: Ints
    u: NDArray[np.float64]
    passed: Ints
    final: Ints
    emitted: Ints
    ended: NDArray[np.str_]

    @property
    def tokens(self) -> Ints:
        """How many tokens each cycle emits, shape (size,)."""
        return (self.emitted != NONE).sum(axis=1)

    @property
    def accepted(self) -> Ints:
        """How many accepted drafts each cycle emits, shape (size,): none behind a stop or the cap."""
        return np.minimum(self.passed, self.tokens)


def simulate(start: Places, rng: Generator, rule: BlockRule, stop: Container[int], caps: Ints | None) -> Cycles:
    """Run one cycle at every place of ``start``, all with one draft length, every draw decided beforehand.

    A cycle reads 2 × draft_len + 1 uniforms: one for each proposal, one for the final token, one for each test. A drawn
    token is where its uniform falls on the cumulative law.

    Args:
        start: the places before the cycle.
        rng: source of randomness.
        rule: how the cycles run.
        stop: stop tokens.
        caps: how many tokens each cycle may emit, shape (size,); None for no cap.
    """
    size, draft_len = start.of.size, start.blocks[0].draft_len
    quantiles, u = _uniforms(rng, size, draft_len, rule)
    drafts, final = np.zeros((size, draft_len), np.int64), np.zeros(size, np.int64)
    passed, at = np.full(size, draft_len), start
    for place in range(draft_len if size else 0):
        proposal, accept, correction = _stacked(at.each(rule.parts))
        drafts[:, place] = x = _pick(proposal, at.of, quantiles[:, place])
        lost = np.flatnonzero((passed == draft_len) & ~(u[:, place] < accept[at.of, x]))
        passed[lost] = place
        final[lost] = _pick(*_row(correction, at.of[lost], x[lost]), quantiles[lost, draft_len])
        at = at.after(x, accept.shape[1])
    all_passed = np.flatnonzero(passed == draft_len)
    last = at.only(all_passed)
    final[all_passed] = _pick(np.array(last.each(rule.bonus)), last.of, quantiles[all_passed, draft_len])
    emitted, ended = _ended(_emitted(drafts, passed, final, rule), rule, stop, caps)
    return Cycles(drafts, u, passed, final, emitted, ended)


def caps_of(cap: int | None, size: int) -> Ints | None:
    """One cap for every cycle; None for no cap."""
    return None if cap is None else np.full(size, checked_cap(cap))


def _uniforms(rng: Generator, size: int, draft_len: int, rule: BlockRule) -> tuple[Vector, Vector]:
    draws = rng.random((size, 2 * draft_len + 1))
    quantiles, u = draws[:, : draft_len + 1], draws[:, draft_len + 1 :]
    if rule.one_quantile:
        quantiles = np.repeat(quantiles[:, :1], draft_len + 1, axis=1)
    places = np.arange(draft_len)
    return quantiles, u[:, places - places % rule.positions_per_uniform]


def _stacked(parts: list[tuple[Vector, Vector, Vector]]) -> list[Vector]:
    return [np.array(laws) for laws in zip(*parts, strict=True)]


def _row(correction: Vector, of: Ints, rejected: Ints) -> tuple[Vector, Ints]:
    if correction.ndim == 2:
        return correction, of
    vocabulary = correction.shape[2]  # one row for each rejected proposal
    return correction.reshape(-1, vocabulary), of * vocabulary + rejected


def _pick(laws: Vector, of: Ints, quantiles: Vector) -> Ints:
    if not of.size:
        return of
    top = laws.cumsum(axis=1)
    top /= top[:, -1:]  # ends in exactly 1, above every uniform, so no token of probability 0 is ever drawn
    return (top[of] <= quantiles[:, None]).sum(axis=1)


def _emitted(drafts: Ints, passed: Ints, final: Ints, rule: BlockRule) -> Ints:
    drawn = np.column_stack([drafts, final])
    emitted = np.full_like(drawn, NONE)
    for accepted in np.unique(passed):
        slots = list(rule.slots(int(accepted), drafts.shape[1]))
        cycles = np.flatnonzero(passed == accepted)
        emitted[cycles, : len(slots)] = drawn[np.ix_(cycles, slots)]
    return emitted


def _ended(emitted: Ints, rule: BlockRule, stop: Container[int], caps: Ints | None) -> tuple[Ints, NDArray[np.str_]]:
    ended = np.full(len(emitted), "", "<U6")
    if caps is None and not stop:
        return emitted, ended
    first, of = label(np.zeros(len(emitted), np.int64) if caps is None else caps, emitted)
    kept, reasons = np.full((first.size, emitted.shape[1]), NONE), []
    for number, cycle in enumerate(first.tolist()):
        tokens = tuple(token for token in emitted[cycle].tolist() if token != NONE)
        tokens, reason = rule.cut(tokens, stop, None if caps is None else int(caps[cycle]))
        kept[number, : len(tokens)] = tokens
        reasons.append(reason or "")
    return kept[of], np.array(reasons, "<U6")[of]
