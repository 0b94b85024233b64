"""Exact laws of cycles and sequences against an enumeration in fractions on random conditional models."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.acceptance import output_law
from lab.core.block import Greedy, Iid, Markov, Table, cycle_counts, cycle_law, sequence_law, target_sequence_law
from lab.core.block.laws import MAX_OUTCOMES
from tests.core import block_oracle as oracle

DRAFT_LEN = st.integers(0, 3)
ROTATION = Markov([1, 0, 0], [[0, 1, 0], [0, 0, 1], [1, 0, 0]])


@oracle.FEW
@given(oracle.model_pairs(), DRAFT_LEN)
def test_cycle_law_is_the_enumeration(models, draft_len):
    target, draft = models
    assert oracle.same(cycle_law(target, draft, draft_len), oracle.cycle(target, draft, draft_len))


@oracle.FEW
@given(oracle.model_pairs(), DRAFT_LEN, st.integers(0, 2))
def test_cycle_law_reads_its_prefix(models, draft_len, token):
    target, draft = models
    prefix = (token % len(target.exact(())),) * 2
    assert oracle.same(cycle_law(target, draft, draft_len, prefix), oracle.cycle(target, draft, draft_len, prefix))


@oracle.FEW
@given(oracle.model_pairs(), st.integers(0, 4), st.integers(0, 4))
def test_whole_sequences_follow_the_target(models, draft_len, length):
    target, draft = models
    law = oracle.plain(target, length)
    assert oracle.same(sequence_law(target, draft, draft_len, length), law)
    assert oracle.same(target_sequence_law(target, length), law)


@oracle.FEW
@given(oracle.model_pairs(), DRAFT_LEN, st.integers(1, 4))
def test_stop_tokens_end_sequences_where_the_target_would(models, draft_len, length):
    target, draft = models
    law = oracle.stopped(oracle.plain(target, length), {0})
    assert oracle.same(sequence_law(target, draft, draft_len, length, stop={0}), law)
    assert oracle.same(target_sequence_law(target, length, stop={0}), law)


@oracle.FEW
@given(oracle.model_pairs(), DRAFT_LEN, st.integers(1, 3))
def test_a_cap_cuts_a_cycle(models, draft_len, cap):
    target, draft = models
    law = {}
    for tokens, mass in oracle.cycle(target, draft, draft_len).items():
        law[tokens[:cap]] = law.get(tokens[:cap], 0) + mass
    assert oracle.same(cycle_law(target, draft, draft_len, cap=cap), law)


@oracle.FEW
@given(oracle.model_pairs(), DRAFT_LEN)
def test_a_stop_token_cuts_a_cycle_wherever_it_stands(models, draft_len):
    target, draft = models
    law = oracle.stopped(oracle.cycle(target, draft, draft_len), {1})
    assert oracle.same(cycle_law(target, draft, draft_len, stop={1}), law)


@oracle.FEW
@given(oracle.model_pairs(), st.integers(1, 3), st.integers(1, 3))
def test_greedy_output_is_greedy_target_decoding(models, draft_len, length):
    target, draft = models
    tokens = ()
    for _ in range(length):
        tokens += (int(np.argmax(target(tokens))),)
    assert sequence_law(Greedy(target), Greedy(draft), draft_len, length) == {tokens: 1.0}
    assert oracle.same(sequence_law(Greedy(target), draft, draft_len, length), {tokens: 1})


def test_first_token_of_a_cycle_is_the_one_position_law():
    p, q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]
    law = cycle_law(Iid(p), Iid(q), 1)
    first = [sum(mass for tokens, mass in law.items() if tokens[0] == x) for x in range(4)]
    np.testing.assert_allclose(first, output_law(p, q), atol=1e-15)


def test_cycle_law_by_hand():
    law = cycle_law(Iid([0.75, 0.25]), Iid([0.25, 0.75]), 1)
    assert law == {(0,): 0.5, (0, 0): 0.1875, (0, 1): 0.0625, (1, 0): 0.1875, (1, 1): 0.0625}


def test_equal_models_accept_everything():
    model = Iid([0.5, 0.5])
    assert {len(tokens) for tokens in cycle_law(model, model, 3)} == {4}


def test_disjoint_models_accept_nothing():
    assert cycle_law(Iid([1, 0]), Iid([0, 1]), 3) == {(0,): 1.0}


def test_counts_are_the_lengths_of_the_law():
    target, draft = Iid([0.75, 0.25]), Iid([0.25, 0.75])
    counts = cycle_counts(target, draft, 2)
    half = Fraction(1, 2)
    expected = np.zeros((3, 4))
    expected[0, 1], expected[1, 2], expected[2, 3] = half, half**2, half**2
    np.testing.assert_allclose(counts, expected, atol=1e-15)


def test_counters_count_what_is_emitted():
    stop_first = Markov([1, 0], [[0, 1], [0, 1]])  # token 0, then always 1
    counts = cycle_counts(stop_first, stop_first, 3, stop={0})
    assert counts[1, 1] == 1  # one draft and nothing behind it, though all three passed


@pytest.mark.parametrize("stop_at", range(5))
def test_nothing_behind_a_stop_token_also_no_bonus_token(stop_at):
    steps = {(0,) * n: [1, 0] for n in range(6)} | {(0,) * stop_at: [0, 1]}
    model = Table(steps, default=[1, 0])
    assert cycle_law(model, model, 4, stop={1}) == {(0,) * stop_at + (1,): 1.0}


def test_length_zero_is_the_empty_sequence():
    assert sequence_law(ROTATION, ROTATION, 2, 0) == target_sequence_law(ROTATION, 0) == {(): 1.0}


def test_too_many_outcomes_are_refused_with_the_reason():
    coin = Iid([0.5, 0.5])
    assert len(target_sequence_law(coin, 10)) == 1024
    with pytest.raises(ValueError, match="too many to list in memory: take a shorter draft or sequence"):
        target_sequence_law(Iid(np.full(200, 0.005)), 3)
    with pytest.raises(ValueError, match=f"{MAX_OUTCOMES:,}"):
        cycle_law(Iid(np.full(1100, 1 / 1100)), Iid(np.full(1100, 1 / 1100)), 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((ROTATION, ROTATION, -1), "draft_len is -1: give a whole number of 0 or more"),
        ((ROTATION, ROTATION, 1.5), "draft_len is 1.5"),
        ((ROTATION, ROTATION, 1, ("a",)), "a token is 'a'"),
        ((Iid([0.5, 0.4]), ROTATION, 1), r"target after \(\) sums to 0.9, not 1"),
        ((ROTATION, Iid([0.5, 0.5]), 1), r"draft after \(\) has 2 tokens, not 3: give both models one vocabulary"),
        ((ROTATION, Table({}), 1), r"no row for the prefix \(\)"),
    ],
)
def test_what_is_wrong_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        cycle_law(*arguments)


def test_a_cap_of_zero_is_refused():
    with pytest.raises(ValueError, match="cap is 0"):
        cycle_law(ROTATION, ROTATION, 1, cap=0)
