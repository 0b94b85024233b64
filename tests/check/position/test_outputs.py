import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.check.position.outputs import beside_proposals, outputs_follow, successive_outputs, two_requests
from lab.core.rules import RULES
from tests.core.evidence import event_law

P, Q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])


def evidence_of(test):
    return 10**test.statistic


def test_a_forbidden_token_settles_it_and_is_named():
    test = outputs_follow(np.array([0, 2, 1]), np.array([0.5, 0.5, 0.0]), np.array([0.2, 0.3, 0.5]), [])
    assert (test.pvalue, math.isnan(test.statistic)) == (0, True)
    assert test.meaning == "Token 2 came out though p(2) = 0: look for a mask or mismatched distributions."


def test_outputs_are_evidence_one_on_average_with_known_laws_too():
    p, others = np.array([0.5, 0.3, 0.2]), [np.array([0.2, 0.2, 0.6]), np.array([0.0, 1.0, 0.0])]
    q = np.array([0.2, 0.4, 0.4])
    runs = [np.array(run) for run in product(range(3), repeat=4)]
    mean = sum(p[run].prod() * evidence_of(outputs_follow(run, p, q, others)) for run in runs)
    assert mean == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("question", [successive_outputs, lambda run, p: two_requests(run[:3], run[3:], p)])
def test_pairs_are_evidence_one_on_average_or_less(question):
    p = np.array([0.6, 0.4])
    runs = [np.array(run) for run in product(range(2), repeat=6)]
    mean = sum(p[run].prod() * evidence_of(question(run, p)) for run in runs)
    assert 0.1 < mean <= 1 + 1e-9


positive = st.tuples(st.floats(0.01, 1), st.floats(0.01, 1)).map(lambda pair: np.array(pair) / sum(pair))


@settings(max_examples=10, deadline=None)
@given(positive, positive)
@pytest.mark.parametrize("key", ["speculative", "match_target", "one_hot"])
def test_beside_proposals_every_exact_rule_is_evidence_one_on_average(key, p, q):
    """Two draws: the mean over all of their (proposal, output) is 1, however few proposals are kept."""
    rule = RULES[key](p, q)
    law = event_law(rule).sum(axis=1)
    mean = 0.0
    for x, y in product(np.ndindex(2, 2), repeat=2):
        proposal, output = np.array([x, y]).T
        mean += law[x] * law[y] * evidence_of(beside_proposals(proposal, output, rule.target, q))
    assert mean == pytest.approx(1, rel=1e-9)


def test_beside_proposals_a_small_bias_shows_that_outputs_hide():
    """q is near p: all of the 0.4 % that are corrected end at the wrong token, which 50,000 outputs hardly show."""
    p = np.array([0.4, 0.3, 0.2, 0.1])
    q = np.array([0.404, 0.296, 0.2, 0.1])
    rng, size = np.random.default_rng(1), 50_000
    proposal = rng.choice(4, size, p=q)
    kept = rng.random(size) < np.minimum(1, p / q)[proposal]
    output = np.where(kept, proposal, 3)
    assert outputs_follow(output, p, q, []).pvalue > 1e-4
    assert beside_proposals(proposal, output, p, q).pvalue < 1e-20


@pytest.mark.parametrize("lag", [1, 2, 8, 64])
def test_a_token_that_comes_again_is_seen_at_each_distance(lag):
    rng = np.random.default_rng(1)
    output = rng.choice(4, 20_000, p=P)
    again = np.flatnonzero(rng.random(20_000) < 0.1)
    again = again[again >= lag]
    for at in again:
        output[at] = output[at - lag]
    assert successive_outputs(output, P).pvalue < 1e-6


def test_a_wrong_law_alone_is_no_dependence():
    """20,000 fresh draws from q: the pairs are p × p nowhere, but nothing hangs together."""
    output = np.random.default_rng(1).choice(4, 20_000, p=Q)
    assert outputs_follow(output, P, Q, []).pvalue < 1e-100
    assert successive_outputs(output, P).pvalue > 1e-6


def test_requests_that_share_their_randomness_are_seen():
    output = np.random.default_rng(1).choice(4, 1000, p=P)
    test = two_requests(output, output.copy(), P)
    assert test.pvalue < 1e-100
    assert "3.3" in test.meaning  # 1 / (0.16 + 0.09 + 0.04 + 0.01)
    assert "randomness shared by requests" in test.meaning
    assert "look for" not in two_requests(output[:500], output[500:], P).meaning


def test_nothing_to_choose():
    certain = np.array([0.0, 1.0])
    assert math.isnan(outputs_follow(np.ones(5, int), certain, certain, []).pvalue)
    assert math.isnan(successive_outputs(np.ones(5, int), certain).pvalue)
