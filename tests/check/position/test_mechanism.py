import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.check.position import mechanism
from lab.check.position.guard import Seen
from lab.check.position.mechanism import mechanism_tests
from lab.core.rules import RULES
from tests.core.evidence import event_law

P, Q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])


def seen(proposal, output, accepted, u=None):
    return Seen(np.array(output), np.array(proposal), np.array(accepted, bool), None if u is None else np.array(u))


def ask(name, *given, p=P, q=Q):
    return next(test for test in mechanism_tests(seen(*given), p, q) if test.name == name)


@pytest.mark.parametrize(
    ("name", "event", "words", "about"),
    [
        (mechanism.OFTEN, ([3], [3], [1]), "token 3 was accepted though p(3) = 0", "mechanism"),
        (mechanism.PROPOSE, ([0], [0], [1]), "token 0 was proposed though q(0) = 0", "mechanism"),
        (mechanism.RARELY, ([1], [0], [0]), "token 1 was rejected though p(1) = 0.3", "acceptance too low"),
        (mechanism.CORRECT, ([3], [2], [0]), "token 2 replaced a rejected one", "acceptance too low"),
        (mechanism.EMITTED, ([1], [0], [1]), "token 1 was accepted and token 0 came out", "mechanism"),
    ],
)
def test_what_an_exact_sampler_never_does_is_named(name, event, words, about):
    p, q = np.array([0.45, 0.3, 0.25, 0.0]), np.array([0.0, 0.2, 0.4, 0.4])
    test = ask(name, *event, p=p, q=q)
    assert (test.pvalue, math.isnan(test.statistic), test.about) == (0, True, about)
    assert words in test.meaning[0].lower() + test.meaning[1:]


@pytest.mark.parametrize(
    ("u", "accepted", "pvalue", "about"),
    [
        (0.24, 1, 1, "mechanism"),
        (0.26, 0, 1, "mechanism"),
        (0.26, 1, 0, "mechanism"),
        (0.24, 0, 0, "acceptance too low"),
    ],
)
def test_flags_are_recomputed_from_u(u, accepted, pvalue, about):
    """p(3)/q(3) = 0.25. A wrong pass is wrong; a wrong rejection may be a slower rule."""
    test = ask(mechanism.FLAGS, [3], [3 if accepted else 0], [accepted], [u])
    assert (test.pvalue, test.about) == (pvalue, about)


def test_a_ratio_in_single_precision_may_be_either_side_of_u():
    for accepted in (0, 1):
        test = ask(mechanism.FLAGS, [3], [3 if accepted else 0], [accepted], [0.25 + 1e-8])
        assert test.pvalue == 1


laws = st.lists(st.floats(0.01, 1), min_size=3, max_size=3).map(lambda weights: np.array(weights) / sum(weights))
ABOUT_ONE = (mechanism.PROPOSE, mechanism.OFTEN, mechanism.RARELY)


@settings(max_examples=8, deadline=None)
@given(laws, laws)
def test_under_the_exact_rule_evidence_is_one_on_average_or_less(p, q):
    """One draw: every (proposal, flag, output), each with its chance."""
    law = event_law(RULES["speculative"](p, q))
    mean = dict.fromkeys(ABOUT_ONE, 0.0)
    for x, kept, y in product(range(3), range(2), range(3)):
        if law[x, kept, y] > 1e-15:
            for test in mechanism_tests(seen([x], [y], [kept]), p, q):
                if test.name in mean:
                    mean[test.name] += law[x, kept, y] * 10**test.statistic
    assert max(mean.values()) <= 1 + 1e-4
    assert min(mean.values()) > 0.7  # one bet of ten cannot be won where p = q


def test_flags_alone_are_compared_with_the_sum_of_min():
    """The sum of min(p, q) is 0.6; 500 of 1,000 are too few and 700 too many."""
    few, many = (Seen(np.zeros(1000, int), accepted=np.arange(1000) < kept) for kept in (500, 700))
    assert [test.pvalue < 1e-3 for test in mechanism_tests(few, P, Q)] == [False, True]
    assert [test.pvalue < 1e-3 for test in mechanism_tests(many, P, Q)] == [True, False]
    assert [test.about for test in mechanism_tests(few, P, Q)] == ["mechanism", "acceptance too low"]


def test_corrections_that_remember_the_proposal_are_seen():
    """The residual (3/4, 1/4) over all, but token 2 is always replaced by 0 and token 3 by 0 or 1."""
    rng, size = np.random.default_rng(1), 20_000
    proposal = rng.choice(4, size, p=Q)
    kept = rng.random(size) < np.minimum(1, P / Q)[proposal]
    output = np.where(kept, proposal, np.where(proposal == 2, 0, (rng.random(size) < 1 / 3).astype(int)))
    assert ask(mechanism.CORRECT, proposal, output, kept).pvalue > 1e-4
    found = ask(mechanism.APART, proposal, output, kept)
    assert found.pvalue < 1e-20
    assert found.meaning.startswith("Where token 2 was rejected, token 1 came with share 0, the residual gives it 0.25")


def test_nothing_is_asked_where_nothing_is_known():
    assert mechanism_tests(Seen(np.zeros(3, int)), P, Q) == []
