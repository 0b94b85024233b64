"""What happens to each proposed token, in words."""

import numpy as np
import pytest
from hypothesis import given

from lab.core.acceptance import rejected_mass
from lab.lessons.fates import ALWAYS, NEVER, NO_TOKEN, NOT_PROPOSED, SOMETIMES, fates, most_rejected
from tests.core.strategies import fractions, pairs


def test_each_fate_has_its_word():
    p, q = [0.3, 0.1, 0.0, 0.4, 0.2], [0.3, 0.3, 0.3, 0.1, 0.0]
    assert fates(p, q) == (ALWAYS, SOMETIMES, NEVER, ALWAYS, NOT_PROPOSED)


@pytest.mark.parametrize(
    ("p", "q", "words"),
    [
        ([0.0, 1.0], [0.0, 1.0], (NOT_PROPOSED, ALWAYS)),
        ([1.0, 0.0], [0.0, 1.0], (NOT_PROPOSED, NEVER)),
        ([1e-300, 1.0], [0.5, 0.5], (SOMETIMES, ALWAYS)),
        ([0.500000001, 0.499999999], [0.5, 0.5], (ALWAYS, SOMETIMES)),
    ],
)
def test_fates_at_the_edges(p, q, words):
    assert fates(p, q) == words


@given(pairs())
def test_a_fate_follows_from_comparing_p_with_q(pair):
    for word, p, q in zip(fates(*pair), *map(fractions, pair), strict=True):
        assert (word == NOT_PROPOSED) == (q == 0)
        assert (word == NEVER) == (p == 0 < q)
        assert word != SOMETIMES or 0 < p < q


def test_the_most_rejected_token_goes_by_its_mass_not_by_its_ratio():
    p, q, labels = [0.4, 0.5, 0.1, 0.0], [0.3, 0.2, 0.45, 0.05], ("A", "B", "C", "D")
    assert most_rejected(p, q, labels) == "C"  # D is never kept, but C loses 0.35 of mass and D only 0.05


@given(pairs())
def test_no_token_loses_more_than_the_most_rejected_one(pair):
    labels = tuple(f"t{i}" for i in range(len(pair[0])))
    mass = dict(zip(labels, rejected_mass(*pair).tolist(), strict=True))
    assert mass.get(most_rejected(*pair, labels), 0.0) == max(mass.values())


def test_nothing_rejected_and_names_that_repeat():
    assert most_rejected([0.5, 0.5], [0.5, 0.5], ("a", "b")) == NO_TOKEN
    assert most_rejected([1.0, 0.0], [0.0, 1.0], ("x", "x")) == "x (2)"
    assert most_rejected(np.array([1.0, 0.0]), np.array([0.0, 1.0]), ("x", "")) == "(empty)"
