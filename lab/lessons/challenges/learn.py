"""Goals of the pages that teach the rule."""

import numpy as np
from numpy.typing import NDArray

from lab.core.acceptance import acceptance_rate, residual, residual_mass
from lab.core.comparison import same_argmax
from lab.core.repeats import accepted_count_law
from lab.lessons.challenges.goal import ROUNDING, TARGET_TOLERANCE, Challenge, at_least, near


def _largest_alone(masses: NDArray, place: int) -> bool:
    """Whether one mass is larger than every other one, and not by rounding only."""
    return bool(masses[place] > np.delete(masses, place).max() + ROUNDING)


def _with_favourite(law: NDArray) -> bool:
    return _largest_alone(law, int(law.argmax()))


ONE_PROPOSAL = (
    Challenge(
        "five-of-five",
        "Make it a coin flip whether all of n = 5 proposals are accepted.",
        lambda success, n: n == 5 and near(accepted_count_law(success, n)[-1], 0.5),
    ),
    Challenge(
        "seven-of-ten",
        "With n = 10, make 7 the most likely number accepted.",
        lambda success, n: n == 10 and _largest_alone(accepted_count_law(success, n), 7),
    ),
    Challenge(
        "rarely-all",
        "Let each proposal be accepted with probability 0.9 or more, but all of them together in less than 1 %.",
        lambda success, n: success >= 0.9 and accepted_count_law(success, n)[-1] < 0.01,
    ),
)

ACCEPTANCE = (
    Challenge(
        "half-with-same-favourite",
        "Make α = 0.5 while both models like the same token best.",
        lambda s: (
            near(acceptance_rate(s.p, s.q), 0.5)
            and same_argmax(s.p, s.q)
            and _with_favourite(s.p)
            and _with_favourite(s.q)
        ),
    ),
    Challenge(
        "high-with-other-favourite",
        "Make α at least 0.95 while the favourites differ.",
        lambda s: at_least(acceptance_rate(s.p, s.q), 0.95) and not same_argmax(s.p, s.q),
    ),
    Challenge(
        "never-kept",
        "Make α = 0.",
        lambda s: acceptance_rate(s.p, s.q) == 0,
    ),
)

RECOMBINE = (
    Challenge(
        "one-token-residual",
        "Make a residual that is one token only, while α is at least 0.5.",
        lambda s: at_least(acceptance_rate(s.p, s.q), 0.5) and np.count_nonzero(residual_mass(s.p, s.q)) == 1,
    ),
    Challenge(
        "residual-is-target",
        "Make the residual equal to p itself.",
        lambda s: residual_mass(s.p, s.q).any() and np.allclose(residual(s.p, s.q), s.p, rtol=0, atol=1e-9),
    ),
    Challenge(
        "blind-but-kept",
        "Make the target's favourite a token that is never proposed.",
        lambda s: _with_favourite(s.p) and s.q[s.p.argmax()] == 0,
    ),
)

MONTE_CARLO = (
    Challenge(
        "most-scatter",
        "Make the share of kept drafts as uncertain as it can be.",
        lambda s: near(acceptance_rate(s.p, s.q), 0.5),
    ),
    Challenge(
        "no-scatter",
        "Make the share of kept drafts the same under every seed, while p and q differ.",
        lambda s: acceptance_rate(s.p, s.q) == 0,
    ),
    Challenge(
        "half-without-a-draft",
        "Make a token come out in half of all draws, though the draft never proposes it.",
        lambda s: bool(np.any(np.isclose(s.p, 0.5, atol=TARGET_TOLERANCE) & (s.q == 0))),
    ),
)
