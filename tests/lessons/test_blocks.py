"""What the page on draft blocks computes: models as typed, exact laws within reach, where a fault breaks them."""

import numpy as np
import pytest

from lab.core.block import BLOCK_RULES
from lab.lessons.block_laws import CycleNumbers, SequenceLaws, cycle_numbers, sequence_counts, sequence_laws
from lab.lessons.block_words import FIRST, LATER, YES, account, greedy_words, steps, told, where
from lab.lessons.blocks import TITLES, Setup, one_cycle
from lab.lessons.chains import (
    DRAFT_TREE,
    TARGET_TREE,
    TREE_LABELS,
    Independent,
    independent,
    letters,
    repeating,
    sticky,
    trees,
)
from lab.lessons.challenges import DRAFT_BLOCK
from lab.scenarios import DEFAULT, SCENARIOS

PAIR = DEFAULT.situation
SAME = independent(PAIR)
TYPED = trees(TREE_LABELS, TARGET_TREE, DRAFT_TREE)
ZEN = letters("", (3, 2))


def test_every_way_to_run_has_one_neutral_title():
    assert sorted(TITLES.values()) == sorted(BLOCK_RULES)
    words = " ".join(TITLES).casefold()
    assert not any(verdict in words for verdict in ("exact", "biased", "wrong", "slower"))


def test_a_sticky_chain_repeats_with_its_chance_and_else_draws_from_its_law():
    chain = sticky((0.5, 0.3, 0.2), 0.2)
    assert chain(()).tolist() == [0.5, 0.3, 0.2]
    assert chain((1,)).tolist() == pytest.approx([0.4, 0.44, 0.16])


def test_a_text_is_read_in_small_letters_with_single_blanks():
    chain = letters("Ab  a\nb", (2, 1))
    assert chain.labels == ("␣", "a", "b")
    assert chain.read("A b␣") == (1, 0, 2, 0)
    assert chain.models()[1](()).tolist() == pytest.approx([1 / 3] * 3, abs=0.1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: trees("a", ": 1\nelse: 1", ": 1\nelse: 1"), "2 to 12 different names"),
        (lambda: trees("a b", ": 1 1\nelse: 1 0", "else: 1 0"), "target, line 1"),
        (lambda: trees("a b", "else: 1 0", ": 1 0"), "draft: add a line “else"),
        (lambda: letters("".join(map(chr, range(0x4E00, 0x4E64))), (2, 1)), "100 different letters"),
        (lambda: letters("ab" * 1001, (2, 1)), "the text has 2,002 characters: shorten it to 2,000"),
        (lambda: trees("a b", "else: 1 0", "else: 1 0" + " " * 1500), "draft, the tree has 1,509 characters: shorten"),
        (lambda: trees("a b" + " " * 200, "else: 1 0", "else: 1 0"), "the line has 203 characters: shorten it to 200"),
        (lambda: SAME.read("the horse"), "“horse” is no token"),
        (lambda: ZEN.read("7"), "is no letter of the text"),
    ],
)
def test_what_cannot_be_read_is_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_independent_positions_pass_with_powers_of_alpha():
    """α = 0.7 for the plain pair: 0.7, 0.49, 0.343 by position; 1 + 0.7 + 0.49 + 0.343 tokens."""
    exact = cycle_numbers(Setup(SAME, 3))
    assert exact.by_position.tolist() == pytest.approx([0.7, 0.49, 0.343])
    assert exact.mean_tokens == pytest.approx(2.533)
    assert exact.tokens.tolist() == pytest.approx([0, 0.3, 0.21, 0.147, 0.343])


def same_numbers(one: CycleNumbers, other: CycleNumbers) -> bool:
    return bool(np.allclose(one.by_position, other.by_position) and np.allclose(one.tokens, other.tokens))


@pytest.mark.parametrize("chain", [SAME, repeating(PAIR, 0.5, 0.2), TYPED], ids=lambda chain: type(chain).__name__)
def test_both_ways_of_computing_a_cycle_agree(chain):
    """A cap beyond the block changes nothing, but takes the way by enumeration."""
    by_states, by_paths = cycle_numbers(Setup(chain, 4)), cycle_numbers(Setup(chain, 4, cap=9))
    assert same_numbers(by_states, by_paths)
    assert by_states.how != by_paths.how


@pytest.mark.parametrize("key", BLOCK_RULES)
def test_sequences_keep_the_law_exactly_where_the_rule_says_so(key):
    setup = Setup(repeating(PAIR, 0.5, 0.2), 3, rule_key=key, stop=(0,))
    assert (sequence_laws(setup, 4).breaks_at == 0) == setup.rule.exact


@pytest.mark.parametrize(
    ("key", "answer"),
    [("speculative", YES), ("first_draft_unverified", FIRST), ("bonus_from_draft", LATER), ("suffix_kept", LATER)],
)
def test_where_a_fault_breaks_the_law(key, answer):
    laws = sequence_laws(Setup(SAME, 1 if key == "bonus_from_draft" else 2, rule_key=key), 3)
    assert where(laws) == answer
    assert laws.distances == pytest.approx(sorted(laws.distances))  # longer sequences are never nearer


def test_an_untested_first_draft_is_off_by_the_distance_of_p_and_q():
    assert sequence_laws(Setup(SAME, 2, rule_key="first_draft_unverified"), 1).distances == pytest.approx((0.3,))


