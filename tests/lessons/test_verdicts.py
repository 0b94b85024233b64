"""Verdicts on a pair follow from the exact law, whatever a rule is called."""

import math

import pytest

from lab.core.rules import RULES
from lab.lessons.verdicts import (
    BIASED,
    EXACT,
    HUNDRED,
    LEVEL,
    MORE,
    NEVER,
    NO_TOKEN,
    SLOWER,
    TEN_THOUSAND,
    chance_to_see,
    distance,
    draws_needed,
    gainers,
    in_general,
    magnitude,
    token_sum,
    verdict,
)
from lab.scenarios import SCENARIOS
from lab.situation import Situation

MIRROR, EQUAL, NEAR = (SCENARIOS[key].situation for key in ("mirror", "equal", "nearly-equal"))


def made(key, s=MIRROR):
    return RULES[key](s.p, s.q)


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("key", RULES)
def test_rules_that_are_exact_for_every_pair_are_never_biased_on_a_preset(key, name):
    s = SCENARIOS[name].situation
    rule = made(key, s)
    if rule.exact:
        assert verdict(rule, s) in (EXACT, SLOWER)
        assert gainers(rule, s) == (NO_TOKEN,)
    else:
        assert (verdict(rule, s) == BIASED) == (distance(rule) > 0)


def test_the_three_verdicts():
    assert verdict(made("speculative"), MIRROR) == EXACT
    assert verdict(made("match_target"), MIRROR) == SLOWER
    assert verdict(made("unmodified_p"), MIRROR) == BIASED


def test_the_gain_is_that_of_the_reported_law():
    assert gainers(made("unmodified_p"), MIRROR) == ("C",)  # (.26, .32, .28, .14) for (.4, .3, .2, .1)
    assert gainers(made("lenience"), MIRROR) == ("C", "D")  # (.25, .25, .3, .2): both gain a tenth


def test_a_fault_that_a_pair_hides_is_said_to_be_hidden():
    rule = made("unmodified_p", EQUAL)
    assert verdict(rule, EQUAL) == EXACT
    assert "happens to give p" in in_general(rule, EXACT)
    assert "happens" not in in_general(made("unmodified_p"), BIASED)


def test_an_approximation_may_not_borrow_the_proof():
    assert "may not borrow the proof" in in_general(made("typical"), BIASED)


def test_magnitudes_bound_the_draws_needed():
    assert magnitude(made("speculative")) == NEVER
    assert magnitude(made("accept_all")) == HUNDRED
    assert magnitude(made("unmodified_p")) == TEN_THOUSAND
    assert 100 < draws_needed(made("unmodified_p"), 0.9) <= 10**4
    assert draws_needed(made("accept_all"), 0.9) <= 100


def test_a_bias_of_a_billionth_is_a_bias_that_takes_very_many_draws():
    rule = made("unmodified_p", NEAR)
    assert verdict(rule, NEAR) == BIASED
    assert magnitude(rule) in (MORE, NEVER)


def test_without_a_bias_the_test_only_raises_false_alarms():
    assert chance_to_see(made("one_hot"), 10**9) == LEVEL
    assert math.isinf(draws_needed(made("one_hot"), 0.8))


def test_the_farthest_token_is_told_with_its_parts():
    assert token_sum(made("unmodified_p"), MIRROR) == (
        "“A” comes out with 0.1 + 0.16 = 0.26 (kept + corrected). Wanted: p = 0.4. Error: −0.14."
    )


def test_labels_are_told_as_typed():
    s = Situation(("<b>", "$x$"), ("0.5", "0.5"), ("0.9", "0.1"))
    assert gainers(made("accept_all", s), s) == ("<b>",)
