"""The rules whose output law is p for every pair."""

from lab.core.rules.rule import Parts, Vector, ratio, residual_or_p, rule


@rule(
    "speculative",
    "Speculative sampling",
    "exact",
    "Accepted mass min(p, q) plus residual mass p − min(p, q) is p, token by token.",
)
def speculative(p: Vector, q: Vector) -> Parts:
    """Keep x where U < min(1, p/q); after a rejection draw from the residual.

    Source: Leviathan, Kalman, Matias (2023), section 2.3 and appendix A.1.
    """
    return q, ratio(p, q), residual_or_p(p, q)
