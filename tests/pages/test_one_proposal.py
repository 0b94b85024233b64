"""The page of one proposal: two exact bars, n proposals, a ratio that is no vector and no acceptance rate."""

import pytest

from lab.core.numbers import fmt
from lab.core.parsing import parse_number
from lab.core.repeats import accepted_count_law
from lab.scenarios import SCENARIOS
from lab.ui.prose import literal
from tests.pages.screen import (
    described,
    drawn,
    explore,
    fields,
    guess,
    open_page,
    opened,
    press,
    script,
    standing,
    tables,
    words,
)


def heights(app) -> dict[str, float]:
    """The filled bars of the picture: part -> height."""
    return dict(zip(drawn(app, 0, "boxes", "part"), drawn(app, 0, "boxes", "y2"), strict=True))


def table(app) -> list[str]:
    return [cell.replace("\\", "") for cell in tables(app)[0]["Probability"]]


def test_at_ratio_06_one_proposal_is_accepted_with_06_and_rejected_with_04():
    app = explore("one_proposal")
    assert heights(app) == pytest.approx({"accepted": 0.6, "rejected": 0.4}, abs=1e-15)
    assert table(app) == ["0.6", "0.4"]
    assert "That is 0.6 of the range; the rest, 1 − 0.6 = 0.4, is rejected." in words(app).replace("\xa0", " ")


def test_it_says_that_nothing_is_drawn_and_that_the_ratio_is_no_vector():
    app = open_page("one_proposal")
    assert "No random draw happens on this page" in words(app)
    assert "the vector p" in app.text_input(key="success").help
    assert app.text_input(key="success").label == "Ratio p(x)/q(x) of this token"


def test_it_asks_before_it_shows_the_bars():
    app = open_page("one_proposal")
    assert set(heights(app)) == {"accepted, your guess", "rejected, your guess"}
    assert "not shown yet" in described(app)[0]
    assert "0.4" not in words(app) + "".join(drawn(app))
    assert app.button(key="answer-one_proposal-bars-reveal").disabled


def test_the_guess_is_drawn_while_it_moves_then_frozen_then_compared():
    app = open_page("one_proposal")
    app.slider(key="answer-one_proposal-bars").set_value(0.75).run()
    assert "accepted 0.75, rejected 0.25" in described(app)[0]
    press(app, "answer-one_proposal-bars-commit")
    assert app.button(key="answer-one_proposal-bars-commit").disabled
    press(app, "answer-one_proposal-bars-reveal")
    assert "Off by +0.15: too high." in words(app)
    assert heights(app)["accepted"] == 0.6
    assert "accepted 0.75, rejected 0.25" in described(app)[0]


def test_the_bridge_comes_last_and_says_that_this_is_not_alpha():
    app = guess(open_page("one_proposal"), "one_proposal-bars")
    assert "Not α" not in words(app)
    app.radio(key="answer-one_proposal-bridge").set_value("No, it is this one token's").run()
    guess(app, "one_proposal-bridge")
    assert "Right." in words(app)
    assert "**Not α:** this number is about one token, given that it was proposed." in words(app)
    assert "each with its own success probability. Their average, weighted by q(x), is α" in words(app)


def test_the_success_probability_is_the_ratio_or_one():
    assert "is min(1, p(x)/q(x)): the ratio of its two masses, or 1 if that is above 1." in words(
        open_page("one_proposal")
    )


def test_after_a_reveal_another_n_is_live_beside_the_guess_that_was_made():
    app = guess(open_page("one_proposal"), "one_proposal-bars")
    standing(app.slider(key="n").set_value(7).run())
    assert any(drawn(app, 0, "boxes", "y2"))
    assert "You guessed for success probability 0.6, n = 1." in words(app)
    assert "Your guess: 0.5\nThe truth: 0.6\nOff by −0.1: too low." in words(app)


def test_who_asks_for_it_is_asked_about_another_n():
    app = guess(open_page("one_proposal"), "one_proposal-bars")
    standing(app.slider(key="n").set_value(7).run())
    press(app, "answer-one_proposal-bars-anew")
    assert not any(drawn(app, 0, "boxes", "y2"))
    assert app.button(key="answer-one_proposal-bars-reveal").disabled
    standing(app.slider(key="n").set_value(8).run())
    assert not any(drawn(app, 0, "boxes", "y2"))
    guess(app, "one_proposal-bars")
    standing(app.slider(key="n").set_value(9).run())
    assert any(drawn(app, 0, "boxes", "y2"))


def test_a_guess_that_was_not_revealed_opens_no_other_n():
    app = press(open_page("one_proposal"), "answer-one_proposal-bars-commit")
    standing(app.slider(key="n").set_value(7).run())
    assert not any(drawn(app, 0, "boxes", "y2"))


@pytest.mark.parametrize("n", [2, 5, 50])
def test_n_proposals_ask_for_all_accepted_and_show_the_binomial_law(n):
    hidden = open_page("one_proposal", n=str(n))
    assert not any(drawn(hidden, 0, "boxes", "y2"))
    assert "not shown yet" in described(hidden)[0]
    assert f"How likely are all {n} accepted?" in words(hidden)
    shown = guess(hidden, "one_proposal-bars")
    law = accepted_count_law(0.6, n)
    assert drawn(shown, 0, "boxes", "y2") == pytest.approx(law.tolist(), abs=1e-15)
    assert table(shown) == [fmt(x) for x in law]
    assert f"The truth: {fmt(0.6**n)}" in words(shown)
    assert f"{n} factors: {fmt(0.6**n)}" in words(shown)


