import numpy as np
import pytest

from lab.check import check_sampler, outputs_only, sampler_of
from lab.check.builtin import WITHOUT_U
from lab.core.rules import RULES

P, Q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])


@pytest.mark.parametrize("key", RULES)
def test_each_rule_gives_a_record_that_agrees_with_itself(key):
    given = sampler_of(RULES[key])(P, Q, 1000, np.random.default_rng(1))
    kept = given["accepted"]
    assert (given["output"][kept] == given["proposal"][kept]).all()
    assert ("u" in given) == (key not in WITHOUT_U)
    if "u" in given:
        assert (kept == (given["u"] < RULES[key](P, Q).accept[given["proposal"]])).all()


def test_rules_that_compare_no_uniform_give_none():
    assert {"match_target", "whole_distribution", "match_or_ratio", "typical"} < WITHOUT_U < set(RULES)


def test_options_reach_the_rule():
    """With lenience 0.25 every ratio 4p/q is at least 1."""
    given = sampler_of(RULES["lenience"], lenience=0.25)(P, Q, 1000, np.random.default_rng(1))
    assert given["accepted"].all()


def test_outputs_only_are_the_same_outputs():
    sampler = sampler_of(RULES["speculative"])
    bare = outputs_only(sampler)(P, Q, 100, np.random.default_rng(1))
    assert (bare == sampler(P, Q, 100, np.random.default_rng(1))["output"]).all()


def test_the_record_names_a_sampler_so_that_it_can_be_made_again():
    def mine(p, q, size, rng):
        return rng.choice(4, size, p=p)

    whole = sampler_of(RULES["lenience"], lenience=0.5)
    names = [check_sampler(each, P, Q, 100).record["sampler"] for each in (mine, whole, outputs_only(whole))]
    assert names == ["mine", "sampler_of(lenience, lenience=0.5)", "outputs_only(sampler_of(lenience, lenience=0.5))"]


def test_a_vector_that_sums_to_something_else_is_refused():
    with pytest.raises(ValueError, match="p sums to"):
        sampler_of(RULES["speculative"])(0.999 * P, Q, 10, np.random.default_rng(1))
