"""Draws in words: the digits are those of the draws, the names as typed."""

from dataclasses import replace

import numpy as np
import pytest

from lab.core.goodness import Fit, goodness_of_fit
from lab.core.monte_carlo import Draws, Tally
from lab.lessons.telling import band_note, fit_method, fit_verdict, most_disputed, token_account, told
from lab.situation import Situation

PAIR = Situation(("**a**", "b"), ("0.25", "0.75"), ("0.5", "0.5"))
DRAWS = Draws(np.array([0, 0]), np.array([0.4, 0.6]), np.array([True, False]), np.array([0, 1]))


def test_a_kept_draw_is_told_in_three_sentences():
    proposal, test, outcome = told(PAIR, DRAWS, 0)
    assert proposal == "The draft proposes “**a**”. It does so with probability q = 0.5."
    assert "u = 0.4." in test
    assert "min(1, p/q) = 0.5." in test
    assert outcome == "It is below, so “**a**” is kept. It comes out."


def test_a_rejected_draw_names_what_comes_instead():
    assert told(PAIR, DRAWS, 1)[2].endswith("“**a**” is rejected. The residual draws again: “b” comes out.")


def test_one_token_is_accounted_for():
    tally = Tally(np.array([1, 5]), np.array([2, 0]), np.array([0, 2]))
    text = token_account(PAIR, tally, 1, "0.875")
    assert text.startswith("“b” came out 7 times: 5 as a kept draft, 2 from the residual.")
    assert text.endswith("a share of 0.875, where p = 0.75 and q = 0.5.")


def test_the_most_disputed_token_is_the_first_of_the_farthest():
    assert most_disputed(replace(PAIR, q_items=("0.5", "0.5"))) == 0
    assert most_disputed(Situation(tuple("abc"), ("0.2", "0.2", "0.6"), ("0.2", "0.5", "0.3"))) == 1


@pytest.mark.parametrize(
    ("pvalue", "how_often", "so_what"),
    [
        (0.43, "about 43 of 100 runs", "no proof"),
        (0.02, "about 20 of 1,000 runs", "Such runs happen"),
        (1e-9, "fewer than 1 of 1,000 runs", "hard to believe"),
    ],
)
def test_a_p_value_is_said_in_plain_words(pvalue, how_often, so_what):
    text = fit_verdict(Fit("chi-square", pvalue, 4))
    assert how_often in text
    assert so_what in text


def test_what_was_not_tested_is_not_judged():
    assert "Too few draws" in fit_verdict(goodness_of_fit([1, 0], PAIR.p))
    assert "one token only" in fit_verdict(goodness_of_fit([9, 0], [1, 0]))
    assert "that has p = 0" in fit_verdict(goodness_of_fit([9, 1], [1, 0]))
    assert "all but forbids: the chance of even one is about 1e-299" in fit_verdict(
        goodness_of_fit([9, 1], [1, 1e-300])
    )


def test_the_method_says_what_was_pooled():
    assert fit_method(goodness_of_fit([60, 40], [0.5, 0.5])).startswith("Pearson's chi-square test on 2 groups. This")
    assert "3 rare tokens were counted together" in fit_method(goodness_of_fit([2, 2, 16, 20], [0.05, 0.05, 0.3, 0.6]))
    assert fit_method(goodness_of_fit([1, 0], PAIR.p)) == "No chi-square test was made."


def test_a_share_that_cannot_vary_has_no_band():
    assert band_note(1).startswith("Every draft is kept")
    assert band_note(0).startswith("No draft is kept")
    assert "95 of 100" in band_note(0.5)
