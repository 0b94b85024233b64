"""What one batch of a trace says about every question, as sums that add up over batches of any size."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lab.check.trace.batch import Batch
from lab.check.trace.laws import Flags, Floats, Ints, Laws, at, match, transform
from lab.check.trace.martingale import Kept, kept
from lab.check.trace.neighbours import Last, neighbours, nothing, only

BINS, SIDE = 16, 8  # of a transform, and of each side of a square of two
LARGEST = np.finfo(np.float64).max
NEAR = 1e-6  # two ways of computing p/q in float32 may differ by this
WATCHED = ("outputs", "flags", "uniforms")  # what is compared between neighbours


@dataclass(frozen=True)
class Found:
    """Events that an exact sampler never makes: how many, and the first one with its token."""

    count: int
    event: int
    token: int

    def __add__(self, other: "Found") -> "Found":
        first = self if self.count else other
        return Found(self.count + other.count, first.event, first.token)


@dataclass(frozen=True, eq=False)
class Evidence:
    """Sums over events.

    Args:
        events: number of events.
        proposals: how many of them have a proposal.
        bins: name → counts of a transform in equal bins, shape (BINS,).
        squares: name → counts of pairs of transforms, earlier × later, shape (SIDE, SIDE).
        found: name → impossible events.
        kept: sums over proposals.
        rounded: events whose rows were rescaled.
    """

    events: int
    proposals: int
    bins: Mapping[str, NDArray[np.int64]]
    squares: Mapping[str, NDArray[np.int64]]
    found: Mapping[str, Found]
    kept: Kept
    rounded: int

    def __add__(self, other: "Evidence") -> "Evidence":
        return Evidence(
            self.events + other.events,
            self.proposals + other.proposals,
            _sum(self.bins, other.bins),
            _sum(self.squares, other.squares),
            _sum(self.found, other.found),
            self.kept + other.kept,
            self.rounded + other.rounded,
        )


@dataclass(frozen=True, eq=False)
class Memory:
    """The last events of each request and of each position."""

    requests: Last = field(default_factory=lambda: nothing(len(WATCHED) + 1))
    positions: Last = field(default_factory=lambda: nothing(len(WATCHED) + 1))


def weigh(batch: Batch, memory: Memory, rng: Generator) -> tuple[Evidence, Memory]:
    """Sum up a batch.

    Args:
        batch: n events.
        memory: what is remembered of the events before.
        rng: breaks ties; uses four numbers an event, so that the size of batches changes nothing.
    """
    noise = rng.random((batch.output.size, 4)).T
    in_q = match(batch.p, batch.q)
    uniform = output_transforms(batch, in_q, noise[0])
    flags = flag_transform(batch, noise[3])
    watched = np.stack([uniform["outputs by id"], flags, batch.u], axis=1)
    squares, memory = _pairs(batch, watched, memory)
    uniform |= (
        proposal_transforms(batch, noise[1]) | correction_transforms(batch, in_q, noise[2]) | {"uniforms": batch.u}
    )
    possible = batch.proposed & ~np.isnan(batch.accept)
    evidence = Evidence(
        batch.output.size,
        int(batch.proposed.sum()),
        {name: _bins(values) for name, values in uniform.items()},
        squares,
        impossible(batch),
        kept(batch.accept[possible], batch.accepted[possible], batch.slack[possible] == 0),
        int((batch.slack > 0).sum()),
    )
    return evidence, memory


def output_transforms(batch: Batch, in_q: Ints, noise: Floats) -> dict[str, Floats]:
    """Transforms of outputs under p, in three orders of the tokens: each sees another kind of mistake.

    ``in_q`` says where q lists each token that p lists, as ``match`` gives it.
    """
    p = batch.p
    rest = p.rest
    by_size = transform(p, p.probs, p.probs, batch.p_place, noise, rest)
    by_id = transform(p, p.probs, p.ids.astype(np.float64), batch.p_place, noise, rest)
    by_ratio = transform(p, p.probs, _ratio(p, batch.q, in_q), batch.p_place, noise, rest)
    return {
        "outputs by ratio": np.where(batch.proposed, by_ratio, np.nan),
        "outputs by size": by_size,
        "outputs by id": by_id,
        "ordinary draws": np.where(batch.proposed, np.nan, by_size),
    }


def proposal_transforms(batch: Batch, noise: Floats) -> dict[str, Floats]:
    """Transforms of proposals under q, in two orders of the tokens."""
    q = batch.q
    by_size = transform(q, q.probs, q.probs, batch.q_place, noise, q.rest)
    by_id = transform(q, q.probs, q.ids.astype(np.float64), batch.q_place, noise, q.rest)
    return {
        "proposals by size": np.where(batch.proposed, by_size, np.nan),
        "proposals by id": np.where(batch.proposed, by_id, np.nan),
    }


def correction_transforms(batch: Batch, in_q: Ints, noise: Floats) -> dict[str, Floats]:
    """Transforms of corrections under the residual, given that they fell on a token that both rows list."""
    p = batch.p
    mass = np.where(in_q >= 0, np.maximum(p.probs - at(batch.q.probs, in_q, 0.0), 0.0), 0.0)
    both = batch.corrected & (batch.p_place >= 0) & (at(mass, batch.p_place, 0.0) > 0)
    by_size = transform(p, mass, mass, batch.p_place, noise)
    by_id = transform(p, mass, p.ids.astype(np.float64), batch.p_place, noise)
    return {
        "corrections by size": np.where(both, by_size, np.nan),
        "corrections by id": np.where(both, by_id, np.nan),
    }


def flag_transform(batch: Batch, noise: Floats) -> Floats:
    """A uniform that gives the recorded flag: below a where accepted, above it where not; NaN without a proposal."""
    a = batch.accept
    return np.where(batch.accepted, a * noise, a + (1 - a) * noise)


def impossible(batch: Batch) -> dict[str, Found]:
    """Events that the exact rule never makes."""
    b, a = batch, batch.accept
    moved = b.accepted & (b.output != b.proposal)
    less = b.q_output - b.p_output
    flag = b.u < a
    near = np.abs(b.u - a) <= NEAR + b.slack
    return {
        "output": _found(b, b.p_output == 0, b.output),
        "proposal": _found(b, b.q_proposal == 0, b.proposal),
        "moved": _found(b, moved, b.output),
        "correction": _found(b, b.corrected & (less >= 0) & (less >= b.slack * b.q_output), b.output),
        "refused": _found(b, b.corrected & (a == 1) & (b.slack == 0), b.proposal),
        "flag": _found(b, ~np.isnan(b.u) & ~np.isnan(a) & (flag != b.accepted) & ~near, b.proposal),
    }


def _ratio(p: Laws, q: Laws, in_q: Ints) -> Floats:
    """p/q of each token that p lists, as large as can be where q does not list it."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = p.probs / at(q.probs, in_q, 0.0)
    return np.nan_to_num(np.minimum(ratio, LARGEST), nan=LARGEST)


