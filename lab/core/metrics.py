"""The metric translator: the numbers public tools call "acceptance", each defined in one line, from one situation.

Everything is computed from how many drafts each cycle accepted and how many it proposed: counts of a run, or the exact
law of those counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.block.chain import acceptance_rates, tokens_per_cycle
from lab.core.block.situation import Model, Tokens

Vector = NDArray[np.float64]

DEFINITIONS = {
    "alpha": "Mean of the sum of min(p, q) over the target's text; where kinds of text are mixed, over cycles.",
    "by_position": "Accepted drafts at position i per cycle that drafted position i.",
    "conditional": "Accepted drafts at position i per cycle that tested position i: all before it had passed.",
    "per_tested": "Accepted drafts per tested draft, all positions together.",
    "per_drafted": "Accepted drafts per proposed draft; drafts behind a rejection count as proposed.",
    "mean_accepted": "Accepted drafts per cycle: no correction, no bonus token.",
    "tokens_without_bonus": "Tokens per cycle, the correction counted, the bonus token not.",
    "tokens_with_bonus": "Tokens per cycle: accepted drafts and one correction or bonus token.",
    "coverage": "Proposed drafts per position that could have been drafted (the longest draft in every cycle).",
}
"""Each metric's definition in one line, by the name of its field in ``Metrics``."""


@dataclass(frozen=True, eq=False)
class Metrics:
    """One situation in every common metric, as ``DEFINITIONS`` says; NaN where nothing was counted.

    Args:
        alpha: needs the models; NaN from counts alone.
        by_position, conditional: shape (longest draft,).
        per_tested, per_drafted, mean_accepted, tokens_without_bonus, tokens_with_bonus, coverage: numbers.
    """

    alpha: float
    by_position: Vector
    conditional: Vector
    per_tested: float
    per_drafted: float
    mean_accepted: float
    tokens_without_bonus: float
    tokens_with_bonus: float
    coverage: float


def count_metrics(
    accepted: ArrayLike, drafted: ArrayLike, weights: ArrayLike | None = None, alpha: float = np.nan
) -> Metrics:
    """Metrics of a run, from its counts.

    Args:
        accepted: accepted drafts of each cycle, counted from the left up to the first rejection, shape (cycles,).
        drafted: proposed drafts of each cycle, shape (cycles,) or one number.
        weights: how much each cycle counts, shape (cycles,); all the same where absent.
        alpha: the acceptance rate of the models, where it is known.

    Returns:
        The ``Metrics``.

    Raises:
        ValueError: there is no cycle, or one accepts more drafts than it proposes.
    """
    accepted, drafted, weights = _checked(accepted, drafted, weights)
    rejected = accepted < drafted
    positions = np.arange(drafted.max())[:, None]  # one row for each position
    passed = (accepted > positions) @ weights
    return Metrics(
        alpha=float(alpha),
        by_position=_ratio(passed, (drafted > positions) @ weights),
        conditional=_ratio(passed, ((accepted >= positions) & (drafted > positions)) @ weights),
        per_tested=float(_ratio(accepted @ weights, (accepted + rejected) @ weights)),
        per_drafted=float(_ratio(accepted @ weights, drafted @ weights)),
        mean_accepted=float(accepted @ weights),
        tokens_without_bonus=float((accepted + rejected) @ weights),
        tokens_with_bonus=float((accepted + 1) @ weights),
        coverage=float(_ratio(drafted @ weights, drafted.max())),
    )


def exact_metrics(target: Model, draft: Model, draft_len: int, prefix: Tokens = ()) -> Metrics:
    """Metrics of one cycle, exactly: means over everything that can happen.

    Args:
        target: prefix → p, shape (V,).
        draft: prefix → q, shape (V,).
        draft_len: draft length gamma, 1 or more.
        prefix: the tokens before the cycle.

    Returns:
        The ``Metrics``.

    Raises:
        ValueError: see ``tokens_per_cycle``; or draft_len is 0, so nothing is ever accepted.
    """
    rates = acceptance_rates(target, draft, draft_len, prefix)
    if not rates.size:
        raise ValueError("draft_len is 0: acceptance needs a draft of 1 token or more")
    law = tokens_per_cycle(target, draft, draft_len, prefix)[1:]  # n accepted drafts come out as n + 1 tokens
    return count_metrics(np.arange(law.size), draft_len, law, float(rates.mean()))


def leading_accepts(flags: Sequence[bool]) -> int:
    """Accepted drafts of one cycle from its acceptance flags: those before the first rejection.

    Args:
        flags: one flag for each draft, from the left; what stands behind a rejection does not count.
    """
    flags = list(map(bool, flags))
    return flags.index(False) if False in flags else len(flags)


def _checked(accepted: ArrayLike, drafted: ArrayLike, weights: ArrayLike | None) -> tuple[Vector, Vector, Vector]:
    accepted, drafted = np.broadcast_arrays(np.atleast_1d(accepted), drafted)
    if not accepted.size:
        raise ValueError("there is no cycle: give the counts of at least one")
    wrong = np.flatnonzero((accepted < 0) | (accepted > drafted))
    if wrong.size:
        at = wrong[0]
        raise ValueError(
            f"cycle {at} accepts {accepted[at]} of {drafted[at]} drafts: count only real drafts, without padding"
        )
    weights = np.ones(accepted.size) if weights is None else np.asarray(weights, np.float64)
    return accepted, drafted, weights / weights.sum()


def _ratio(part: ArrayLike, whole: ArrayLike) -> Vector:
    part, whole = np.asarray(part, np.float64), np.asarray(whole, np.float64)
    return np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
