"""Rules that leave p on purpose. Each needs its own evaluation and may not borrow the proof of the exact rule."""

import numpy as np
from scipy.special import entr

from lab.core.rules.rule import Parts, Vector, option, ratio, residual_or_p, rule


@rule(
    "lenience",
    "Ratio test with half of q",
    "deliberate approximation",
    "Tokens that the draft overrates are kept up to 1/lenience times as often as p allows.",
    "lucidrains/speculative-decoding",
)
def lenience(p: Vector, q: Vector, lenience: float = 0.5) -> Parts:
    """Keep x where U < p / (lenience × q); the correction is the residual of p and q. No token exceeds p/lenience.

    Source: Leviathan, Kalman, Matias (2023), appendix A.5.
    """
    return q, ratio(p, option("lenience", lenience, 0.001, 1) * q), residual_or_p(p, q)


@rule(
    "typical",
    "Keep where p(x) passes a bar set by entropy",
    "deliberate approximation",
    "Every proposal that is likely enough under p stays, however much more often the draft proposes it.",
    "youssofal/MTPLX#478",
)
def typical(p: Vector, q: Vector, epsilon: float = 0.09, delta: float = 0.3) -> Parts:
    """Keep x where p(x) > min(epsilon, delta × exp(−entropy of p)); after a rejection draw from p.

    Source: Cai et al., "Medusa" (2024), the section on typical acceptance.
    """
    bar = min(option("epsilon", epsilon, 0, 1), option("delta", delta, 0, 1) * np.exp(-entr(p).sum()))
    return q, (p > bar).astype(np.float64), p
