"""The Monte Carlo page: asks first, draws what its link says, erases draws only, and never stops with an exception."""

import pytest

from lab.core.numbers import fmt
from lab.lessons.runs import run
from lab.lessons.telling import told
from lab.scenarios import DEFAULT, SCENARIOS
from lab.ui.draws import STEPS
from lab.ui.long_run import LongRun
from lab.ui.prose import literal
from tests.pages.screen import described, drawn, explore, keys, open_page, press, tables, words

PAIR = DEFAULT.situation


def metrics(app):
    return {metric.label: metric.value for metric in app.metric}


def pictures(app):
    """The first word of each picture's text alternative."""
    return [alt.split()[0] for alt in described(app)]


def test_it_asks_first_and_neither_draws_nor_tells():
    app = open_page("monte_carlo", runs="1-10-100")
    assert pictures(app) == ["Unit"]
    assert "α" not in words(app)
    assert not app.metric
    assert not keys(app) & {f"draw-{size}" for size in STEPS}
    assert app.button(key="answer-monte_carlo-share-reveal").disabled


def test_commit_freezes_and_reveal_shows_guess_truth_and_error():
    app = open_page("monte_carlo")
    app.slider(key="answer-monte_carlo-share").set_value(0.3).run()
    press(app, "answer-monte_carlo-share-commit")
    assert not [slider for slider in app.slider if slider.key == "answer-monte_carlo-share"]
    press(app, "answer-monte_carlo-share-reveal")
    assert "Your guess: 0.3\nThe truth: 0.05\nOff by +0.25: too high." in words(app)
    assert "draw-1" in keys(app)


def test_the_draws_of_a_link_wait_for_the_reveal():
    app = open_page("monte_carlo", runs="1-10-100", story="Test")
    for step in ("commit", "reveal"):
        press(app, f"answer-monte_carlo-share-{step}")
    assert metrics(app)["Draws"] == "111"
    assert app.radio(key="story").value == "Test"


def test_the_follow_up_asks_before_the_spread_is_shown():
    app = open_page("monte_carlo", runs="100")
    for step in ("commit", "reveal"):
        press(app, f"answer-monte_carlo-share-{step}")
    assert pictures(app) == ["Acceptance", "Output", "α"]
    assert not [column for table in tables(app) for column in table if "Target sampling" in column]
    assert "Target sampling" not in drawn(app, 1)
    app.radio(key="answer-monte_carlo-scatter").set_value("Equally much").run()
    for step in ("commit", "reveal"):
        press(app, f"answer-monte_carlo-scatter-{step}")
    assert pictures(app)[-1] == "TV"
    assert "Target sampling" in drawn(app, 1)
    assert "Right." in words(app)


def test_the_buttons_draw_what_they_say_and_write_it_down():
    app = explore("monte_carlo")
    assert "No draws yet" in words(app)
    for size in STEPS:
        press(app, f"draw-{size}")
    assert app.text_input(key="runs").value == "1-10-100-10000-1000000-1000000000"
    done = run(PAIR, tuple(STEPS))
    assert metrics(app) == {
        "Draws": "1,001,010,111",
        "Kept": fmt(done.kept),
        "Share kept": f"{done.kept / done.size:.6f}",
        "α": "0.7",
    }


def test_text_and_table_show_the_same_digits():
    app, done = explore("monte_carlo", runs="100"), run(PAIR, (100,))
    dog = int(done.tally.output[3])
    assert literal(f"“dog” came out {dog} times") in words(app)
    assert literal(f"a share of {fmt(dog / 100)}, where p = 0.05") in words(app)
    law = next(table for table in tables(app) if table.columns[2].startswith("Speculative"))
    assert law.iloc[3, 2:4].tolist() == [literal(fmt(dog)), literal(fmt(dog / 100))]


def test_after_a_billion_draws_share_band_and_frequencies_can_still_be_told_apart():
    app, done = explore("monte_carlo", runs="1000000000"), run(PAIR, (10**9,))
    share = f"{done.kept / 10**9:.6f}".rstrip("0")
    assert metrics(app)["Share kept"] == share != "0.7"
    assert f"the accepted share is {share}; the band there runs from 0.699972 to 0.700028." in described(app)[2]
    course, law = tables(app)[2], tables(app)[1]
    assert course.iloc[-1]["Accepted share"] == literal(share)
    dog = law.iloc[3, 3]
    assert f"a share of {dog}, where" in words(app).replace(r"\,", ",")
    assert len(dog) > len("0.0500")


