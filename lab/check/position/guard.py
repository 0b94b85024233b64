"""Call somebody's sampler without trusting it: what it gave, or a test that names what is wrong with it."""

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from lab.check.report import UNUSABLE, Test

Sampler = Callable[[NDArray, NDArray, int, Generator], Any]
"""A function of (p, q, size, rng) that gives ``size`` tokens, or a mapping with "output" and maybe more."""

PARTS = ("output", "proposal", "accepted", "u")
RUNS, HANDS_BACK, KEEPS = "Sampler runs", "Sampler gives tokens", "p and q stay as they were"


@dataclass(frozen=True, eq=False)
class Seen:
    """What a sampler gave for a number of draws; a part that is not known is None.

    Attributes:
        output: the tokens that came out, shape (size,), int64 in [0, V).
        proposal: the proposed tokens, shape (size,), int64 in [0, V).
        accepted: whether each proposal was kept, shape (size,), bool.
        u: the uniforms of the acceptance test, shape (size,), in [0, 1).
        inferred: whether ``accepted`` was not given and is read off as output == proposal.
        ignored: names in the mapping that mean nothing here.
    """

    output: NDArray[np.int64]
    proposal: NDArray[np.int64] | None = None
    accepted: NDArray[np.bool_] | None = None
    u: NDArray[np.float64] | None = None
    inferred: bool = False
    ignored: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that are known."""
        return tuple(name for name in PARTS if getattr(self, name) is not None)


def call(sampler: Sampler, p: ArrayLike, q: ArrayLike, size: int, rng: Generator) -> tuple[Seen | None, list[Test]]:
    """Let a sampler draw from copies of p and q, and look at what it hands back.

    Args:
        sampler: see ``Sampler``.
        p: target as the caller has it, shape (V,).
        q: draft, shape (V,).
        size: number of draws.
        rng: source of randomness that the sampler may use.

    Returns:
        What was drawn, or None where it cannot be used; and one test for each way in which a sampler can misbehave:
        its p-value is 0 where it did, else 1.
    """
    if not callable(sampler):
        return None, [
            _wrong(RUNS, f"it is {sampler!r:.60}, which is no function: give a function of (p, q, size, rng)")
        ]
    handed = [np.array(law) for law in (p, q)]
    before = [law.copy() for law in handed]
    try:
        given = sampler(*handed, size, rng)
    except (Exception, SystemExit) as error:
        return None, [_wrong(RUNS, f"it raised {type(error).__name__} {_where(error)}: {_short(error)}")]
    tests = [_unchanged(before, handed)]
    try:
        return _seen(given, size, before[0].size), [*tests, Test(HANDS_BACK, 0.0, 1.0, "Every part could be read.")]
    except ValueError as error:
        return None, [*tests, _wrong(HANDS_BACK, str(error))]


def _seen(given: Any, size: int, tokens: int) -> Seen:
    parts = given if isinstance(given, Mapping) else {"output": given}
    if given is None:
        raise ValueError("it gives None: return the tokens")
    if parts.get("output") is None:
        raise ValueError(f"the mapping has no “output”, only {', '.join(map(str, parts)) or 'nothing'}: name it so")
    read = {"output": _tokens, "proposal": _tokens, "accepted": _flags, "u": _uniforms}
    values = {
        name: read[name](name, _array(name, parts[name], size), tokens) for name in PARTS if parts.get(name) is not None
    }
    inferred = "proposal" in values and "accepted" not in values
    if inferred:  # under the exact rule a correction never equals the rejected proposal
        values["accepted"] = values["output"] == values["proposal"]
    return Seen(**values, inferred=inferred, ignored=tuple(str(name) for name in parts if name not in PARTS))


def _array(name: str, values: Any, size: int) -> NDArray:
    array = np.array(values)  # a copy: a sampler may hand out one buffer again and again
    if array.shape != (size,):
        raise ValueError(f"{name} has shape {array.shape}: give {size:,} values, shape ({size},)")
    return array


def _tokens(name: str, array: NDArray, tokens: int) -> NDArray[np.int64]:
    if not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"{name} holds {array.dtype}{_first_nan(array)}: give token ids as integers")
    wrong = np.flatnonzero((array < 0) | (array >= tokens))
    if wrong.size:
        at = int(wrong[0])
        raise ValueError(f"{name}[{at}] is {array[at]}: give token ids from 0 to {tokens - 1}")
    return array.astype(np.int64)


def _flags(name: str, array: NDArray, tokens: int) -> NDArray[np.bool_]:
    if array.dtype.kind not in "biu" or not np.isin(array, (0, 1)).all():
        raise ValueError(f"{name} holds {array.dtype}{_first_nan(array)}: give True or False for each draw")
    return array.astype(bool)


def _uniforms(name: str, array: NDArray, tokens: int) -> NDArray[np.float64]:
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} holds {array.dtype}: give a number from 0 to 1 for each draw")
    values = array.astype(np.float64)
    wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))  # 1 itself: a float32 uniform may be rounded up to it
    if wrong.size:
        raise ValueError(f"u[{wrong[0]}] is {values[wrong[0]]:g}: give uniforms from 0 to 1")
    return values


def _unchanged(before: list[NDArray], after: list[NDArray]) -> Test:
    for name, old, new in zip("pq", before, after, strict=True):
        wrong = np.flatnonzero(old != new) if old.shape == new.shape else [0]
        if len(wrong):
            at = int(wrong[0])
            now = f"{new[at]:g}" if old.shape == new.shape else f"of shape {new.shape}"
            return _wrong(KEEPS, f"{name}[{at}] was {old[at]:g} and is now {now}: work on a copy")
    return Test(KEEPS, 0.0, 1.0, "Both vectors are the same after the call.")


def _wrong(name: str, what: str) -> Test:
    return Test(name, float("nan"), 0.0, f"{UNUSABLE}: {what}.")


def _where(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)[1:]  # the first is the call above
    return f"in line {frames[-1].lineno} of {frames[-1].filename}" if frames else "when it was called"


def _short(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["no message"])[0][:300]


def _first_nan(array: NDArray) -> str:
    if array.dtype.kind != "f" or np.isfinite(array).all():
        return ""
    return f" and {array[~np.isfinite(array)][0]} at position {int(np.flatnonzero(~np.isfinite(array))[0])}"
