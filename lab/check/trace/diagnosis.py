"""Which rule of the lab could have made a trace?"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from lab.check.report import Suspect
from lab.check.rivals import BEHIND, FLOOR, NAMES, RIVALS, guess
from lab.check.trace.batch import Batch
from lab.check.trace.laws import Floats, Ints, Laws
from lab.core.rules import Rule

LARGEST_V, MOST_EVENTS, MOST_PAIRS = 32, 20_000, 2_000  # what is used
RANKED_PAIRS = 300  # so many rank the rules, 5 ms a pair; all judge the best of them
SHOWN = 5
FAR, ROUNDING = 5.0, 1e-6  # standard deviations; what rounding may add
RATIOS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 4.0)  # p/q between them is much the same
BINS = len(RATIOS) + 1

Outcome = tuple[int, int, int]  # proposal, accepted, output


@dataclass(frozen=True)
class Sample:
    """The first events with dense rows of few tokens: pair of rows → outcome → how often."""

    counts: dict[tuple[bytes, bytes], dict[Outcome, int]] = field(default_factory=dict)
    events: int = 0


def keep(sample: Sample, batch: Batch) -> Sample:
    """Add the events of a batch until there are enough."""
    if sample.events >= MOST_EVENTS or len(sample.counts) >= MOST_PAIRS:
        return sample
    counts, events = {pair: dict(held) for pair, held in sample.counts.items()}, sample.events
    for pair, outcome in _usable(batch):
        if events == MOST_EVENTS or len(counts) == MOST_PAIRS:
            break
        held = counts.setdefault(pair, {})
        held[outcome] = held.get(outcome, 0) + 1
        events += 1
    return Sample(counts, events)


def _usable(batch: Batch) -> Iterator[tuple[tuple[bytes, bytes], Outcome]]:
    small = _small(batch.p) & _small(batch.q) & batch.proposed
    for i in np.flatnonzero(small):
        pair = tuple(laws.probs[laws.starts[i] : laws.starts[i + 1]].tobytes() for laws in (batch.p, batch.q))
        yield pair, (int(batch.proposal[i]), int(batch.accepted[i]), int(batch.output[i]))


def _small(laws: Laws) -> np.ndarray:
    """Which events list every token, and few of them; the ids of such a row are 0 to V − 1 in order."""
    sizes = np.diff(laws.starts)
    in_order = laws.total(laws.ids != np.arange(laws.ids.size) - laws.starts[laws.event]) == 0
    return (laws.rest == 0) & in_order & (sizes > 0) & (sizes <= LARGEST_V)


def suspects(sample: Sample) -> tuple[tuple[Suspect, ...], int]:
    """Rank the rules by the likelihood of what was proposed, kept and emitted.

    Returns:
        The suspects that fit well, better than the exact rule and not far behind the best; or, where none fits well,
        the nearest one alone, as a guess. And the number of events that were used.
    """
    fits = dict.fromkeys(RIVALS, 0.0)
    for (p, q), outcomes in islice(sample.counts.items(), RANKED_PAIRS):
        target, draft = np.frombuffer(p), np.frombuffer(q)
        for key, rule in RIVALS.items():
            fits[key] += _log_likelihood(rule(target, draft), outcomes)
    ratios = {key: (fit - fits["speculative"]) / np.log(10) for key, fit in fits.items()}
    ranked = sorted((key for key in ratios if ratios[key] > 1), key=lambda key: -ratios[key])[:SHOWN]
    good = [key for key in ranked if not _poor(sample, key)]
    close = [key for key in good if ratios[good[0]] - ratios[key] < BEHIND]
    return tuple(_suspect(key, ratios[key], bool(good)) for key in close or ranked[:1]), sample.events


def _poor(sample: Sample, key: str) -> bool:
    """Whether the likelihood, or the number kept among like proposals, lies farther off than the rule scatters.

    Proposals are like each other in p/q, and then in the rule's own chance of keeping them.
    """
    off, variance = np.zeros((2, 1 + 2 * BINS))
    for (p, q), outcomes in sample.counts.items():
        target, draft = np.frombuffer(p), np.frombuffer(q)
        rule, size = RIVALS[key](target, draft), sum(outcomes.values())
        cells = _cells(rule)
        logs = np.log(cells)
        mean = float(cells @ logs)
        off[0] += _log_likelihood(rule, outcomes) - size * mean
        variance[0] += size * (float(cells @ logs**2) - mean**2)
        proposed, kept = _tokens(outcomes, target.size)
        ratio = target / np.where(draft > 0, draft, np.inf)
        for first, like in ((1, np.searchsorted(RATIOS, ratio, side="right")), (1 + BINS, _bins(rule.accept))):
            np.add.at(off, first + like, kept - proposed * rule.accept)
            np.add.at(variance, first + like, proposed * rule.accept * (1 - rule.accept))
    return bool((np.abs(off) > FAR * np.sqrt(np.maximum(variance, 0)) + ROUNDING).any())


def _bins(chances: Floats) -> Ints:
    return np.minimum((chances * BINS).astype(np.int64), BINS - 1)


def _tokens(outcomes: dict[Outcome, int], size: int) -> tuple[Floats, Floats]:
    """How often each token was proposed, and kept."""
    proposal, accepted, _ = np.array(list(outcomes), dtype=np.int64).T
    counts = np.array(list(outcomes.values()), dtype=np.float64)
    return np.bincount(proposal, counts, size), np.bincount(proposal, counts * accepted, size)


def _cells(rule: Rule) -> Floats:
    """The chances of all that a rule can do with a proposal: keep it, or replace it by each token."""
    rows = np.broadcast_to(rule.correction, (rule.proposal.size, rule.proposal.size))
    corrected = (rule.proposal * (1 - rule.accept))[:, None] * rows
    cells = np.concatenate([rule.proposal * rule.accept, corrected.ravel()])
    return cells[cells > 0]


def _log_likelihood(rule: Rule, outcomes: dict[Outcome, int]) -> float:
    proposal, accepted, output = np.array(list(outcomes), dtype=np.int64).T
    rows = np.broadcast_to(rule.correction, (rule.proposal.size, rule.proposal.size))
    kept: Floats = np.where(output == proposal, rule.accept[proposal], 0.0)
    corrected = (1 - rule.accept[proposal]) * rows[proposal, output]
    chance = rule.proposal[proposal] * np.where(accepted == 1, kept, corrected)
    return float(np.log(np.maximum(chance, FLOOR)) @ np.array(list(outcomes.values())))


def _suspect(key: str, ratio: float, fits: bool) -> Suspect:
    clause = f"“{NAMES[key]}” 10^{ratio:.0f} times better than the exact rule"
    return Suspect(key, NAMES[key], ratio, f"The recorded events fit {clause}." if fits else guess(clause), fits)
