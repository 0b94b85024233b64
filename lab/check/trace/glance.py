"""A first look at a recorded run: how many events, how many kept, and the first of them. Nothing is checked here."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from lab.check.trace.batch import Batch
from lab.check.trace.batches import pieces, read
from lab.check.trace.sources import source_of
from lab.core.numbers import fmt

FIRST = 5


@dataclass(frozen=True)
class Glance:
    """What can be seen at once.

    Attributes:
        events: number of events.
        proposals: number of those with a proposal.
        kept: number of proposals that were kept.
        first: the first events, each as column → text.
    """

    events: int
    proposals: int
    kept: int
    first: tuple[dict[str, str], ...]

    @property
    def sentence(self) -> str:
        """The numbers in words, with the shares that were kept and rejected."""
        told = f"{fmt(self.events)} events, {fmt(self.proposals)} of them with a proposal."
        if not self.proposals:
            return told
        lost = self.proposals - self.kept
        kept, rejected = (f"{fmt(number)} ({fmt(number / self.proposals)})" for number in (self.kept, lost))
        return f"{told} Kept: {kept}. Rejected: {rejected}."


def glance(path: Path) -> Glance:
    """Look at a recorded run that ``check_trace`` has read without an error, which would name the line."""
    events = proposals = kept = 0
    first: list[dict[str, str]] = []
    for record in source_of(path).batches(lambda done: None):
        for piece in pieces(record):
            batch = read(piece, events)
            first += islice((_row(batch, i) for i in range(batch.output.size)), FIRST - len(first))
            events += batch.output.size
            proposals += int(batch.proposed.sum())
            kept += int((batch.proposed & batch.accepted).sum())
    return Glance(events, proposals, kept, tuple(first))


def _row(batch: Batch, event: int) -> dict[str, str]:
    proposed = bool(batch.proposed[event])
    return {
        "Proposal x": str(batch.proposal[event]) if proposed else "–",
        "p(x)": _number(batch.p_proposal[event]),
        "q(x)": _number(batch.q_proposal[event]),
        "Kept?": ("yes" if batch.accepted[event] else "no") if proposed else "–",
        "Output": str(batch.output[event]),
    }


def _number(value: float) -> str:
    return "–" if np.isnan(value) else fmt(float(value))
