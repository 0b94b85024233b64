"""A run follows from its situation and its presses alone, and has the law that it should."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.counting import count
from lab.core.rules import RULES
from lab.runs import (
    DARTS,
    MAX_PRESSES,
    SEEDS,
    events_more,
    pressed,
    read_presses,
    run,
    spread,
    write_presses,
)
from lab.scenarios import SCENARIOS
from lab.situation import Situation
from lab.snippets import run_code, snippet
from tests.core.evidence import counts_fit, event_law

PAIR = SCENARIOS["mirror"].situation
STEPS = st.lists(st.integers(1, 10**13), max_size=MAX_PRESSES).map(tuple)


def parts(tally):
    return [tally.accepted.tolist(), tally.rejected.tolist(), tally.corrected.tolist()]


def fits(tally, situation):
    """Chi-square over accepted, rejected and corrected; false alarm 1e-6 each."""
    law = event_law(RULES["speculative"](situation.p, situation.q))
    kept, gone = law[:, 1].sum(axis=1), law[:, 0]
    fate = counts_fit([*tally.accepted, *tally.rejected], [*kept, *gone.sum(axis=1)])
    return fate and counts_fit(tally.corrected, gone.sum(axis=0) / gone.sum())


@given(STEPS)
def test_presses_survive_their_text(presses):
    assert read_presses(write_presses(presses)) == presses


@given(st.text() | st.from_regex(r"[0-9-]*", fullmatch=True))
def test_any_text_is_read_or_refused_in_plain_words(text):
    refusal = None
    try:
        presses = read_presses(text)
    except ValueError as error:
        refusal = str(error)
    assert refusal.endswith(".") if refusal else sum(presses) <= 10**15


@pytest.mark.parametrize("text", ["1,10", "1--2", "-1", "1-", "1.5", "1e3", "ten", "²", "1" * 20])
def test_nonsense_is_refused(text):
    with pytest.raises(ValueError, match="such as 1-10-100"):
        read_presses(text)


def test_a_step_of_zero_is_refused():
    with pytest.raises(ValueError, match="A step of 0 draws nothing"):
        read_presses("1-0")


def test_a_full_history_is_refused():
    full = (1,) * MAX_PRESSES
    assert read_presses(write_presses(full)) == full
    with pytest.raises(ValueError, match="60 steps are the most"):
        pressed(full, 1)


def test_a_run_ends_at_10_to_the_15():
    assert pressed((10**15 - 1,), 1) == (10**15 - 1, 1)
    with pytest.raises(ValueError, match="A run ends at 1,000,000,000,000,000 draws"):
        pressed((10**15 - 1,), 2)


def test_the_same_seed_gives_the_same_draws_and_another_seed_others():
    run.cache_clear()
    first, presses = run(PAIR, (1000,)), (1000,)
    run.cache_clear()
    again, other = run(PAIR, presses), run(replace(PAIR, seed=2), presses)
    assert np.array_equal(first.darts.u, again.darts.u)
    assert parts(first.tally) == parts(again.tally)
    assert not np.array_equal(first.darts.u, other.darts.u)


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
        assert distances.size == SEEDS
        assert counts_fit([within, SEEDS - within], [near, 1 - near])


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
