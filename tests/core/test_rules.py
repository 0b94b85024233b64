from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from lab.core.acceptance import acceptance_rate, output_law, residual, residual_mass
from lab.core.monte_carlo import draw, tally
from lab.core.pmf import as_pair, total_variation
from lab.core.rules import RULES
from lab.core.rules.shared_randomness import race
from tests.core.cases import BY_HAND, DRAFT, PRINTED, REPORTED, RISE, SLOPE, THREE, WRONG_TARGET, P, Q
from tests.core.evidence import counts_fit, event_counts, event_law
from tests.core.strategies import ROUNDING, pairs

EXACT = ["speculative", "match_target", "one_hot"]


def test_every_rule_is_worked_out_by_hand():
    assert set(RULES) == {*BY_HAND, "softmax_residual"}


@pytest.mark.parametrize("key", BY_HAND)
def test_output_laws_by_hand(key):
    options, law = BY_HAND[key]
    right = [float(Fraction(mass)) for mass in law.split()]
    assert RULES[key](P, Q, **options).output_law() == pytest.approx(right, abs=ROUNDING)


@pytest.mark.parametrize(("key", "options", "p", "q", "law", "alpha"), REPORTED)
def test_reported_laws(key, options, p, q, law, alpha):
    rule = RULES[key](np.divide(p, sum(p)), q, **options)
    assert rule.output_law() == pytest.approx(law, abs=PRINTED)
    assert rule.acceptance_rate() == pytest.approx(alpha, abs=PRINTED)
    assert rule.total_variation() == pytest.approx(total_variation(rule.target, np.divide(law, sum(law))), abs=3e-6)


def test_softmaxed_residual_lies_0_179572_from_p():
    assert RULES["softmax_residual"](SLOPE, RISE).total_variation() == pytest.approx(0.179572, abs=PRINTED)


@pytest.mark.parametrize(("asked_for", "seen", "distance"), WRONG_TARGET)
def test_a_target_that_skipped_a_transform_is_exact_for_the_wrong_law(asked_for, seen, distance):
    law = RULES["speculative"](np.divide(seen, sum(seen)), np.full(len(seen), 1 / len(seen))).output_law()
    assert law == pytest.approx(seen, abs=PRINTED)
    assert total_variation(asked_for, law) == pytest.approx(distance, abs=3 * PRINTED)


def test_two_fixed_candidates_tried_in_turn_are_exact():
    """Candidates 3, then 2: after a rejection the one-hot rule goes on with p without the first one."""
    first = RULES["one_hot"](SLOPE, (0, 0, 0, 1))
    second = RULES["one_hot"](first.correction[3], (0, 0, 1, 0))
    rejected = 1 - first.acceptance_rate()
    assert first.acceptance_rate() + rejected * second.acceptance_rate() == pytest.approx(0.3, abs=ROUNDING)
    law = first.proposal * first.accept + rejected * second.output_law()
    assert law == pytest.approx(SLOPE, abs=ROUNDING)


def test_a_greedy_pair_needs_one_hot_laws():
    """Greedy output is token 1: with plain softmax laws it comes once in four draws, with one-hot laws always."""
    assert RULES["greedy_draft"](THREE, DRAFT).output_law()[1] == pytest.approx(0.25, abs=ROUNDING)
    assert RULES["speculative"]((0, 1, 0), (1, 0, 0)).output_law().tolist() == [0, 1, 0]


@given(pairs())
def test_exact_rules_give_p_for_every_pair(pair):
    target, _ = as_pair(*pair)
    for key in EXACT:
        rule = RULES[key](*pair)
        assert rule.exact
        assert rule.output_law() == pytest.approx(target, abs=ROUNDING)


@given(pairs())
def test_no_exact_rule_accepts_more_than_speculative_sampling(pair):
    best = RULES["speculative"](*pair).acceptance_rate()
    assert best == pytest.approx(acceptance_rate(*pair), abs=ROUNDING)
    assert all(RULES[key](*pair).acceptance_rate() <= best + ROUNDING for key in EXACT)


@given(pairs())
def test_the_exact_rule_is_the_acceptance_module(pair):
    rule = RULES["speculative"](*pair)
    assert rule.output_law() == pytest.approx(output_law(*pair), abs=ROUNDING)
    if residual_mass(*pair).any():
        assert np.array_equal(rule.correction, residual(*pair))


@given(pairs())
def test_every_rule_is_made_of_laws(pair):
    for build in RULES.values():
        rule = build(*pair)
        assert ((rule.accept >= 0) & (rule.accept <= 1)).all()
        for law in [rule.proposal, rule.output_law(), *np.atleast_2d(rule.correction)]:
            assert (law >= 0).all()
            assert law.sum() == pytest.approx(1, abs=ROUNDING)