def _found(batch: Batch, bad: Flags, token: NDArray) -> Found:
    first = int(np.argmax(bad)) if bad.any() else -1
    return Found(int(bad.sum()), batch.first + first, int(token[first])) if first >= 0 else Found(0, -1, -1)


def _pairs(batch: Batch, watched: Floats, memory: Memory) -> tuple[dict[str, NDArray], Memory]:
    values = np.column_stack([watched, batch.position])
    requests = Last(batch.request, batch.request, values)
    positions = only(Last(batch.position, batch.request, values), batch.position >= 0)
    *after, requests = neighbours(memory.requests, requests, across=False)
    *beside, positions = neighbours(memory.positions, positions, across=True)
    forward = after[0][:, -1] <= after[1][:, -1]  # only what came later says nothing about why there is a pair
    pairs = {"successive": [side[forward] for side in after], "neighbouring": beside}
    squares = {
        f"{kind} {name}": _square(*(side[:, place] for side in sides))
        for kind, sides in pairs.items()
        for place, name in enumerate(WATCHED)
    }
    return squares, Memory(requests, positions)


def _bins(values: Floats) -> NDArray[np.int64]:
    values = values[~np.isnan(values)]
    return np.bincount(np.minimum((values * BINS).astype(np.int64), BINS - 1), minlength=BINS)


def _square(earlier: Floats, later: Floats) -> NDArray[np.int64]:
    both = ~np.isnan(earlier) & ~np.isnan(later)
    row, cell = (np.minimum((side[both] * SIDE).astype(np.int64), SIDE - 1) for side in (earlier, later))
    return np.bincount(row * SIDE + cell, minlength=SIDE**2).reshape(SIDE, SIDE)


def _sum(ones: Mapping, others: Mapping) -> dict:
    return {name: one + others[name] for name, one in ones.items()}
