"""A run follows from its situation and its presses alone, and has the law that it should."""

from dataclasses import replace

import numpy as np
import pytest

from lab.core.counting import count
from lab.core.rules import RULES
from lab.lessons.runs import DARTS, RUNS, events_more, run, spread
from lab.lessons.snippets import run_code, snippet
from lab.scenarios import SCENARIOS
from lab.situation import Situation
from tests.core.evidence import counts_fit, event_law

PAIR = SCENARIOS["mirror"].situation


def parts(tally):
    return [tally.accepted.tolist(), tally.rejected.tolist(), tally.corrected.tolist()]


def fits(tally, situation):
    """Chi-square over accepted, rejected and corrected; false alarm 1e-6 each."""
    law = event_law(RULES["speculative"](situation.p, situation.q))
    kept, gone = law[:, 1].sum(axis=1), law[:, 0]
    fate = counts_fit([*tally.accepted, *tally.rejected], [*kept, *gone.sum(axis=1)])
    return fate and counts_fit(tally.corrected, gone.sum(axis=0) / gone.sum())


def test_the_same_seed_gives_the_same_draws_and_another_seed_others():
    presses = (1000,)
    first = run(PAIR, presses)
    run.cache_clear()
    again, other = run(PAIR, presses), run(replace(PAIR, seed=2), presses)
    assert np.array_equal(first.darts.u, again.darts.u)
    assert parts(first.tally) == parts(again.tally)
    assert not np.array_equal(first.darts.u, other.darts.u)


def test_each_step_makes_draws_of_its_own():
    assert not np.array_equal(run(PAIR, (500,)).darts.u, run(PAIR, (500, 500)).darts.u)
    first = events_more(PAIR, None, 10**9)
    assert parts(events_more(PAIR, first, 10**9)) != parts(first + first)


@pytest.mark.parametrize("presses", [(1, 10, 100, 10**4, 10**6, 10**9), (10**15,), (1,) * 60, (499, 2, 500)])
def test_the_course_of_a_run_only_grows_and_ends_with_its_last_press(presses):
    done, before = run(PAIR, presses), run(PAIR, presses[:-1])
    assert done.size == sum(presses)
    assert (np.diff(done.sizes) > 0).all()
    assert (np.diff(done.kept_so_far) >= 0).all()
    assert done.sizes[: len(before.sizes)] == before.sizes
    assert done.kept_so_far[: len(before.sizes)] == before.kept_so_far


@pytest.mark.parametrize("presses", [(1,), (1, 10), (500,), (DARTS + 1, 300, 200), (10**9,)])
def test_the_darts_are_the_last_draws(presses):
    done = run(PAIR, presses)
    shown, end = count(done.darts, 4), {tally.size: tally for tally in done.course}
    start = end.get(done.size - DARTS)
    assert shown.size == min(DARTS, done.size)
    assert parts(shown if start is None else start + shown) == parts(done.tally)


def test_no_press_no_draw():
    done = run(PAIR, ())
    assert (done.size, done.sizes, done.kept, done.darts.u.size) == (0, [], 0, 0)
    assert not done.tally.output.any()


def test_a_big_step_follows_the_law():
    done = run(PAIR, (10**6,))
    assert fits(done.tally, PAIR)
    assert counts_fit(done.ordinary, PAIR.p)
    assert done.ordinary.tolist() != done.tally.output.tolist()


def test_counted_and_single_draws_together_follow_the_law():
    """60 seeds; of each 1,300 + 200 draws the first 800 are counted and the rest single."""
    runs = [run(replace(PAIR, seed=seed), (1300, 200)) for seed in range(60)]
    assert fits(sum((done.tally for done in runs[1:]), runs[0].tally), PAIR)
    assert counts_fit(sum(done.ordinary for done in runs), PAIR.p)


def test_the_spread_of_both_ways_is_that_of_the_binomial_law():
    """p = 1/2, 20 draws: the share lies within 1/20 of p with probability (C(20,9) + C(20,10) + C(20,11)) / 2^20."""
    even = Situation(("a", "b"), ("0.5", "0.5"), ("0.9", "0.1"))
    near = (2 * 167960 + 184756) / 2**20
    for distances in spread(even, 20):
        within = int((distances < 0.051).sum())
        assert distances.size == RUNS
        assert counts_fit([within, RUNS - within], [near, 1 - near])


def test_a_run_of_single_draws_goes_on_where_it_was_and_ends_on_time():
    first = events_more(PAIR, None, 1_500_000)
    whole = events_more(PAIR, first, 1_500_000)
    assert (first.size, whole.size) == (1_000_000, 1_500_000)
    assert parts(first) == parts(events_more(PAIR, None, 10**9))
    assert fits(whole, PAIR)


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_scenario_can_be_drawn(key):
    situation = SCENARIOS[key].situation
    done = run(situation, (1, 100, 10**12))
    assert done.tally.size == 10**12 + 101
    assert not done.tally.output[situation.p == 0].any()


def test_the_snippet_makes_the_very_draws(capsys):
    presses = (10, 1000)
    exec(snippet(PAIR, run_code(PAIR, presses)), {})  # the lab's own text
    printed, done = capsys.readouterr().out, run(PAIR, presses)
    assert f"share kept: {done.kept / 1010}\n" in printed
    assert f"outputs: {done.tally.output}\n" in printed
