"""Questions about recorded uniforms: do they fill [0, 1) evenly, and is each of them fresh?"""

import numpy as np

from lab.check.position import evidence
from lab.check.position.guard import Seen
from lab.check.position.outputs import SUSPICIOUS, Vector, untested, weighed
from lab.check.report import Test

EVEN, FRESH = "U is uniform", "Each U is fresh"
BINS, GROUPS = 64, 8


def uniform_tests(seen: Seen, q: Vector) -> list[Test]:
    """Every question about U that the known parts allow; none where U is not known.

    Args:
        seen: what was drawn.
        q: draft, shape (V,).
    """
    if seen.u is None:
        return []
    return [_even(seen.u), _fresh(seen, q)]


def _even(u: Vector) -> Test:
    counts = np.bincount(_bins(u, BINS), minlength=BINS)
    found = evidence.fit(counts, np.full(BINS, 1 / BINS))
    meaning = (
        f"The mean of U is {u.mean():.4g} (0.5), between {u.min():.7g} and {u.max():.7g}" if u.size else "No draws"
    )
    return weighed(EVEN, found, "mechanism", meaning)


def _fresh(seen: Seen, q: Vector) -> Test:
    """Tables of U by the U before it, and of U by the group of the proposal."""
    bins = _bins(seen.u, GROUPS)
    if bins.size < 2:
        return untested(FRESH, "There are too few draws.", "mechanism")
    tables = [_table(bins[:-1], bins[1:], np.full(GROUPS, 1 / GROUPS))]
    if seen.proposal is not None and not (q[seen.proposal] == 0).any():
        group = evidence.grouping(q, GROUPS)
        tables.append(_table(group[seen.proposal], bins, np.bincount(group, q)))
    found = evidence.mean(tables)
    if evidence.pvalue(found) > SUSPICIOUS:
        return weighed(FRESH, found, "mechanism", "U tells nothing about the U before it or the proposal")
    other = ("the U before it", "the proposal")[int(np.argmax(tables))]
    return weighed(FRESH, found, "mechanism", f"U hangs together with {other}: one random number serves twice")


def _table(before: np.ndarray, bins: np.ndarray, shares: Vector) -> float:
    counts = np.bincount(before * GROUPS + bins, minlength=shares.size * GROUPS).reshape(-1, GROUPS)
    return evidence.rows(counts, np.full(GROUPS, 1 / GROUPS), bins.size * shares)


def _bins(u: Vector, count: int) -> np.ndarray:
    return np.minimum((u * count).astype(np.int64), count - 1)
