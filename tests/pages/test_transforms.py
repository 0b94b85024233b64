"""The page of requests: asks first, reveals once, shows what it computes, and never stops with an exception."""

import pytest

from lab.scenarios import SCENARIOS
from lab.ui.curves import MEASURES
from lab.ui.prose import literal
from lab.ui.request import DEFAULTS, TEMPERATURES
from tests.pages.screen import described, explore, guess, open_page, opened, press, standing, words

STEPS, OUTPUT, CURVES = "Step by step", "Output law", "Over temperature"


def metrics(app):
    return [metric.value for metric in app.metric]


@pytest.mark.parametrize("view", [STEPS, OUTPUT, CURVES])
def test_it_asks_first_and_shows_neither_output_nor_rates(view):
    app = open_page("transforms", request_view=view)
    assert len(described(app)) == 1
    assert not metrics(app)
    assert described(app)[0].startswith(("What each step", "What should come out"))
    assert "Accepted: α".encode() not in app.get("vega_lite_chart")[0].proto.SerializeToString()
    assert "α" not in described(app)[0] + words(app)
    assert app.button(key="answer-transforms-places-reveal").disabled


def test_commit_freezes_and_reveal_shows_guess_truth_and_how_many_were_right():
    app = open_page("transforms")
    app.selectbox(key="answer-transforms-places-2").set_value("another law").run()
    press(app, "answer-transforms-places-commit")
    assert not [box for box in app.selectbox if box.key == "answer-transforms-places-2"]
    press(app, "answer-transforms-places-reveal")
    assert "Your guess: \np and q: the requested law\np only: the requested law\nq only: another law\n" in words(app)
    assert "3 of 4 places right." in words(app)
    assert app.session_state.request_view == OUTPUT
    assert "α = 0.5544, TV = 0; p only: α = 0.649, TV = 0;" in described(app)[1]


def test_another_request_is_live_after_a_reveal():
    app = guess(open_page("transforms"), "transforms-places")
    app.slider(key="top_k").set_value(2).run()
    assert len(described(app)) == 2
    assert "The settings have changed since" in words(app)


@pytest.mark.parametrize("view", [STEPS, OUTPUT, CURVES])
@pytest.mark.parametrize(
    ("knob", "value"),
    [("temperature", 0.2), ("top_k", 1), ("top_p", 0.3), ("min_p", 0.9)],
)
def test_each_slider_changes_a_picture(view, knob, value):
    app = explore("transforms", request_view=view)
    before = [chart.proto.SerializeToString() for chart in app.get("vega_lite_chart")]
    (app.select_slider if knob == "temperature" else app.slider)(key=knob).set_value(value).run()
    assert not app.exception
    assert [chart.proto.SerializeToString() for chart in app.get("vega_lite_chart")] != before


def test_a_link_names_the_measure_over_temperature():
    assert described(explore("transforms", request_view=CURVES, measure=MEASURES[1]))[0].startswith(MEASURES[1])


def test_a_switch_moves_one_transform_to_another_place():
    app = explore("transforms", request_view=OUTPUT, at_top_p="q only")
    assert metrics(app)[1] != "0"
    press(app, "all-both")
    assert metrics(app) == ["0.5544", "0"]


def test_the_order_changes_the_kept_set_on_the_screen():
    app = explore(
        "transforms", labels="a,b,c,d", p="0.6,0.2,0.15,0.05", q="0.25,0.25,0.25,0.25", temperature="2", top_p="0.7"
    )
    assert "Temperature before top\\-p keeps “a”, “b”, “c”" in words(app)


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_opens_in_every_view(key):
    entry = SCENARIOS[key].situation
    app = explore("transforms", labels=",".join(entry.labels), p=",".join(entry.p_items), q=",".join(entry.q_items))
    for view in (OUTPUT, CURVES):
        app.radio(key="request_view").set_value(view).run()
        assert not app.exception
    assert not any(word in "".join(described(app)) for word in ("nan", "inf", "–"))


@pytest.mark.parametrize("logits", ["10000,-10000,-inf,0", "1,1,1,1", "-inf,-inf,-inf,-1e4", "1e308,-1e308,0,0"])
def test_extreme_logits_give_numbers_and_no_exception(logits):
    app = explore("transforms", request_view=OUTPUT, logits_p=logits, logits_q="-10000, 10000, 5, -inf")
    assert len(metrics(app)) == 2
    assert "nan" not in "".join(described(app))


def test_the_notebook_keeps_an_answer_of_several_rows_on_one_line():
    app = guess(open_page("transforms"), "transforms-places")
    app.session_state.notebook = True
    noted = standing(app.run()).table[0].value
    assert noted["Guess"][0].startswith(literal("p and q: the requested law; p only: "))
    assert "\n" not in noted["Guess"][0] + noted["Truth"][0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("abc", "In the target logits, “abc” is not a number: write one such as 2,"),
        ("inf,0,0,0", "or -inf to mask a token."),
        ("1e400,1,1,1", "write a number between -1e308 and 1e308."),
        ("-inf,-inf,-inf,-inf", "The target logits mask every token"),
    ],
)
def test_the_message_names_the_field_and_says_what_to_do(text, message):
    assert literal(message) in explore("transforms", logits_p=text).error[0].value


def test_logits_and_open_parts_stay_while_p_is_wrong():
    app = opened(explore("transforms", logits_q="1,2,3,4"))
    standing(app.text_input(key="p").set_value("0.9,0.9,0.1,0.1").run())
    assert app.text_input(key="logits_q").value == "1,2,3,4"
    standing(app.text_input(key="logits_p").set_value("4,3,2,1").run())
    standing(app.text_input(key="p").set_value("0.4,0.3,0.2,0.1").run())
    assert app.text_input(key="logits_p").value == "4,3,2,1"
    assert app.session_state.logits
    assert app.session_state.places


@pytest.mark.parametrize("text", ["abc", "1,2", "-inf,-inf,-inf,-inf", "inf,0,0,0"])
def test_logits_that_cannot_be_read_get_a_message_and_stay_in_the_field(text):
    app = explore("transforms", logits_p=text)
    assert len(app.error) == 1
    assert app.text_input(key="logits_p").value == text
    assert not described(app)


@pytest.mark.parametrize(
    ("knob", "text"), [("temperature", "abc"), ("top_k", "99"), ("top_p", "nan"), ("order", "x"), ("at_top_p", "?")]
)
def test_nonsense_in_the_link_falls_back_to_the_default(knob, text):
    assert open_page("transforms", **{knob: text}).session_state[knob] == DEFAULTS[knob]


@pytest.mark.parametrize("value", TEMPERATURES[::4])
def test_what_the_share_link_says_is_what_a_link_reads(value):
    assert open_page("transforms", temperature=str(value)).session_state.temperature == value


def test_reset_restores_the_request():
    app = explore("transforms", temperature="2", top_k="3", ties="Keep all", at_min_p="q only", logits_q="1,2,3,4")
    press(app, "reset-request")
    assert app.select_slider(key="temperature").value == 0.7
    assert app.slider(key="top_k").value == 0
    assert app.text_input(key="logits_q").value == ""
    assert app.selectbox(key="at_min_p").value == "p and q"


def test_the_next_question_is_about_temperature_0():
    app = open_page("transforms")
    press(press(app, "answer-transforms-places-commit"), "answer-transforms-places-reveal")
    app.radio(key="answer-transforms-cold").set_value("It becomes 0").run()
    press(press(app, "answer-transforms-cold-commit"), "answer-transforms-cold-reveal")
    assert "argmax equality" in words(app)
    assert "Right." in words(app)
