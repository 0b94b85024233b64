"""Many runs of one size at once, to see how runs differ from each other."""

import numpy as np
from numpy.random import Generator

from lab.core.rules import Rule
from lab.core.sampling import Counts, multinomial


def outputs_of_runs(rule: Rule, size: int, runs: int, rng: Generator) -> Counts:
    """Draw the output counts of many independent runs: each row has the law of ``tally(...).output``.

    Args:
        rule: what proposes, accepts and corrects; its correction of shape (V,).
        size: draws in each run, 0 to 10**15.
        runs: number of runs.
        rng: source of randomness.

    Returns:
        Counts of shape (runs, V); each row sums to ``size``.
    """
    proposed = multinomial(np.full(runs, size), rule.proposal, rng)
    accepted = rng.binomial(proposed, rule.accept)
    rejected = (proposed - accepted).sum(axis=-1)
    return accepted + multinomial(rejected, rule.correction, rng)
