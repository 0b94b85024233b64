"""Each fault of a block: its law worked out by hand, and the cases people reported."""

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.block import (
    BLOCK_RULES,
    Greedy,
    Iid,
    Markov,
    Table,
    acceptance_by_position,
    cut,
    cycle_counts,
    cycle_law,
    each_position,
    sequence_law,
    target_sequence_law,
)
from lab.core.rules import RULES
from tests.core import block_oracle as oracle

# Token 0 is always kept, token 1 with 1/3; half of the drafts are rejected; the residual is token 0.
TARGET, DRAFT = Iid([0.75, 0.25]), Iid([0.25, 0.75])
ROTATION = Markov([1, 0, 0], [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
SWAPS = ("draft_swapped", "draft_swapped_q_kept", "draft_pinned")


def law_of(key, draft_len=1, target=TARGET, draft=DRAFT, **options):
    return cycle_law(target, draft, draft_len, rule=BLOCK_RULES[key](**options))


def times(law, last):
    """A law of tokens, each with one more token from ``last`` behind it."""
    return {(*tokens, x): mass * last[x] for tokens, mass in law.items() for x in range(len(last))}


P, Q = [F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]
BOTH = {(x,): F(1, 4) for x in (0, 1)}
BY_HAND = {
    "bonus_from_draft": {(0,): F(1, 2)} | times(BOTH, Q),
    "first_draft_unverified": times({(0,): F(1, 4), (1,): F(3, 4)}, P),
    "permuted_ids": {(0,): F(1, 6)} | times({(0,): F(3, 4), (1,): F(1, 12)}, P),
    "rejected_kept": {(0, 0): F(3, 16), (0, 1): F(1, 16), (1, 0): F(11, 16), (1, 1): F(1, 16)},
}
BY_HAND_OF_TWO = {
    "suffix_kept": {(0, 0): F(2, 8), (0, 1): F(3, 8), (1, 0): F(1, 8)}
    | times({(x, y): F(1, 16) for x in (0, 1) for y in (0, 1)}, P),
    "one_uniform_for_two": {(0,): F(1, 2), (0, 0): F(1, 8)}
    | times({(0, 0): F(1, 16), (0, 1): F(1, 16), (1, 0): F(1, 16), (1, 1): F(3, 16)}, P),
}


@pytest.mark.parametrize("key", BY_HAND)
def test_law_of_a_fault_with_one_draft(key):
    assert oracle.same(law_of(key), BY_HAND[key])


@pytest.mark.parametrize("key", ["suffix_kept", "one_uniform_for_two"])
def test_law_of_a_fault_with_two_drafts(key):
    assert oracle.same(law_of(key, 2), BY_HAND_OF_TWO[key])


def test_a_uniform_is_shared_in_pairs_only():
    """Of four drafts the tests of 0 and 1 share a uniform, and those of 2 and 3 another one."""
    passed = cycle_counts(TARGET, DRAFT, 4, rule=BLOCK_RULES["one_uniform_for_two"]()).sum(axis=1)
    assert passed[2:].sum() == pytest.approx(3 / 8)
    assert passed[4] == pytest.approx((3 / 8) ** 2)


def test_target_row_off_by_one_reads_the_row_of_the_wrong_prefix():
    rule = BLOCK_RULES["target_row_off_by_one"]()
    assert cycle_law(ROTATION, ROTATION, 2, (0,)) == {(1, 2, 0): 1.0}
    assert cycle_law(ROTATION, ROTATION, 2, (0,), rule=rule) == {(0,): 1.0}  # tested with the row behind no token
    assert cycle_law(ROTATION, ROTATION, 0, (0, 1), rule=rule) == {(1,): 1.0}


def test_bonus_row_too_early_repeats_a_token():
    """kekzl/imp#683: after 0 the drafts 1, 2 pass, and the bonus token must be 0."""
    assert cycle_law(ROTATION, ROTATION, 2, (0,)) == {(1, 2, 0): 1.0}
    assert cycle_law(ROTATION, ROTATION, 2, (0,), rule=BLOCK_RULES["bonus_row_off_by_one"]()) == {(1, 2, 2): 1.0}


def test_first_draft_unverified_emits_what_the_target_never_would():
    """ohdearquant/lattice#243: the greedy target wants 0, the draft says 1."""
    wants, says = Iid([1, 0]), Iid([0, 1])
    assert cycle_law(wants, says, 1) == {(0,): 1.0}
    assert {tokens[0] for tokens in law_of("first_draft_unverified", 1, wants, says)} == {1}


def test_rejected_drafts_in_the_buffer():
    """lucidrains/speculative-decoding#3: alpha .7, gamma 5 must emit 2.94117 tokens a cycle, not 6."""
    models = Iid([0.7, 0.3]), Iid([0.4, 0.6])
    sizes = np.arange(7)
    assert cycle_counts(*models, 5).sum(axis=0) @ sizes == pytest.approx(2.94117, abs=5e-6)
    assert cycle_counts(*models, 5, rule=BLOCK_RULES["rejected_kept"]()).sum(axis=0) @ sizes == pytest.approx(6)


def test_a_permutation_can_be_given():
    identity = law_of("permuted_ids", permutation=[0, 1])
    assert identity == cycle_law(TARGET, DRAFT, 1)
    three = Iid([0.2, 0.3, 0.5])
    moved = law_of("permuted_ids", 1, three, Iid([1, 0, 0]), permutation=[2, 0, 1])
    assert sum(mass for tokens, mass in moved.items() if tokens[0] == 2) == pytest.approx(1)  # p/0 counts as infinite


def test_a_swapped_draft_with_recomputed_q_lets_old_tokens_through():
    law = cycle_law(TARGET, DRAFT, 2, rule=BLOCK_RULES["draft_swapped"](new_draft=TARGET, at=1))
    assert oracle.same(law, times(times({(0,): F(1, 4), (1,): F(3, 4)}, P), P))


def test_a_swap_touches_only_the_block_in_flight():
    rule = BLOCK_RULES["draft_swapped"](new_draft=TARGET, at=2)
    assert cycle_law(TARGET, DRAFT, 2, rule=rule) == cycle_law(TARGET, DRAFT, 2)
    assert cycle_law(TARGET, DRAFT, 2, (0, 0), rule=rule) == cycle_law(TARGET, TARGET, 2, (0, 0))


def test_a_pinned_draft_changes_between_blocks_only():
    rule = BLOCK_RULES["draft_pinned"](new_draft=TARGET, at=1)
    assert cycle_law(TARGET, DRAFT, 2, rule=rule) == cycle_law(TARGET, DRAFT, 2)
    assert cycle_law(TARGET, DRAFT, 2, (0,), rule=rule) == cycle_law(TARGET, TARGET, 2, (0,))


def test_kept_q_may_change_inside_a_block():
    """The old draft proposes position 0 and passes half of the time; the new one, the target itself, always passes."""
    counts = cycle_counts(TARGET, DRAFT, 2, rule=BLOCK_RULES["draft_swapped_q_kept"](new_draft=TARGET, at=1))
    assert counts.sum(axis=0).tolist() == pytest.approx([0, 0.5, 0, 0.5])


@oracle.FEW
@given(oracle.model_pairs(), st.integers(0, 3), st.integers(0, 4))
def test_pinned_draft_and_kept_q_are_exact(models, draft_len, at):
    target, old = models
    law = oracle.plain(target, 3)
    for key in ("draft_swapped_q_kept", "draft_pinned"):
        rule = BLOCK_RULES[key](new_draft=target, at=at)
        assert oracle.same(sequence_law(target, old, draft_len, 3, rule=rule), law)


@oracle.FEW
@given(oracle.model_pairs(), st.integers(0, 3))
def test_a_stale_context_is_exact(models, draft_len):
    target, draft = models
    law = sequence_law(target, draft, draft_len, 3, rule=BLOCK_RULES["stale_context"]())
    assert oracle.same(law, oracle.plain(target, 3))


def test_a_stale_context_only_costs_acceptance():
    """vllm-project/vllm#9730: .95 with the newest token in sight, .6 without it, the same law."""
    target = Iid([0.4, 0.3, 0.2, 0.1])
    draft = Table({(): [0.1, 0.2, 0.3, 0.4]}, default=[0.35, 0.3, 0.2, 0.15])
    assert acceptance_by_position(target, draft, 1, (0,)) == pytest.approx([0.95])
    counts = cycle_counts(target, draft, 1, (0,), rule=BLOCK_RULES["stale_context"]())
    assert counts[1].sum() == pytest.approx(0.6)


def test_reseeding_repeats_a_coin():
    """feifeibear/LLMSpeculativeSampling#19: two fair tokens come out equal; each alone is fair."""
    coin = Iid([0.5, 0.5])
    law = sequence_law(coin, coin, 2, 2, rule=BLOCK_RULES["reseeded"]())
    assert law == {(0, 0): 0.5, (1, 1): 0.5}
    assert set(target_sequence_law(coin, 2).values()) == {0.25}


def test_reseeding_by_hand():
    """One quantile v: the draft is 0 for v < 1/4; a bonus token is 0 for v < 3/4."""
    law = law_of("reseeded")
    assert oracle.same(law, {(0,): F(1, 2), (0, 0): F(1, 4), (1, 0): F(1, 6), (1, 1): F(1, 12)})


def test_one_hot_models_leave_nothing_to_the_seed():
    """vllm-project/vllm#13196: at temperature 0 there is one outcome, even when every draw reads one quantile."""
    for key in ("speculative", "reseeded"):
        assert law_of(key, 3, ROTATION, ROTATION) == {(0, 1, 2, 0): 1.0}


def test_token_zero_is_a_token():
    """feifeibear/LLMSpeculativeSampling: within three fair draws token 0 comes with .875."""
    law = sequence_law(Iid([0.5, 0.5]), Iid([0.5, 0.5]), 2, 3)
    assert sum(mass for tokens, mass in law.items() if 0 in tokens) == pytest.approx(0.875)


def test_greedy_needs_one_hot_laws_before_the_test():
    """jaymody/speculative-sampling#3 and #9: with one-hot p and q only the target's argmax comes out."""
    p, q = Iid([0.3, 0.5, 0.2]), Iid([0.4, 0.35, 0.25])
    assert {tokens[0] for tokens in cycle_law(Greedy(p), Greedy(q), 1)} == {1}
    raw = cycle_law(p, Greedy(q), 1, rule=each_position("greedy_draft"))
    assert len({tokens[0] for tokens in raw}) > 1
    five = Greedy(Iid([0.3, 0.5, 0.1, 0.05, 0.05]))
    assert acceptance_by_position(five, Table({(): [1, 0, 0, 0, 0]}), 1)[0] == 0


def test_a_stop_inside_an_accepted_block():
    """huggingface/transformers#47912: EOS, a, a and a bonus a were emitted; right is EOS alone."""
    model = Markov([1, 0], [[0, 1], [0, 1]])
    assert cycle_law(model, model, 3, stop={0}) == {(0,): 1.0}
    assert cycle_law(model, model, 3, rule=BLOCK_RULES["stop_checked_last"](), stop={0}) == {(0, 1, 1, 1): 1.0}


def test_tokens_shown_before_the_stop():
    """LostRuins/koboldcpp#1276: p = q, P(EOS) = .3, gamma 4: 2.7731 tokens a cycle, not 5."""
    model, sizes = Iid([0.3, 0.7]), np.arange(6)
    assert cycle_counts(model, model, 4, stop={0}).sum(axis=0) @ sizes == pytest.approx(2.7731)
    wrong = cycle_counts(model, model, 4, rule=BLOCK_RULES["stop_checked_last"](), stop={0})
    assert wrong.sum(axis=0) @ sizes == pytest.approx(5)


def test_a_stop_before_the_cap_is_a_stop():
    """sgl-project/sglang#31599: ids 10, 11, STOP, 20, 21, 22 with a cap of 5."""
    tokens, stop = (10, 11, 99, 20, 21, 22), {99}
    assert cut(tokens, stop, 5) == ((10, 11, 99), "stop")
    assert BLOCK_RULES["cap_before_stop"]().cut(tokens, stop, 5) == ((10, 11, 99, 20, 21), "length")


@pytest.mark.parametrize(
    ("cap", "expected"),
    [(None, ((7, 8), "stop")), (3, ((7, 8), "stop")), (2, ((7, 8), "stop")), (1, ((7,), "length"))],
)
def test_cut_at_the_border(cap, expected):
    assert cut((7, 8, 9), {8}, cap) == expected


def test_cut_leaves_a_free_emission_alone():
    assert cut((7, 8), (), None) == ((7, 8), None)
    assert cut((7, 8), (), 3) == ((7, 8), None)
    assert cut((7, 8), (), 2) == ((7, 8), "length")


@pytest.mark.parametrize("key", sorted(set(BLOCK_RULES) - set(SWAPS)))
def test_a_rule_is_exact_where_it_says_so(key):
    target = Markov([0.5, 0.25, 0.25], [[0.5, 0.5, 0], [0.125, 0.125, 0.75], [0.25, 0.25, 0.5]])
    draft = Markov([0.25, 0.5, 0.25], [[0.25, 0.5, 0.25], [0.5, 0.25, 0.25], [0.5, 0.25, 0.25]])
    rule = BLOCK_RULES[key]()
    law = sequence_law(target, draft, 2, 4, rule=rule, stop={2})
    right = target_sequence_law(target, 4, stop={2})
    distance = sum(abs(law.get(key, 0) - right.get(key, 0)) for key in set(law) | set(right)) / 2
    assert sum(law.values()) == pytest.approx(1)
    assert distance < 1e-12 if rule.exact else distance > 1e-6


@pytest.mark.parametrize("key", sorted(key for key, rule in RULES.items() if rule([0.5, 0.5], [0.5, 0.5]).exact))
def test_exact_rules_of_one_position_stay_exact_in_a_block(key):
    law = sequence_law(TARGET, DRAFT, 2, 4, rule=each_position(key))
    assert oracle.same(law, target_sequence_law(TARGET, 4))


def test_a_wrong_rule_of_one_position_in_a_block():
    rule = each_position("unmodified_p")
    first = {}
    for tokens, mass in cycle_law(TARGET, DRAFT, 2, rule=rule).items():
        first[tokens[0]] = first.get(tokens[0], 0) + mass
    wrong = RULES["unmodified_p"]([0.75, 0.25], [0.25, 0.75]).output_law()
    assert [first[0], first[1]] == pytest.approx(wrong)
