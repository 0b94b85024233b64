"""The rules whose output law is p for every pair. Only one of them accepts as much as possible."""

import numpy as np

from lab.core.rules.rule import Parts, Vector, one_hot, ratio, residual_or_p, rule, without_proposal


@rule(
    "speculative",
    "Ratio test, then the residual",
    "exact",
    "Accepted mass min(p, q) plus residual mass p − min(p, q) is p, token by token.",
)
def speculative(p: Vector, q: Vector) -> Parts:
    """Keep x where U < min(1, p/q); after a rejection draw from the residual.

    Source: Leviathan, Kalman, Matias (2023), section 2.3 and appendix A.1.
    """
    return q, ratio(p, q), residual_or_p(p, q)


@rule(
    "match_target",
    "Match a sample of p, emit that sample",
    "exact but slower",
    "A sample of p is what comes out, matched or not; the draft only decides whether it counts as accepted.",
    "z-lab/dflash#74",
)
def match_target(p: Vector, q: Vector, greedy: bool = False) -> Parts:
    """Draw y from p, accept x where x = y, emit y either way; with ``greedy`` the draft proposes its favourite."""
    proposal = one_hot(int(np.argmax(q)), q.size) if greedy else q
    return proposal, p, without_proposal(p)


@rule(
    "one_hot",
    "Keep with p(x), then p without x",
    "exact but slower",
    "Each x is tested as if it had been certain: kept with p(x), else p without x. That is right for any draft.",
    "vllm-project/vllm#40149",
)
def treat_as_certain(p: Vector, q: Vector) -> Parts:
    """Read q(x) as 1: keep x with probability p(x), after a rejection draw from p with x taken out."""
    return q, p, without_proposal(p)
