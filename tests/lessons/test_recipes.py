"""The neutral words about a rule fit its arithmetic and do not tell its verdict."""

import numpy as np
import pytest

from lab.core.rules import RULES, TITLES
from lab.core.rules.rule import ratio, residual_or_p
from lab.lessons.recipes import BY_NAME, FROM_Q, RATIO, RECIPES, RESIDUAL

P, Q = np.array([0.37, 0.3, 0.13, 0.2]), np.array([0.1, 0.25, 0.4, 0.25])
EVERY = pytest.mark.parametrize("key", RULES)
DRAWN_TOGETHER = {"shared_noise"}  # x follows q, by a way that matters for what comes later


def test_every_rule_has_its_recipe_and_its_own_name():
    assert list(RECIPES) == list(RULES)
    assert len(set(TITLES.values())) == len(RULES)


@EVERY
def test_a_recipe_says_x_is_drawn_from_q_only_of_rules_that_do_so(key):
    says_so = RECIPES[key].proposes == FROM_Q or key in DRAWN_TOGETHER
    assert says_so == np.allclose(RULES[key](P, Q).proposal, Q)


@EVERY
def test_a_recipe_names_the_ratio_test_only_where_it_is_made(key):
    rule = RULES[key](P, Q)
    assert (RECIPES[key].keeps == RATIO) == np.allclose(rule.accept, ratio(P, Q))


@EVERY
def test_a_recipe_names_the_residual_only_where_it_is_drawn_from(key):
    correction = RULES[key](P, Q).correction
    assert (RECIPES[key].corrects == RESIDUAL) == np.allclose(correction, residual_or_p(P, Q))


@EVERY
def test_no_recipe_tells_a_verdict(key):
    recipe = RECIPES[key]
    words = f"{TITLES[key]} {recipe.proposes} {recipe.keeps} {recipe.corrects}".casefold()
    for verdict in ("biased", "exact", "slower", "wrong", "right", "speculative", "approximation", "correct "):
        assert verdict not in words


def test_the_menu_is_in_the_order_of_the_alphabet():
    assert list(BY_NAME) == sorted(BY_NAME, key=str.casefold)
    assert sorted(BY_NAME.values()) == sorted(RULES)