def test_greedy_output_is_the_targets_own_greedy_sequence():
    laws = sequence_laws(Setup(TYPED, 3, greedy=True), 5)
    assert len(laws.output) == len(laws.wanted) == 1
    assert "own greedy one: a b c a a" in greedy_words(Setup(TYPED, 3, greedy=True), laws)


def test_a_stop_token_ends_cycle_and_sequences():
    setup = Setup(SAME, 4, stop=(0,))
    cycles = [one_cycle(setup, PAIR, number) for number in range(1, 60)]
    assert any(cycle.ended == "stop" and cycle.passed > len(cycle.emitted) for cycle in cycles)
    assert all(0 not in cycle.emitted[:-1] for cycle in cycles)
    assert all(0 not in tokens[:-1] for tokens in sequence_laws(setup, 3).output)


def test_seed_and_number_decide_the_cycle():
    first, again, other = (one_cycle(Setup(SAME, 8), PAIR, number) for number in (1, 1, 2))
    assert [event.u for event in first.events] == [event.u for event in again.events]
    assert [event.u for event in first.events] != [event.u for event in other.events]


@pytest.mark.parametrize("number", range(1, 9))
def test_each_step_is_told_by_the_record(number):
    setup = Setup(SAME, 3)
    cycle = one_cycle(setup, PAIR, number)
    sentences = told(setup, cycle)
    assert len(sentences) == len(steps(setup)) == 5
    assert [("discarded without" in words) for words in sentences[1:4]] == [place > cycle.passed for place in range(3)]
    assert f"emits {len(cycle.emitted)} token" in sentences[-1]


def test_the_account_adds_up_and_multiplies():
    """Cycle 1 of the plain pair: a and a pass with 6/7 each, dog passes with 1/6, dog fails with 5/6."""
    setup = Setup(SAME, 4)
    words = account(setup, one_cycle(setup, PAIR, 1))
    assert words.startswith("3 accepted + 1 correction = 4. ")
    assert "0.8571 × 0.8571 × 0.1667 × 0.8333 = 0.102:" in words


def test_counts_of_many_seeds_are_sequences_of_both_samplers():
    cycles, plain = sequence_counts(Setup(TYPED, 2, stop=(2,)), PAIR, 3, 500)
    wanted = sequence_laws(Setup(TYPED, 2, stop=(2,)), 3).wanted
    assert cycles.total() == plain.total() == 500
    assert cycles.keys() | plain.keys() <= wanted.keys()


def test_what_takes_too_long_is_refused_with_a_way_out():
    tail = independent(SCENARIOS["tail"].situation)
    with pytest.raises(ValueError, match="take a shorter draft"):
        cycle_numbers(Setup(tail, 8, rule_key="stale_context"))
    with pytest.raises(ValueError, match="take shorter sequences"):
        sequence_laws(Setup(tail, 2), 6)
    with pytest.raises(ValueError, match="take shorter sequences"):
        sequence_laws(Setup(SAME, 8, rule_key="suffix_kept"), 3)
    assert cycle_numbers(Setup(ZEN, 8, ZEN.read("th"))).mean_tokens > 1


DOUBTFUL = Independent(("a", "b"), (0.9, 0.1), (0.99, 0.01))  # “a” passes with 10/11, and is nearly always drafted
SURE = Independent(("a", "b"), (0.9, 0.1), (0.9, 0.1))
GOALS = {  # one setup that reaches the goal in some cycle; others that never do
    "all-pass": (Setup(DOUBTFUL, 5), Setup(DOUBTFUL, 4), Setup(SURE, 5), Setup(DOUBTFUL, 5, stop=(0,), greedy=True)),
    "stop-inside": (Setup(SURE, 3, stop=(0,)), Setup(SURE, 3), Setup(SURE, 3, stop=(0,), rule_key="suffix_kept")),
    "wrong-but-full": (
        Setup(SAME, 3, rule_key="rejected_kept"),
        Setup(SAME, 3),
        Setup(SAME, 3, rule_key="suffix_kept"),
    ),
}


@pytest.mark.parametrize("challenge", DRAFT_BLOCK, ids=lambda challenge: challenge.key)
def test_goals_about_a_cycle(challenge):
    reached, *missed = [
        any(challenge.reached(setup, one_cycle(setup, PAIR, number)) for number in range(1, 40))
        for setup in GOALS[challenge.key]
    ]
    assert reached
    assert not any(missed)


def test_what_cannot_be_shown_has_a_sign_that_can():
    assert letters("a\x1bb", (2, 1)).labels == ("a", "b", "\N{REPLACEMENT CHARACTER}")
    assert trees("a b\x00", "else: 1 0", "else: 1 0").labels == ("a", "b\N{REPLACEMENT CHARACTER}")


def test_a_cut_inside_a_tie_is_known():
    """Three of four sequences with .3, .3, .2, .2 leave out one that is as likely as the last; two do not."""
    laws = SequenceLaws({(0,): 0.3, (1,): 0.1 + 0.2, (2,): 0.2, (3,): 0.2}, {}, (0,))
    assert laws.likely(3) == [(0,), (1,), (2,)]
    assert [laws.cuts_a_tie(most) for most in (1, 2, 3, 4)] == [True, False, True, False]
