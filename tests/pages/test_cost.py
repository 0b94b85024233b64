"""The page on cost: asks first, reveals once, shows what it computes, and never stops with an exception."""

import pytest

from lab.scenarios import SCENARIOS
from lab.ui.cost_controls import DEFAULTS
from tests.pages.screen import (
    described,
    drawn,
    explore,
    fields,
    guess,
    open_page,
    press,
    script,
    standing,
    tables,
    words,
)

VIEWS = ["Map", "One cycle", "Metrics", "In a paper"]


def metrics(app):
    return {metric.label: metric.value for metric in app.metric}


def set_to(app, kind, key, value):
    getattr(app, kind)(key=key).set_value(value)
    return standing(app.run())


@pytest.mark.parametrize("view", VIEWS)
def test_it_asks_first_and_tells_neither_tokens_nor_speed(view):
    app = open_page("cost", cost_view=view)
    assert app.button(key="answer-cost-speed-reveal").disabled
    assert not app.metric
    assert len(described(app)) == 1
    assert not any(digits in " ".join([*drawn(app), words(app)]) for digits in ("3.6893", "2.4595"))
    assert "?" in drawn(app)


def test_reveal_shows_guess_truth_and_error_and_the_same_digits_everywhere():
    app = open_page("cost")
    set_to(app, "slider", "answer-cost-speed", 2.0)
    guess(app, "cost-speed")
    assert "The truth: 2.4595" in words(app)
    assert "Off by −0.4595: too low." in words(app)
    assert "3.6893 ÷ 1.5 = 2.4595" in words(app)
    assert metrics(app)["Walltime factor"] == "2.4595"
    assert metrics(app)["Best γ"] == "6"


def test_a_committed_guess_is_frozen():
    app = press(open_page("cost"), "answer-cost-speed-commit")
    assert "answer-cost-speed" not in [slider.key for slider in app.slider]
    assert "Your guess: " in words(app)
    assert "The truth" not in words(app)


def test_other_costs_are_live_after_a_reveal():
    app = guess(open_page("cost"), "cost-speed")
    set_to(app, "slider", "cost_ratio", 0.2)
    assert metrics(app)["Walltime factor"] == "1.8446"  # 3.68928 tokens in 5 × 0.2 + 1 target steps
    assert "You guessed for α = 0.8, γ = 5; draft step 0.1" in words(app)


def test_the_next_question_is_about_uneven_text():
    app = guess(open_page("cost"), "cost-speed")
    assert "3.5506" not in words(app)
    guess(app, "cost-uneven")
    assert "exactly 3.5506 tokens at 0.95 and 0.45, γ = 5, not the 2.9412" in words(app)


@pytest.mark.parametrize(
    ("key", "value"), [("alpha", 0.6), ("cost_gamma", 3), ("cost_ratio", 0.5), ("growth", 0.2), ("ops_ratio", 0.9)]
)
def test_each_slider_changes_a_number(key, value):
    app = explore("cost")
    before = metrics(app)
    assert metrics(set_to(app, "slider", key, value)) != before


def test_own_times_give_their_factor():
    app = explore("cost", cost_from="My own times", verify_ms="25,0")
    assert metrics(app)["Walltime factor"] == "2.1082"  # 3.68928 × 20 / (5 × 2 + 25)


def test_own_times_begin_with_the_costs_of_the_ratios():
    assert metrics(explore("cost", cost_from="My own times")) == metrics(explore("cost"))


@pytest.mark.parametrize("text", ["0", "-5", "1e300", "1e400", "fast", "", "1e-9"])
def test_a_time_that_is_none_is_named_below_its_field_and_kept(text):
    app = explore("cost", cost_from="My own times")
    set_to(app, "text_input", "target_ms", text)
    assert "write" in app.error[0].value
    assert app.text_input(key="target_ms").value == text
    assert not described(app)


def test_a_draft_step_may_cost_nothing():
    app = explore("cost", cost_from="My own times", draft_ms="0", target_ms="1e6", verify_ms="0.000001")
    assert not app.error
    assert not any(word in "".join(described(app)) for word in ("nan", "inf"))


def test_alpha_comes_from_the_pair():
    app = explore("cost", alpha_from="From p and q", labels="a,b", p="0.75,0.25", q="0.25,0.75")
    assert "α of this pair at every position: **0.5**" in words(app)
    assert metrics(app)["Tokens per cycle"] == "1.9688"


def test_uneven_text_gives_more_tokens_than_the_formula():
    app = explore("cost", cost_view="Metrics", alpha="0.7", spread="0.25")
    shown = metrics(app)
    assert (shown["Tokens per cycle exactly"], shown["By the formula at this α"]) == ("3.5506", "2.9412")
    assert len(app.metric) == 3  # one walltime factor, that of the exact tokens
    assert "easy text (0.95), half hard text (0.45)" in words(app)


def test_letters_have_an_exact_chain():
    app = explore("cost", cost_view="Metrics", metrics_of="Letters of a text", cost_gamma="2")
    assert metrics(app)["Tokens per cycle exactly"] != metrics(app)["By the formula at this α"]


def test_the_paper_shows_both_tables_and_no_promise():
    app = explore("cost", cost_view="In a paper")
    assert len(tables(app)) == 2
    assert "this lab promises none" in words(app)


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_opens(key):
    app = explore("cost", alpha_from="From p and q", **fields(SCENARIOS[key]))
    assert metrics(app)["Walltime factor"]


@pytest.mark.parametrize(
    "knobs", [{"alpha": "0", "cost_gamma": "10"}, {"alpha": "1", "cost_ratio": "0"}, {"cost_ratio": "1", "growth": "1"}]
)
@pytest.mark.parametrize("view", VIEWS[:3])
def test_the_ends_of_the_sliders_stand(view, knobs):
    app = explore("cost", cost_view=view, **knobs)
    assert not any(word in "".join(described(app)) for word in ("nan", "inf"))


@pytest.mark.parametrize(("key", "text"), [("alpha", "nan"), ("cost_gamma", "99"), ("cost_from", "x")])
def test_nonsense_in_the_link_falls_back(key, text):
    app = open_page("cost", **{key: text})
    assert app.session_state[key] == DEFAULTS[key]


def test_reset_restores_the_costs():
    app = press(explore("cost", alpha="0.3", growth="0.5"), "reset-cost")
    assert app.slider(key="alpha").value == 0.8
    assert app.slider(key="growth").value == 0


def test_the_code_gives_the_numbers_on_the_screen(capsys):
    exec(script(explore("cost")), {})
    assert "walltime factor: 2.4595" in capsys.readouterr().out
