import numpy as np
import pytest

from lab.core.many_runs import outputs_of_runs
from lab.core.rules import RULES
from tests.core.evidence import counts_fit

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]


def test_all_runs_together_follow_p():
    """Chi-square, false alarm 1e-6."""
    counts = outputs_of_runs(RULES["speculative"](P, Q), 1000, 300, np.random.default_rng(1))
    assert (counts.sum(axis=1) == 1000).all()
    assert counts_fit(counts.sum(axis=0), P)


def test_runs_differ_by_the_binomial_law():
    """10 draws of an even law, 4,000 runs: how often the first token came. Chi-square, false alarm 1e-6."""
    counts = outputs_of_runs(RULES["speculative"]([0.5, 0.5], [0.9, 0.1]), 10, 4000, np.random.default_rng(2))
    binomial = np.array([1 + 10 + 45, 120, 210, 252, 210, 120, 45 + 10 + 1]) / 2**10
    assert counts_fit(np.bincount(np.clip(counts[:, 0], 2, 8) - 2, minlength=7), binomial)


@pytest.mark.parametrize(("p", "q"), [(P, P), ([0.5, 0.5, 0], [0, 0, 1]), ([1, 1e-300], [1e-300, 1])])
def test_special_pairs_count_every_draw(p, q):
    counts = outputs_of_runs(RULES["speculative"](p, q), 10**15, 5, np.random.default_rng(3))
    assert (counts.sum(axis=1) == 10**15).all()
    assert not counts[:, np.array(p) == 0].any()