@pytest.mark.parametrize(
    ("typed", "success"),
    [("3/5", "0.6"), ("0,25", "0.25"), ("25%", "0.25"), ("0.3/0.4", "0.75"), ("1.8", "1"), ("0", "0")],
)
def test_a_ratio_is_typed_in_many_ways_and_counts_as_one_above_one(typed, success):
    app = explore("one_proposal", success=typed)
    assert literal(f"min(1, {typed.replace(',', '.')}) = {success}") in words(app)
    assert heights(app).get("accepted", 0) == pytest.approx(float(success), abs=1e-15)


@pytest.mark.parametrize("typed", ["abc", "", "-0.5", "nan", "1/0", "**b**", "9" * 100])
def test_what_is_no_ratio_is_said_kept_and_hides_the_picture(typed):
    app = open_page("one_proposal")
    standing(app.text_input(key="success").set_value(typed).run())
    if typed == "9" * 100:
        assert app.get("vega_lite_chart")  # a very large ratio is a ratio
    else:
        assert app.error
        assert not app.get("vega_lite_chart")
        assert "The picture waits until the ratio is a number again." in words(app)
    assert app.text_input(key="success").value == typed


def test_a_ratio_that_is_too_large_is_not_sent_below_one():
    error = explore("one_proposal", success="1e400").error[0].value.replace("\\", "")
    assert error == "“1e400” is too large: write a number below 1e308."


@pytest.mark.parametrize("n", ["0", "51", "1e9", "abc", "-1", "1.5"])
def test_an_n_that_is_none_is_dropped(n):
    assert open_page("one_proposal", n=n).slider(key="n").value == 1


def test_reset_restores_both():
    app = explore("one_proposal", success="0.9", n="9")
    press(app, "reset")
    assert (app.text_input(key="success").value, app.slider(key="n").value) == ("0.6", 1)


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_lends_the_ratios_of_its_proposed_tokens(key):
    app, pair = explore("one_proposal", **fields(SCENARIOS[key])), SCENARIOS[key].situation
    proposed = [token for token, q in enumerate(pair.q) if q > 0]
    assert len(app.selectbox(key="token").options) == len(proposed)
    assert ("Never proposed" in words(app)) == (len(proposed) < len(pair.labels))
    standing(app.selectbox(key="token").set_value(proposed[0]).run())
    typed = parse_number(app.text_input(key="success").value)
    assert min(1, typed) == pytest.approx(min(1, pair.p[proposed[0]] / pair.q[proposed[0]]), abs=1e-15)
    assert app.selectbox(key="token").value == proposed[0]


def test_the_token_is_let_go_when_the_ratio_or_the_pair_changes():
    app = explore("one_proposal")
    standing(app.selectbox(key="token").set_value(3).run())
    assert app.text_input(key="success").value == "0.05/0.3"
    standing(app.text_input(key="success").set_value("0.5").run())
    assert app.selectbox(key="token").value is None


@pytest.mark.parametrize(
    ("p", "q", "options", "field"),
    [
        ("1/3,1/3,1/3", "1/4,25%,50%", ["a: 4/3", "b: 4/3", "c: 2/3"], "4/3"),
        ("½,0.25,0.25", "1e-300,0,1", ["a: 5e+299", "c: 0.25/1"], "4.9999999999999995e+299"),
        ("0.123456789,0.876543211,0", "50%,0.5,0", ["a: 0.2469", "b: 0.876543211/0.5"], "0.246913578"),
    ],
)
def test_fractions_of_fractions_are_offered_as_what_they_are(p, q, options, field):
    app = explore("one_proposal", labels="a,b,c", p=p, q=q)
    assert app.selectbox(key="token").options == options
    standing(app.selectbox(key="token").set_value(0).run())
    assert app.text_input(key="success").value == field


@pytest.mark.parametrize("n", ["1", "5"])
def test_the_code_to_copy_gives_the_digits_of_the_table(n, capsys):
    app = explore("one_proposal", success="0.3/0.5", n=n)
    exec(script(app), {})
    printed = [fmt(float(line.split(": ")[1])) for line in capsys.readouterr().out.splitlines()]
    assert printed == (table(app) if n == "5" else table(app)[::-1])  # the two bars start with "accepted"


def test_challenges_tick():
    assert "Reached: With n = 10, make 7" in words(opened(explore("one_proposal", success="0.7", n="10")))
    assert "Open: With n = 10, make 7" in words(opened(explore("one_proposal", success="0.6", n="10")))


def test_a_pair_with_a_mistake_is_said_and_stays():
    app = explore("one_proposal")
    standing(app.text_input(key="p").set_value("0.5,0.5").run())
    assert app.error
    assert app.text_input(key="p").value == "0.5,0.5"
    assert app.get("vega_lite_chart")  # the ratio does not depend on it