def test_one_draw_is_told_step_by_step():
    app = press(explore("monte_carlo", runs="10"), "slowly")
    sentences = [literal(sentence) for sentence in told(PAIR, run(PAIR, (10, 1)).darts, 10)]
    for heard in (1, 2, 3):
        assert [sentence in words(app) for sentence in sentences] == [i < heard for i in range(3)]
        assert app.button(key="slowly").label == ("Next step" if heard < 3 else "One draw, slowly")
        if heard < 3:
            press(app, "slowly")
    assert app.text_input(key="runs").value == "10-1"


def test_a_link_can_open_within_the_story():
    app = explore("monte_carlo", runs="10", story="Test")
    sentences = [literal(sentence) for sentence in told(PAIR, run(PAIR, (10,)).darts, 9)]
    assert [sentence in words(app) for sentence in sentences] == [True, True, False]
    assert app.button(key="slowly").label == "Next step"


def test_another_draw_ends_the_story():
    app = press(press(explore("monte_carlo"), "slowly"), "draw-10")
    assert app.radio(key="story").value == "All"


def test_erase_is_not_reset():
    app = explore("monte_carlo", p="0.5,0.5", q="0.25,0.75", runs="1-10", seed="7")
    press(app, "erase")
    assert (app.text_input(key="runs").value, app.text_input(key="p").value) == ("", "0.5,0.5")
    press(press(app, "draw-10"), "edit-restart_alt")
    assert (app.text_input(key="runs").value, app.text_input(key="p").value) == ("10", "0.45,0.3,0.2,0.05")


def test_another_seed_makes_other_draws_of_the_same_steps():
    app = press(explore("monte_carlo", runs="1000"), "reseed")
    assert app.text_input(key="seed").value == "2"
    assert app.text_input(key="runs").value == "1000"
    assert metrics(app)["Draws"] == "1,000"


@pytest.mark.parametrize(
    ("full", "reason"), [("-".join(["1"] * 60), "60 steps are the most"), ("9" * 15, "A run ends at")]
)
def test_a_full_run_refuses_in_plain_words_and_keeps_its_draws(full, reason):
    app = press(explore("monte_carlo", runs=full), "draw-1000000000")
    assert reason in words(app)
    assert app.text_input(key="runs").value == full
    assert reason not in words(app.run())
    assert reason in words(press(app, "slowly")) or full == "9" * 15


@pytest.mark.parametrize("nonsense", ["1-ten", "<img src=x onerror=alert(1)>", "0", "9" * 16, "9" * 40, "1--1"])
def test_nonsense_in_the_steps_is_named_and_kept(nonsense):
    app = explore("monte_carlo", runs=nonsense)
    assert app.error[0].value.startswith("Steps of the run")
    assert app.text_input(key="runs").value == nonsense
    assert "The draws wait" in words(app)
    assert "draw-1" not in keys(app)


def test_a_wrong_pair_waits_and_keeps_the_steps():
    app = explore("monte_carlo", runs="10")
    app.text_input(key="p").set_value("0.9,0.3,0.2,0.05").run()
    assert not app.exception
    assert "waits until p and q" in words(app)
    assert app.text_input(key="runs").value == "10"


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_opens_and_draws(key):
    chosen = SCENARIOS[key].situation
    app = explore("monte_carlo", runs="1000000")
    app.selectbox(key="scenario").set_value(key).run()
    assert not app.exception
    assert metrics(app)["Kept"] == fmt(run(chosen, (10**6,)).kept)
    assert pictures(app) == ["Acceptance", "Output", "α", "TV"]


def start_long_run(app, size):
    app.radio(key="long_size").set_value(size)
    return press(app, "long-start")


def test_a_large_run_of_single_draws_can_be_stopped_and_says_how_far_it_came():
    app = start_long_run(explore("monte_carlo", runs="10"), 10**9)
    assert app.session_state.long_run.running
    assert app.button(key="long-start").disabled
    press(app, "long-stop")
    reached = app.session_state.long_run
    assert not reached.running
    assert 0 < reached.done < 10**9
    assert "Stopped before the end" in words(app)
    assert app.run().session_state.long_run == reached


def test_a_large_run_ends_by_itself():
    app = explore("monte_carlo", runs="10")
    app.session_state.long_run = LongRun(PAIR, 2_500_000)
    for _ in range(3):
        app.run()
    assert not app.exception
    assert (app.session_state.long_run.done, app.session_state.long_run.running) == (2_500_000, False)
    assert "Stopped before the end" not in words(app)


def test_a_large_run_of_another_pair_is_never_shown():
    app = explore("monte_carlo", runs="10")
    app.session_state.long_run = LongRun(SCENARIOS["mirror"].situation, 2_500_000)
    assert "draws, 0 a second" not in words(app.run())
    assert app.session_state.long_run.done == 0


def test_erase_ends_a_large_run():
    app = press(start_long_run(explore("monte_carlo", runs="10"), 10**9), "erase")
    assert "long_run" not in app.session_state
