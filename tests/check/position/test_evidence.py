"""The one fact that all p-values rest on: under the exact law the evidence is 1 on average, or less."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lab.check.position import evidence
from lab.check.position.evidence import TRUST

LAW = np.array([0.5, 0.3, 0.2])


def all_counts(draws, tokens):
    return [np.array(counts) for counts in product(range(draws + 1), repeat=tokens) if sum(counts) == draws]


@pytest.mark.parametrize("split", [None, np.array([True, False, False])])
@pytest.mark.parametrize("draws", [1, 2, 6])
def test_evidence_on_counts_is_one_on_average(draws, split):
    cells = all_counts(draws, 3)
    chances = [stats.multinomial.pmf(counts, draws, LAW) for counts in cells]
    found = [np.exp(evidence.fit(counts, LAW, split)) for counts in cells]
    assert np.dot(chances, found) == pytest.approx(1, rel=1e-9)


def test_two_equal_draws_by_hand():
    """A law with trust w gives the same token twice with chance (w + 2) / (w + 1) / 4: 2.05/1.05, 2.5/1.5 and 4/3."""
    found = evidence.rows(np.array([[2, 0]]), np.array([0.5, 0.5]), np.array([1.0]))
    assert TRUST == (0.05, 0.5, 2.0)
    assert np.exp(found) == pytest.approx((2.05 / 1.05 + 2.5 / 1.5 + 4 / 3) / 3, rel=1e-12)


@pytest.mark.parametrize("chance", [0.0, 0.2, 0.97])
def test_moved_odds_are_one_on_average(chance):
    tries = np.array([5])
    chances = stats.binom.pmf(np.arange(6), 5, chance)
    found = [np.exp(evidence.tilted(np.array([hits]), tries, np.array([chance])))[:, 0] for hits in range(6)]
    assert chances @ np.array(found) == pytest.approx(np.ones(len(evidence.FACTORS)), rel=1e-9)


@given(st.floats(0.01, 0.99), st.just(0.0) | st.floats(1e-300, 1))
def test_raised_odds_do_not_speak_against_a_smaller_chance(chance, part):
    chances = stats.binom.pmf(np.arange(6), 5, chance * part)
    raised = [factor for factor in evidence.FACTORS if factor > 1]
    tries = np.array([5])
    found = [np.exp(evidence.tilted(np.array([hits]), tries, np.array([chance]), raised))[:, 0] for hits in range(6)]
    assert (chances @ np.array(found)).max() <= 1 + 1e-9


def test_a_fair_game_leaves_the_capital_one_on_average():
    gains, chances = np.array([0.7, -0.3]), np.array([0.3, 0.7])
    capital = [np.exp(evidence.fair_game(gains[:, None], counts[:, None])) for counts in np.eye(2)]
    assert np.tensordot(chances, capital, 1) == pytest.approx(np.ones((8, 1)), rel=1e-12)


def test_a_known_law_is_its_likelihood_ratio():
    """Two of token 0 and one of token 2: (0.1 / 0.5)² × (0.6 / 0.2) = 0.12."""
    [found] = evidence.against(np.array([2, 0, 1]), LAW, [np.array([0.1, 0.3, 0.6])])
    assert np.exp(found) == pytest.approx(0.12, rel=1e-12)


def test_the_p_value_is_one_over_the_evidence():
    assert evidence.pvalue(np.log(1000)) == pytest.approx(1e-3, rel=1e-12)
    assert evidence.pvalue(-3.0) == 1


def test_rare_tokens_share_a_group():
    assert evidence.grouping(np.array([0.1, 0.5, 0.15, 0.25]), 3).tolist() == [2, 0, 2, 1]


@given(st.permutations(range(4)), st.lists(st.integers(0, 500), min_size=4, max_size=4))
def test_the_order_of_tokens_means_nothing(order, counts):
    law, counts = np.array([0.5, 0.3, 0.15, 0.05]), np.array(counts)
    assert evidence.fit(counts[order], law[order]) == pytest.approx(evidence.fit(counts, law), rel=1e-9, abs=1e-9)


def test_a_long_tail_raises_no_alarm():
    """500 runs of 500 draws from a tail of 2,000 tokens; evidence 100 in at most 1 of 100, false alarm 1e-6."""
    law = 1 / np.arange(1, 2001.0) ** 1.1
    law /= law.sum()
    runs = np.random.default_rng(1).multinomial(500, law, size=500)
    high = sum(evidence.fit(counts, law) > np.log(100) for counts in runs)
    assert high <= stats.binom.isf(1e-6, 500, 0.01)
