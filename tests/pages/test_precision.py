"""The page on finite precision: asks first, reveals once, shows what it computes, and never stops with an exception."""

import pytest

from lab.lessons.rounding import SPACE_NAMES
from lab.scenarios import SCENARIOS
from lab.ui.arithmetic import DEFAULTS, RAREST
from tests.pages.screen import described, explore, open_page, press, words

VIEWS = ["Output law", "All formats", "Endpoint", "Almost equal"]
SPACES = list(SPACE_NAMES)
FATE = "answer-precision-fate"


def bits(app):
    return [chart.proto.SerializeToString() for chart in app.get("vega_lite_chart")]


@pytest.mark.parametrize("view", VIEWS)
def test_it_asks_first_and_shows_p_only(view):
    app = open_page("precision", rounding_view=view)
    assert len(described(app)) == 1
    assert described(app)[0].startswith("The target p.")
    assert not app.metric
    assert app.button(key=f"{FATE}-reveal").disabled


def test_commit_freezes_and_reveal_shows_guess_truth_and_verdict():
    app = press(open_page("precision"), f"{FATE}-commit")
    assert not [radio for radio in app.radio if radio.key == FATE]
    press(app, f"{FATE}-reveal")
    assert "Your guess: As often as it should\nThe truth: Never" in words(app)
    assert "p\\/q \\= 0 \\/ 0\\: that is not a number" in words(app)
    assert "“cat” can never come out" in words(app)
    assert [metric.value for metric in app.metric][:2] == ["1", "0"]


def test_another_engine_is_live_after_a_reveal():
    app = press(open_page("precision"), f"{FATE}-commit", f"{FATE}-reveal")
    app.radio(key="dtype").set_value("float32").run()
    assert app.metric
    assert "You guessed for" in words(app)
    press(app, f"{FATE}-anew")
    assert app.button(key=f"{FATE}-reveal").disabled
    assert not app.metric


@pytest.mark.parametrize(
    ("kind", "knob", "value", "view"),
    [
        ("radio", "dtype", "bfloat16", "Output law"),
        ("radio", "space", SPACES[1], "Output law"),
        ("radio", "test", "≤", "Endpoint"),
        ("slider", "grid", 8, "Output law"),
        ("slider", "grid", 8, "Endpoint"),
        ("radio", "sampler", "After rounding", "Output law"),
        ("selectbox", "token", "the", "Endpoint"),
        ("slider", "rare", 3, "Output law"),
        ("slider", "rare", 100, "All formats"),
        ("slider", "near", 3, "Output law"),
        ("slider", "near", 3, "Almost equal"),
        ("slider", "rare", 1, "Almost equal"),
        ("selectbox", "hidden", "Masked in p", "Almost equal"),
        ("selectbox", "hidden", "Masked in p", "All formats"),
    ],
)
def test_each_control_changes_a_picture(kind, knob, value, view):
    app = explore("precision", rounding_view=view, token="dog")
    before = bits(app)
    getattr(app, kind)(key=knob).set_value(value).run()
    assert not app.exception
    assert bits(app) != before


def test_what_a_mask_hides_is_said_to_be_missing_from_the_residual_too():
    sentence = "What the mask hides from the test is missing here too"
    assert sentence not in words(explore("precision", rounding_view="Almost equal"))
    assert sentence in words(explore("precision", rounding_view="Almost equal", hidden="Masked in p"))


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_opens_in_every_view(key):
    entry = SCENARIOS[key].situation
    app = explore("precision", labels=",".join(entry.labels), p=",".join(entry.p_items), q=",".join(entry.q_items))
    for view in VIEWS[1:]:
        app.radio(key="rounding_view").set_value(view).run()
        assert not app.exception
        assert "nan" not in "".join(described(app))


@pytest.mark.parametrize("rare", ["0", "45", "300"])
@pytest.mark.parametrize("hidden", ["Masked in p", "Masked in the test's q, the rest rescaled"])
def test_harsh_settings_end_in_numbers(rare, hidden):
    app = explore(
        "precision", rare=rare, near="18", hidden=hidden, dtype="bfloat16", sampler="After rounding", test="≤", grid="1"
    )
    assert "nan" not in "".join(metric.value for metric in app.metric) + "".join(described(app))


@pytest.mark.parametrize(("knob", "text"), [("dtype", "float8"), ("grid", "99"), ("rare", "x"), ("token", "77")])
def test_nonsense_in_the_link_falls_back_to_the_default(knob, text):
    assert open_page("precision", **{knob: text}).session_state[knob] == DEFAULTS[knob]


def test_vectors_that_are_wrong_get_a_message_and_wait():
    app = explore("precision")
    app.text_input(key="p").set_value("0.5, x, 0.1, 0.1").run()
    assert not app.exception
    assert app.error
    assert app.text_input(key="p").value == "0.5, x, 0.1, 0.1"
    assert not described(app)


def test_a_token_that_a_shorter_pair_does_not_have_is_forgotten():
    app = explore("precision", token="dog")
    assert app.session_state.token == "dog"
    app.text_input(key="labels").set_value("a,b").run()
    app.text_input(key="p").set_value("0.5,0.5").run()
    app.text_input(key="q").set_value("0.25,0.75").run()
    assert not app.exception
    assert app.session_state.token == RAREST
    assert len(described(app)) == 1


def test_a_token_may_be_called_like_the_choice_itself():
    app = explore("precision", labels="The rarest,b", p="0.5,0.5", q="0.25,0.75", token="The rarest (2)")
    assert app.session_state.token == "The rarest (2)"


@pytest.mark.parametrize(("knob", "value"), [("token", "dog"), ("grid", 8), ("space", SPACES[1]), ("test", "≤")])
def test_what_the_share_link_says_is_what_a_link_reads(knob, value):
    assert explore("precision", **{knob: str(value)}).session_state[knob] == value


def test_reset_restores_engine_and_stress():
    app = press(explore("precision", dtype="float64", rare="20", near="3", grid="8", token="cat"), "reset-precision")
    assert {knob: app.session_state[knob] for knob in DEFAULTS} == DEFAULTS


def test_the_next_question_is_about_the_endpoint():
    app = press(open_page("precision"), f"{FATE}-commit", f"{FATE}-reveal")
    app.radio(key="answer-precision-endpoint").set_value("It comes out, but hardly ever").run()
    press(app, "answer-precision-endpoint-commit", "answer-precision-endpoint-reveal")
    assert "one of 2^24 grid points, 6e-08 of all proposals" in words(app)
