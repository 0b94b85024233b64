"""Which rule of the lab could have made a trace?"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from lab.check.report import Suspect
from lab.check.trace.batch import Batch
from lab.check.trace.laws import Floats, Laws
from lab.core.rules import RULES, Rule

LARGEST_V, MOST_EVENTS, MOST_PAIRS = 32, 20_000, 300  # what is used: all rules of a pair take 5 ms
FLOOR = 1e-12  # an outcome that a rule cannot give costs twelve powers of ten, so that one odd record decides nothing
SHOWN = 5
FAR, ROUNDING = 6.0, 1e-6  # standard deviations of the log-likelihood; what rounding may add to it

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
        The best suspects, only those that fit better than the exact rule; the number of events that were used.
    """
    fits = dict.fromkeys(RULES, 0.0)
    for (p, q), outcomes in sample.counts.items():
        target, draft = np.frombuffer(p), np.frombuffer(q)
        for key, rule in RULES.items():
            fits[key] += _log_likelihood(rule(target, draft), outcomes)
    ratios = {key: (fit - fits["speculative"]) / np.log(10) for key, fit in fits.items()}
    ranked = sorted((key for key in ratios if ratios[key] > 1), key=lambda key: -ratios[key])
    return tuple(_suspect(key, ratios[key], _poor(sample, key)) for key in ranked[:SHOWN]), sample.events


def _poor(sample: Sample, key: str) -> bool:
    """Whether likelihood or number kept lie farther from what the rule itself gives than its scatter allows."""
    off, variance = np.zeros(2), np.full(2, 1e-9)  # sums that should be 0 come out a little below
    for (p, q), outcomes in sample.counts.items():
        rule, size = RULES[key](np.frombuffer(p), np.frombuffer(q)), sum(outcomes.values())
        cells = _cells(rule)
        logs = np.log(cells)
        mean, kept = float(cells @ logs), float(rule.proposal @ rule.accept)
        off += _log_likelihood(rule, outcomes) - size * mean, _kept(outcomes) - size * kept
        variance += size * (float(cells @ logs**2) - mean**2), size * kept * (1 - kept)
    return bool((np.abs(off) > FAR * np.sqrt(variance) + ROUNDING).any())


def _kept(outcomes: dict[Outcome, int]) -> int:
    return sum(count for (_, accepted, _), count in outcomes.items() if accepted)


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


def _suspect(key: str, ratio: float, poor: bool) -> Suspect:
    title = RULES[key](np.array([0.5, 0.5]), np.array([0.5, 0.5])).title
    power = f"10^{ratio:.0f}"
    sentence = f"The recorded events fit “{title}” {power} times better than the exact rule."
    if poor:
        sentence += " It does not fit well either: this may be another mistake."
    return Suspect(key, title, ratio, sentence)
