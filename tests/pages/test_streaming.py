"""The page on streaming: asks first, shows verified text, and tells what unverified drafts do."""

import pytest

from lab.scenarios import SCENARIOS
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

AT_ONCE = "Stream unverified drafts"


def metrics(app):
    return [metric.value for metric in app.metric]


def shown(app):
    """The reader's output."""
    return next(text.value for text in app.text if "Your guess" not in text.value)


@pytest.mark.parametrize("link", [{}, {"stream": AT_ONCE}, {"until": "50"}])
def test_it_asks_first_and_shows_the_first_drafts_alone(link):
    app = open_page("streaming", **link)
    assert app.button(key="answer-streaming-back-reveal").disabled
    assert not app.metric
    assert "Nothing is verified yet." in described(app)[0]
    assert "emits" not in " ".join(drawn(app))


def test_before_the_reveal_nobody_sees_how_many_cycles_follow():
    """Each cycle that a request of a given length needs is drafts lost: their number tells the answer."""
    app = open_page("streaming")
    assert [each for each in drawn(app) if each.startswith("Cycle")] == ["Cycle 1"]
    assert len(tables(app)[0]) == 1
    assert " of " not in described(app)[0].removeprefix("Cycle 1 of a request")


def test_the_reveal_opens_on_the_engine_that_was_asked_about():
    app = guess(open_page("streaming"), "streaming-back")
    assert "The truth: 6 to 12" in words(app)
    assert app.radio(key="stream").value == AT_ONCE
    assert metrics(app)[0] == "11"


def test_reveal_shows_guess_truth_and_verdict():
    app = open_page("streaming")
    app.radio(key="answer-streaming-back").set_value("6 to 12")
    guess(standing(app.run()), "streaming-back")
    assert "The truth: 6 to 12" in words(app)
    assert "Right." in words(app)


def test_a_committed_guess_is_frozen():
    app = press(open_page("streaming"), "answer-streaming-back-commit")
    assert not [radio for radio in app.radio if radio.key == "answer-streaming-back"]
    assert "The truth" not in words(app)


def test_another_request_is_another_question():
    app = press(guess(open_page("streaming"), "streaming-back"), "request-next")
    assert app.button(key="answer-streaming-back-reveal").disabled
    assert not app.metric


def test_verified_tokens_fire_nothing_false_and_unverified_drafts_do():
    assert metrics(explore("streaming")) == ["0", "5", "0"]
    app = explore("streaming", stream=AT_ONCE)
    assert metrics(app) == ["11", "5", "1"]
    assert "not in the final text\\: pay\\." in app.error[0].value


def test_the_reader_sees_what_is_verified_at_that_time():
    app = explore("streaming", until="0")
    assert shown(app) == "(nothing yet)"
    app.slider(key="until").set_value(20)
    assert shown(standing(app.run())) == "<find> ok. <"
    app.radio(key="stream").set_value(AT_ONCE)
    assert shown(standing(app.run())) == "<find> ok. <find>"


def test_a_stop_text_is_never_shown_and_ends_the_request():
    app = explore("streaming", stop_text="ok")
    assert shown(app) == "<find>"
    assert "The stop text is complete" in words(app)
    assert "1 of 1 cycles are over" in described(app)[0]
    assert "Behind the complete stop text: 1 verified token, never shown." in words(app)


@pytest.mark.parametrize("key", ["differs", "gamma"])
def test_each_slider_changes_the_request(key):
    app = explore("streaming")
    before = described(app)
    app.slider(key=key).set_value(1)
    assert described(standing(app.run())) != before


def test_the_next_question_is_about_a_stop_text():
    app = guess(open_page("streaming"), "streaming-back")
    guess(app, "streaming-stop")
    assert "whether D follows is not known yet" in words(app)


@pytest.mark.parametrize("text", ["<b>x</b>", "**", "$x$", "' + 1", "\\"])
def test_any_stop_text_stands(text):
    app = explore("streaming", stop_text=text)
    assert described(app)
    exec(script(app), {})


@pytest.mark.parametrize(
    "link", [{"request": "abc"}, {"gamma": "99"}, {"until": "nan"}, {"stream": "x"}, {"differs": "7"}]
)
def test_nonsense_in_the_link_falls_back(link):
    assert described(explore("streaming", **link)) == described(explore("streaming"))


@pytest.mark.parametrize("key", list(SCENARIOS)[:3])
def test_presets_open(key):
    assert described(explore("streaming", **fields(SCENARIOS[key])))


def test_a_seed_has_its_own_request_and_the_code_gives_it(capsys):
    app = explore("streaming", seed="7")
    exec(script(app), {})
    assert shown(app) in capsys.readouterr().out


def test_at_the_end_of_a_request_nothing_is_held_back_any_more():
    """Request 1 ends with EN, which END begins with."""
    app = explore("streaming", stop_text="END")
    assert shown(app).endswith("EN")
    assert not [text.value for text in app.text if text.value.startswith("Held back")]


def test_a_stop_text_that_is_too_long_is_named_and_kept():
    app = explore("streaming", stop_text="no" * 11)
    assert "A stop text of 22 characters is too long: use at most 20." in app.error[0].value
    assert app.text_input(key="stop_text").value == "no" * 11
    assert not described(app)
