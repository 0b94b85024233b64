"""How many drafts a cycle accepts, exactly, by dynamic programming over accepted prefixes.

Prefixes of which both models read the same end are merged, so that a pair of n-grams stays exact at any draft length:
it has no more states than the text has contexts. Models that read all of their prefix cost V^gamma.
"""

from collections.abc import Callable, Iterator

import numpy as np

from lab.core.block.situation import Block, Model, Tokens, block, recent_of
from lab.core.rules.rule import Vector

MAX_STATES = 2**18


def acceptance_by_position(target: Model, draft: Model, draft_len: int, prefix: Tokens = ()) -> Vector:
    """Probability that the draft at each position is accepted, so that it and all before it pass.

    At one position the accepted mass of x is min(p(x), q(x)) at the prefix accepted so far; a longer accepted prefix
    has the product of its masses.

    Args:
        target: prefix → p, shape (V,).
        draft: prefix → q, shape (V,).
        draft_len: draft length gamma, 0 or more.
        prefix: the tokens before the cycle.

    Returns:
        Shape (draft_len,), never rising; the ratio of neighbours is the acceptance probability given that a position
        is reached.

    Raises:
        ValueError: a model's row is no probability vector, draft_len or prefix is wrong, or a position has more than
            ``MAX_STATES`` different prefixes.

    Source: Leviathan, Kalman, Matias (2023), section 3.1, without the assumption that acceptances are i.i.d.
    """
    walk = _masses(target, draft, draft_len, prefix, follow=np.minimum)
    return np.minimum(1.0, np.fromiter(walk, np.float64))


def acceptance_rates(target: Model, draft: Model, draft_len: int, prefix: Tokens = ()) -> Vector:
    """Acceptance rate at each position of text that the target itself writes: the mean of the sum of min(p, q).

    Args:
        target, draft, draft_len, prefix: see ``acceptance_by_position``.

    Returns:
        Shape (draft_len,), in [0, 1]. Its mean estimates alpha, the expectation of beta.

    Raises:
        ValueError: see ``acceptance_by_position``.

    Source: Leviathan, Kalman, Matias (2023), definition 3.1 and corollary 3.6.
    """
    walk = _masses(target, draft, draft_len, prefix, follow=lambda p, q: p)
    return np.minimum(1.0, np.fromiter(walk, np.float64))


def expected_accepted(target: Model, draft: Model, draft_len: int, prefix: Tokens = ()) -> float:
    """Expected number of accepted drafts in one cycle: the sum of the acceptance probabilities by position.

    Args:
        target, draft, draft_len, prefix: see ``acceptance_by_position``.

    Returns:
        A number in [0, draft_len]; a cycle emits one token more.

    Raises:
        ValueError: see ``acceptance_by_position``.
    """
    return float(acceptance_by_position(target, draft, draft_len, prefix).sum())


def tokens_per_cycle(target: Model, draft: Model, draft_len: int, prefix: Tokens = ()) -> Vector:
    """Law of the number of tokens one cycle emits, correction or bonus token included.

    Args:
        target, draft, draft_len, prefix: see ``acceptance_by_position``.

    Returns:
        Shape (draft_len + 2,): entry n is the probability of n tokens; entry 0 is 0. Sums to 1.

    Raises:
        ValueError: see ``acceptance_by_position``.
    """
    reached = np.concatenate([[1.0, 1.0], acceptance_by_position(target, draft, draft_len, prefix), [0.0]])
    return np.maximum(reached[:-1] - reached[1:], 0)


def _masses(
    target: Model, draft: Model, draft_len: int, prefix: Tokens, follow: Callable[[Vector, Vector], Vector]
) -> Iterator[float]:
    """The accepted mass at each position, when prefixes grow by the masses ``follow(p, q)``."""
    start = block(target, draft, draft_len, prefix)

    def state(context: Tokens) -> Tokens:
        return max(recent_of(target, context), recent_of(draft, context), key=len)

    states = {start.prefix: 1.0}
    for place in range(start.draft_len):
        if place:
            states = _grown(start, states, state, follow)
        yield sum(weight * float(np.minimum(*_rows(start, context)).sum()) for context, weight in states.items())


def _grown(
    start: Block,
    states: dict[Tokens, float],
    state: Callable[[Tokens], Tokens],
    follow: Callable[[Vector, Vector], Vector],
) -> dict[Tokens, float]:
    longer: dict[Tokens, float] = {}
    for context, weight in states.items():
        masses = weight * follow(*_rows(start, context))
        for x in np.flatnonzero(masses).tolist():
            end = state((*context, x))
            longer[end] = longer.get(end, 0.0) + float(masses[x])
    if len(longer) > MAX_STATES:
        raise ValueError(f"there are more than {MAX_STATES:,} accepted prefixes: take a shorter draft or fewer tokens")
    return longer


def _rows(start: Block, context: Tokens) -> tuple[Vector, Vector]:
    return start.target(context), start.draft(context)