@given(pairs())
def test_lenience_never_exceeds_its_bound(pair):
    rule = RULES["lenience"](*pair, lenience=0.5)
    assert (rule.output_law() <= 2 * rule.target + ROUNDING).all()


@pytest.mark.parametrize("key", RULES)
@pytest.mark.parametrize(("p", "q"), [(P, Q), (SLOPE, RISE)])
def test_draws_follow_the_joint_law_of_their_rule(key, p, q):
    """Chi-square over all (proposal, accepted, output), false alarm 1e-6 for each rule and pair."""
    rule = RULES[key](p, q)
    draws = draw(p, q, 100_000, np.random.default_rng(1), rule)
    assert counts_fit(event_counts(draws, 4), event_law(rule))
    assert np.array_equal(draws.accepted, draws.u < rule.accept[draws.proposal])


@pytest.mark.parametrize("key", RULES)
@pytest.mark.parametrize(("p", "q"), [(P, Q), (SLOPE, RISE)])
def test_tallies_follow_the_law_of_their_rule(key, p, q):
    """Chi-square over proposal and fate, and over the output, of 10^6 draws; false alarm 1e-6 for each test."""
    rule = RULES[key](p, q)
    run = tally(p, q, 10**6, np.random.default_rng(2), rule)
    fates = [rule.proposal * rule.accept, rule.proposal * (1 - rule.accept)]
    assert counts_fit([run.accepted, run.rejected], fates)
    assert counts_fit(run.output, rule.output_law())


@pytest.mark.parametrize(("q", "r"), [(RISE, (0.75, 0.25, 0, 0)), (SLOPE, RISE), (SLOPE, SLOPE), (Q, P)])
def test_two_races_on_one_noise_vector(q, r):
    """Simulated races against the closed law of both winners, false alarm 1e-6; each race alone has its own law."""
    joint = np.array(q)[:, None] * race(np.array(q), np.array(r))
    noise = np.random.default_rng(3).standard_exponential((200_000, 4))
    with np.errstate(divide="ignore"):
        winners = (noise / q).argmin(axis=1), (noise / r).argmin(axis=1)
    counts = np.zeros((4, 4), int)
    np.add.at(counts, winners, 1)
    assert counts_fit(counts, joint)
    assert joint.sum(axis=0) == pytest.approx(r, abs=ROUNDING)


def test_one_uniform_used_twice():
    """The uniform that rejected x finds the correction on the cumulative residual; chi-square, false alarm 1e-6."""
    rule, rng = RULES["shared_uniform"](SLOPE, RISE), np.random.default_rng(4)
    proposal, u = rng.choice(4, 200_000, p=RISE), rng.random(200_000)
    corrected = np.searchsorted([0.75, 1], u, side="right")
    output = np.where(u < rule.accept[proposal], proposal, corrected)
    assert counts_fit(np.bincount(output, minlength=4), rule.output_law())


@pytest.mark.parametrize("key", RULES)
def test_every_rule_says_what_it_is(key):
    rule = RULES[key](P, Q)
    assert rule.key == key
    assert rule.title
    assert rule.mass.endswith(".")
    assert rule.kind in {"exact", "exact but slower", "biased", "deliberate approximation"}


@pytest.mark.parametrize("key", RULES)
def test_a_rule_validates_its_pair_and_keeps_it(key):
    p, q = np.array(P), np.array(Q)
    RULES[key](p, q)
    assert (p.tolist(), q.tolist()) == (P, Q)
    with pytest.raises(ValueError, match="p has 2 tokens and q has 1"):
        RULES[key]([0.5, 0.5], [1])


@pytest.mark.parametrize(
    ("key", "options", "message"),
    [
        ("top_k_draft", {"top_k": 0}, "top_k is 0: give a number from 1"),
        ("other_temperature", {"temperature": 0}, r"temperature is 0: give a number from 0\.01 to 100"),
        ("lenience", {"lenience": 1.5}, r"lenience is 1\.5: give a number from 0\.001 to 1"),
        ("threshold", {"threshold": float("nan")}, "threshold is nan: give a number from 0 to 1"),
        ("other_row", {"row": [0.5, 0.5]}, "row has 2 tokens and q has 4"),
        ("other_row", {"row": [0.5, 0.4]}, r"row sums to 0\.9"),
    ],
)
def test_an_option_without_meaning_is_refused(key, options, message):
    with pytest.raises(ValueError, match=message):
        RULES[key](P, Q, **options)
