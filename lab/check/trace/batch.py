"""Events of a trace, side by side."""

from dataclasses import dataclass

import numpy as np

from lab.check.trace.laws import Flags, Floats, Ints, Laws


@dataclass(frozen=True, eq=False)
class Batch:
    """n events in the order of the trace; all arrays have shape (n,).

    Args:
        first: number of events before these.
        request: a hash of the request's name.
        position: the position within it, -1 where unknown.
        proposal: the proposed token, -1 for an ordinary draw of the target.
        accepted: whether the proposal was kept.
        output: the emitted token.
        u: the uniform of the acceptance test, NaN where unknown.
        p: the target's laws.
        q: the draft's laws; nothing listed where there is no proposal.
        p_proposal: p of the proposal, NaN without one.
        q_proposal: q of the proposal, NaN without one.
        p_output: p of the output.
        q_output: q of the output, NaN where it is not needed.
        p_place: where p lists the output, as ``find`` says it.
        q_place: where q lists the proposal.
        slack: how far rounding of the record may have moved p/q, as a share of it; 0 for exact rows.
    """

    first: int
    request: Ints
    position: Ints
    proposal: Ints
    accepted: Flags
    output: Ints
    u: Floats
    p: Laws
    q: Laws
    p_proposal: Floats
    q_proposal: Floats
    p_output: Floats
    q_output: Floats
    p_place: Ints
    q_place: Ints
    slack: Floats

    @property
    def proposed(self) -> Flags:
        """Which events have a proposal."""
        return self.proposal >= 0

    @property
    def corrected(self) -> Flags:
        """Which events drew a correction after a rejection."""
        return self.proposed & ~self.accepted

    @property
    def accept(self) -> Floats:
        """min(1, p/q) of each proposal, NaN without one (or where q = 0), so that no comparison with it holds."""
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            ratio = np.minimum(self.p_proposal / self.q_proposal, 1.0)
        return np.where(self.q_proposal > 0, ratio, np.nan)
