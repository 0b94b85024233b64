"""One law for each event, of any number of listed tokens: sums, look-ups and probability transforms by array."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats, Ints, Flags = NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Laws:
    """The laws of n events, end to end.

    Args:
        ids: listed tokens, shape (E,), each at most once in an event.
        probs: their probabilities, shape (E,).
        starts: where each event's tokens start, and the end of the last, shape (n + 1,).
        rest: mass of all tokens that are not listed, shape (n,); 0 for a dense row.
    """

    ids: Ints
    probs: Floats
    starts: Ints
    rest: Floats

    @cached_property
    def event(self) -> Ints:
        """The event that each listed token belongs to, shape (E,)."""
        return np.repeat(np.arange(self.rest.size), np.diff(self.starts))

    @cached_property
    def keys(self) -> Ints:
        """One whole number for each pair (event, token), shape (E,)."""
        return (self.event << 40) + self.ids

    @cached_property
    def order(self) -> Ints | None:
        """What sorts ``keys``; None where they are sorted already."""
        return None if (np.diff(self.keys) > 0).all() else np.argsort(self.keys)

    def total(self, values: NDArray) -> Floats:
        """Sum over each event's listed tokens, shape (n,)."""
        return row_sum(values, self.starts)


def row_sum(values: NDArray, starts: Ints) -> Floats:
    """Sum of values[starts[i]:starts[i + 1]] for each i, 0 where that is empty."""
    sums, full = np.zeros(starts.size - 1), np.diff(starts) > 0
    if full.any():
        sums[full] = np.add.reduceat(values, starts[:-1][full])
    return sums


def find(laws: Laws, tokens: Ints) -> Ints:
    """Where each event's token is listed: an index into ``ids``, or -1; shape (n,)."""
    place = np.full(tokens.size, -1)
    hits = np.flatnonzero(laws.ids == tokens[laws.event])
    place[laws.event[hits]] = hits
    return place


def at(values: Floats, place: Ints, otherwise: Floats | float) -> Floats:
    """values[place], or ``otherwise`` where place is -1."""
    if not values.size:
        return np.broadcast_to(np.asarray(otherwise, np.float64), place.shape)
    return np.where(place >= 0, values[place], otherwise)


def match(laws: Laws, others: Laws) -> Ints:
    """For each listed token, where the other law of the same event lists it: an index into its ``ids``, or -1."""
    if np.array_equal(laws.starts, others.starts) and np.array_equal(laws.ids, others.ids):
        return np.arange(laws.ids.size)
    if not others.ids.size:
        return np.full(laws.ids.size, -1)
    keys, order = others.keys, others.order
    place = np.minimum(np.searchsorted(keys, laws.keys, sorter=order), keys.size - 1)
    place = place if order is None else order[place]
    return np.where(keys[place] == laws.keys, place, -1)


def repeated(laws: Laws) -> Flags:
    """Which events list a token twice, shape (n,)."""
    twice = np.zeros(laws.rest.size, bool)
    if laws.order is not None:
        keys = laws.keys[laws.order]
        twice[keys[1:][np.diff(keys) == 0] >> 40] = True
    return twice


def transform(laws: Laws, mass: Floats, key: Floats, place: Ints, noise: Floats, rest: Floats | float = 0.0) -> Floats:
    """Randomised probability-integral transform of the statistic ``key`` of each event's token.

    It is P(key < key of the token) + noise × P(key = key of the token), uniform on [0, 1) where the token follows the
    law and the keys were fixed before the draw. The rest counts as the largest key.

    Args:
        laws: where the tokens are listed.
        mass: nonnegative weights of the listed tokens, shape (E,); they need not sum to 1.
        key: the order of the listed tokens, shape (E,).
        place: where the drawn token is listed, or -1 for the rest, shape (n,).
        noise: uniform numbers, shape (n,).
        rest: weight of the rest, shape (n,).

    Returns:
        Shape (n,), in [0, 1]; NaN where the weights sum to 0.

    Source: Rosenblatt, "Remarks on a multivariate transformation" (1952); randomised after Brockwell, "Universal
    residuals" (2007).
    """
    own = at(key, place, np.inf)[laws.event]
    listed = place >= 0
    below = laws.total(mass * (key < own))
    level = np.where(listed, laws.total(mass * (key == own)), rest)
    with np.errstate(invalid="ignore", divide="ignore"):
        return (below + noise * level) / (laws.total(mass) + rest)
