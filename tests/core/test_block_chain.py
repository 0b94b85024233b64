"""Acceptance by position: dynamic programming against the enumeration, and against known chains."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.block import (
    Greedy,
    Iid,
    Markov,
    acceptance_by_position,
    acceptance_rates,
    cycle_counts,
    expected_accepted,
    ngram,
    tokens_per_cycle,
)
from lab.core.block.chain import MAX_STATES
from lab.core.cost import expected_tokens
from tests.core import block_oracle as oracle

TEXT = "to be or not to be, that is the question"


@given(oracle.model_pairs(), st.integers(1, 3))
def test_tokens_per_cycle_is_the_enumeration(models, draft_len):
    target, draft = models
    law = np.zeros(draft_len + 2)
    for tokens, mass in oracle.cycle(target, draft, draft_len).items():
        law[len(tokens)] += float(mass)
    np.testing.assert_allclose(tokens_per_cycle(target, draft, draft_len), law, atol=1e-10)
    accepted = expected_accepted(target, draft, draft_len)
    assert accepted == pytest.approx(law @ np.arange(draft_len + 2) - 1, abs=1e-10)


@given(oracle.model_pairs(), st.integers(0, 3))
def test_the_two_ways_to_count_agree(models, draft_len):
    by_walk = cycle_counts(*models, draft_len)
    np.testing.assert_allclose(tokens_per_cycle(*models, draft_len), by_walk.sum(axis=0), atol=1e-12)


@given(oracle.model_pairs(), st.integers(1, 3))
def test_rates_weigh_prefixes_as_the_target_does(models, draft_len):
    target, draft = models
    for place, rate in enumerate(acceptance_rates(target, draft, draft_len)):
        mean = sum(
            mass * sum(map(min, target.exact(prefix), draft.exact(prefix)))
            for prefix, mass in oracle.plain(target, place).items()
        )
        assert rate == pytest.approx(float(mean), abs=1e-10)


@given(st.integers(0, 3), st.integers(1, 4))
def test_merging_prefixes_changes_nothing(token, draft_len):
    chain = Markov([0.5, 0.25, 0.25], [[0.5, 0.5, 0], [0.125, 0.125, 0.75], [1, 0, 0]])
    draft = Markov([0.25, 0.25, 0.5], [[0.25, 0.5, 0.25], [0.5, 0.25, 0.25], [0.5, 0.5, 0]])
    prefix = () if token == 3 else (token,)
    merged = acceptance_by_position(chain, draft, draft_len, prefix)
    apart = acceptance_by_position(lambda c: chain(c), lambda c: draft(c), draft_len, prefix)  # each prefix apart
    np.testing.assert_allclose(merged, apart, atol=1e-14)


def test_merging_respects_the_model_that_reads_more():
    target, draft = ngram(TEXT, 3), ngram(TEXT, 2)
    prefix = target.encode("to")
    merged = acceptance_by_position(target, draft, 3, prefix)
    apart = acceptance_by_position(lambda c: target(c), lambda c: draft(c), 3, prefix)
    np.testing.assert_allclose(merged, apart, atol=1e-14)


def test_a_greedy_model_reads_what_its_model_reads():
    assert Greedy(Markov([1, 0], [[1, 0], [0, 1]])).recent((0, 1, 1)) == (1,)
    assert Greedy(lambda prefix: [1.0]).recent((0, 0)) == (0, 0)


def test_independent_positions_give_powers_of_alpha():
    target, draft = Iid([0.8, 0.2]), Iid([0.6, 0.4])
    np.testing.assert_allclose(acceptance_by_position(target, draft, 8), 0.8 ** np.arange(1, 9), rtol=1e-14)


def test_a_mixed_chain_beats_the_formula_at_its_mean():
    """The first token decides whether the rest is easy (beta .95) or hard (.45): half and half, beta .7 on average."""
    target = Markov([0.5, 0.5], [[1, 0], [0, 1]])
    easy, hard = [0.95, 0.05], [0.55, 0.45]
    draft = Markov([0.5, 0.5], [easy, hard])
    tokens = [1 + expected_accepted(target, draft, 5, (state,)) for state in (0, 1)]
    assert np.mean(tokens) == pytest.approx(3.5506, abs=5e-5)
    assert expected_tokens(0.7, 5) == pytest.approx(2.9412, abs=5e-5)
    assert np.mean(expected_tokens([0.95, 0.45], 5)) == pytest.approx(np.mean(tokens), abs=1e-12)


def test_too_many_prefixes_are_refused_with_a_way_out():
    wide = lambda prefix: np.full(600, 1 / 600)  # noqa: E731
    assert expected_accepted(wide, wide, 2) == pytest.approx(2)
    with pytest.raises(ValueError, match=f"more than {MAX_STATES:,} accepted prefixes: take a shorter draft"):
        expected_accepted(wide, wide, 3)
