"""A report is a false alarm exactly where its code gives p on every pair."""

import numpy as np
import pytest
from scipy.stats import chisquare

from lab.core.acceptance import residual
from lab.lessons.reports import ALARMS, BUGS, BUGS_IN_A_ROUND, TOP_K, round_of
from lab.scenarios import SCENARIOS

EVERY = pytest.mark.parametrize("report", [*ALARMS, *BUGS], ids=lambda report: report.title)
MIRROR = SCENARIOS["mirror"].situation


@EVERY
def test_the_law_agrees_with_what_is_said_of_the_report(report):
    distances = [report.rule(s.situation.p, s.situation.q).total_variation() for s in SCENARIOS.values()]
    assert report.false_alarm == (max(distances) < 1e-12)


@EVERY
def test_a_complaint_does_not_tell_whether_it_is_right(report):
    words = f"{report.title} {report.says}".casefold()
    assert not any(word in words for word in ("false alarm", "biased", "exact", "in truth"))
    assert report.reference


@pytest.mark.parametrize("seed", [1, 7])
def test_each_round_holds_one_false_alarm_and_every_alarm_gets_its_turn(seed):
    s = type(MIRROR)(MIRROR.labels, MIRROR.p_items, MIRROR.q_items, seed)
    rounds = [round_of(s, number) for number in range(1, 9)]
    assert all(len(set(reports)) == 1 + BUGS_IN_A_ROUND for reports in rounds)
    assert {r for reports in rounds[:4] for r in reports if r.false_alarm} == set(ALARMS)
    assert len({[r.false_alarm for r in reports].index(True) for reports in rounds}) > 1
    assert rounds == [round_of(s, number) for number in range(1, 9)]


def test_the_exponential_race_of_the_report_draws_from_the_residual():
    r, rng = residual(MIRROR.p, MIRROR.q), np.random.default_rng(5)
    won = (rng.exponential(size=(40_000, 4)) / np.where(r > 0, r, 1e-300)).argmin(axis=1)
    counts = np.bincount(won, minlength=4)
    assert counts[r == 0].sum() == 0
    assert chisquare(counts[r > 0], 40_000 * r[r > 0]).pvalue > 1e-6


def test_the_report_on_top_k_says_which_k():
    report = next(report for report in BUGS if report.title == "Top-k on one side")
    assert np.count_nonzero(report.rule(MIRROR.p, MIRROR.q).proposal) == TOP_K
    assert f"k = {TOP_K}." in report.says


def test_two_children_tried_in_turn_by_hand():
    law = ALARMS[3].rule(MIRROR.p, MIRROR.q)  # D is tried first, kept with .1; then p without D
    assert law.acceptance_rate() == pytest.approx(0.1)
    assert law.correction[3] == pytest.approx([4 / 9, 3 / 9, 2 / 9, 0])
