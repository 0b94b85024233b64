"""From single events to counts."""

import numpy as np

from lab.core.monte_carlo import Draws, Tally


def count(draws: Draws, tokens: int) -> Tally:
    """Count single events: how often each token was accepted, rejected, and emitted after a rejection.

    Args:
        draws: events, any number of them.
        tokens: size of the vocabulary, V.

    Returns:
        ``Tally`` with counts of shape (V,).
    """
    kept = np.bincount(draws.proposal[draws.accepted], minlength=tokens)
    proposed, output = (np.bincount(drawn, minlength=tokens) for drawn in (draws.proposal, draws.output))
    return Tally(kept, proposed - kept, output - kept)


def last(draws: Draws, size: int) -> Draws:
    """The last ``size`` events, or all where there are fewer."""
    start = max(0, draws.u.size - size)
    return _each(lambda array: array[start:], draws)


def first(draws: Draws, size: int) -> Draws:
    """The first ``size`` events, or all where there are fewer."""
    return _each(lambda array: array[:size], draws)


def joined(before: Draws, after: Draws) -> Draws:
    """Events of one run followed by those of another."""
    return _each(lambda *arrays: np.concatenate(arrays), before, after)


def _each(change, *draws: Draws) -> Draws:
    names = ("proposal", "u", "accepted", "output")
    return Draws(*(change(*(getattr(one, name) for one in draws)) for name in names))
