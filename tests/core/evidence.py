"""Do counts follow a law? Every test of chance has a fixed seed and raises a false alarm with probability 1e-6."""

import numpy as np
from scipy import stats

FALSE_ALARM = 1e-6


def counts_fit(counts, law):
    """Chi-square test of counts against a closed law; a count where the law is 0 (below 1e-15) never fits."""
    counts, law = np.ravel(counts), np.ravel(law)
    possible = law > 1e-15
    if counts[~possible].any():
        return False
    if possible.sum() == 1:
        return True
    expected = law[possible] / law[possible].sum() * counts.sum()
    assert expected.min() >= 50, "too few draws for the chi-square approximation"
    return stats.chisquare(counts[possible], expected).pvalue > FALSE_ALARM


def event_law(rule):
    """Joint law of (proposal, accepted, output), shape (V, 2, V), from the parts of a rule."""
    size = rule.proposal.size
    kept = np.diag(rule.proposal * rule.accept)
    rows = np.broadcast_to(rule.correction, (size, size))
    return np.stack([(rule.proposal * (1 - rule.accept))[:, None] * rows, kept], axis=1)


def event_counts(draws, size):
    """How often each (proposal, accepted, output) came, shape (V, 2, V)."""
    counts = np.zeros((size, 2, size), int)
    np.add.at(counts, (draws.proposal, draws.accepted.astype(int), draws.output), 1)
    return counts
