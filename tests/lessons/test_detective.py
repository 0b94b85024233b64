"""Suspects can be told apart, the culprit is drawn by the seed, and the likelihood is the multinomial one."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import multinomial

from lab.core.monte_carlo import Tally
from lab.core.rules import RULES
from lab.lessons.detective import (
    APART,
    CASE_DRAWS,
    MOST_SUSPECTS,
    apart,
    case,
    log_likelihoods,
    run_of,
    seen_counts,
    seen_law,
    shares,
    words_about,
)
from lab.scenarios import SCENARIOS

MIRROR = SCENARIOS["mirror"].situation
TRUE, SLOW, ALL = (RULES[key](MIRROR.p, MIRROR.q) for key in ("speculative", "match_target", "accept_all"))


@pytest.mark.parametrize("key", SCENARIOS)
def test_suspects_differ_in_what_can_be_seen(key):
    this = case(SCENARIOS[key].situation, 1)
    assert len(this.suspects) == MOST_SUSPECTS
    assert min(apart(*pair) for pair in combinations(this.suspects, 2)) > APART
    assert this.culprit in this.suspects
    assert list(this.names) == sorted(this.names, key=str.casefold)


def test_the_same_seed_and_number_make_the_same_case():
    first, again = case(MIRROR, 3), case(MIRROR, 3)
    assert (first.names, first.culprit.key) == (again.names, again.culprit.key)
    assert len({case(MIRROR, number).culprit.key for number in range(1, 21)}) > 5


@pytest.mark.parametrize("key", RULES)
def test_what_is_seen_has_a_law(key):
    rule = RULES[key](MIRROR.p, MIRROR.q)
    assert seen_law(rule).sum() == pytest.approx(1)
    assert seen_law(rule).reshape(2, -1).sum(axis=0) == pytest.approx(rule.output_law())


@pytest.mark.parametrize("flags", [False, True])
def test_likelihood_ratios_are_those_of_the_multinomial_law(flags):
    tally = run_of(MIRROR, TRUE, 1000, CASE_DRAWS, 1)
    counts, rules = seen_counts(tally, flags), (TRUE, RULES["unmodified_p"](MIRROR.p, MIRROR.q))
    laws = [seen_law(rule) if flags else rule.output_law() for rule in rules]
    logs = np.array([multinomial.logpmf(counts, counts.sum(), law / law.sum()) for law in laws])
    assert log_likelihoods(rules, tally, flags) == pytest.approx(logs - logs.max(), rel=1e-9)


def test_a_token_that_a_suspect_never_emits_clears_it():
    tally = Tally(np.array([1, 0, 0, 0]), np.zeros(4, int), np.zeros(4, int))
    only_last = RULES["accept_all"]([0.25] * 4, [0, 0, 0, 1])
    assert log_likelihoods((ALL, only_last), tally, flags=False).tolist() == [0, -np.inf]


def test_outputs_alone_never_tell_exact_from_slower_but_flags_do():
    tally = run_of(MIRROR, SLOW, 1000, CASE_DRAWS, 1)
    assert log_likelihoods((TRUE, SLOW), tally, flags=False) == pytest.approx([0, 0], abs=1e-9)
    with_flags = log_likelihoods((TRUE, SLOW), tally, flags=True)
    assert with_flags[1] == 0
    assert with_flags[0] < -100


def test_a_longer_run_begins_with_the_shorter_one():
    short, long = (run_of(MIRROR, ALL, size, CASE_DRAWS, 1) for size in (100, 300))
    assert (short.size, long.size) == (100, 300)
    assert np.all(long.output >= short.output)


def test_shares_sum_to_one_and_words_say_how_clear_it_is():
    logs = np.array([0, -np.inf, -1.0])
    assert shares(logs) == pytest.approx([1 / (1 + np.exp(-1)), 0, np.exp(-1) / (1 + np.exp(-1))])
    assert "leave room" in words_about(logs, 0)
    assert "even better" in words_about(logs, 2)
    assert "clearly" in words_about(np.array([0, -50.0]), 0)
