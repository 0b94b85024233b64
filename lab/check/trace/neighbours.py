"""Which events stand next to each other: successive ones of a request, and one position of two requests."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.check.trace.laws import Flags, Ints

MOST_OPEN = 2**16  # groups that are remembered: requests decoded at the same time, or positions


@dataclass(frozen=True, eq=False)
class Last:
    """What is remembered from one batch to the next: the last event of each group.

    Args:
        group: a request, or a position, shape (m,).
        owner: the request, shape (m,).
        values: what is compared, shape (m, k).
    """

    group: Ints
    owner: Ints
    values: NDArray[np.float64]


def nothing(width: int) -> Last:
    """The memory before the first event; ``width`` values an event are compared."""
    return Last(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, width)))


def neighbours(last: Last, new: Last, across: bool) -> tuple[NDArray[np.float64], NDArray[np.float64], Last]:
    """Pair each new event with the last one before it in its group, whatever lies between them in the record.

    Args:
        last: what was remembered.
        new: the new events, in the order of the record.
        across: keep only pairs of two different owners.

    Returns:
        Values of the earlier and of the later events, shape (pairs, k); what to remember now, at most ``MOST_OPEN``
        groups, those seen last.
    """
    group, owner = np.append(last.group, new.group), np.append(last.owner, new.owner)
    values = np.concatenate([last.values, new.values])
    order = np.argsort(group, kind="stable")
    earlier, later = order[:-1], order[1:]
    same = group[earlier] == group[later]
    pair = same & (later >= last.group.size) & ((not across) | (owner[earlier] != owner[later]))
    kept = np.sort(order[np.append(~same, True)[: order.size]])[-MOST_OPEN:]
    return values[earlier[pair]], values[later[pair]], Last(group[kept], owner[kept], values[kept])


def only(values: Last, keep: Flags) -> Last:
    """The events for which ``keep`` holds."""
    return Last(values.group[keep], values.owner[keep], values.values[keep])
