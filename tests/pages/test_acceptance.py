"""The Acceptance page: α predicted, then seen as an area, then told apart from what only looks like it."""

import re

import numpy as np
import pytest

from lab.core.acceptance import acceptance_rate
from lab.core.comparison import kl_divergence, match_probability, same_argmax
from lab.core.numbers import fmt
from lab.core.pmf import total_variation
from lab.formulas import written_sum
from lab.scenarios import SCENARIOS
from lab.ui.prediction import EXPLORE, PREDICT
from tests.pages.screen import (
    described,
    drawn,
    explore,
    fields,
    guess,
    keys,
    open_page,
    opened,
    press,
    script,
    standing,
    tables,
    words,
)

HOSTILE = '<img src=x onerror=alert(1)>,$x^2$,**b**,=1+1,:red[x],\N{GRINNING FACE},same,same,,"a, b"'
TENTHS = ",".join(["0.1"] * 10)


def column(app, name: str) -> list[str]:
    return [cell.replace("\\", "") for cell in tables(app)[0][name]]


def metrics(app) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def area(app, part: str) -> float:
    names = ("part", "x", "x2", "y", "y2")
    rows = zip(*(drawn(app, 0, "boxes", name) for name in names), strict=True)
    return sum((x2 - x) * (y2 - y) for found, x, x2, y, y2 in rows if found == part)


def test_it_asks_before_it_tells():
    app = open_page("acceptance")
    assert "0.7" not in words(app) + "".join(described(app)) + "".join(drawn(app))
    assert area(app, "accepted") == area(app, "rejected") == 0
    assert list(tables(app)[0]) == ["Token", "p", "q"]
    assert app.button(key="answer-acceptance-alpha-reveal").disabled
    assert not app.metric


def test_a_guess_is_frozen_then_confronted():
    app = open_page("acceptance")
    app.slider(key="answer-acceptance-alpha").set_value(0.9)
    press(app, "answer-acceptance-alpha-commit")
    assert app.button(key="answer-acceptance-alpha-commit").disabled
    assert area(app, "accepted") == 0
    press(app, "answer-acceptance-alpha-reveal")
    assert "Your guess: 0.9\nThe truth: 0.7\nOff by +0.2: too high." in words(app)


@pytest.mark.parametrize("key", SCENARIOS)
def test_on_every_preset_the_area_the_sum_and_the_table_are_alpha(key):
    app, pair = explore("acceptance", **fields(SCENARIOS[key])), SCENARIOS[key].situation
    alpha = acceptance_rate(pair.p, pair.q)
    assert area(app, "accepted") == pytest.approx(alpha, abs=1e-14)
    assert f"α = {' + '.join(column(app, 'Accepted mass'))} " in words(app)
    assert f"α = {written_sum(np.minimum(pair.p, pair.q), alpha)}" in words(app)
    assert f"α = 1 − TV = 1 − {fmt(total_variation(pair.p, pair.q))} = {fmt(alpha)}" in words(app)
    assert SCENARIOS[key].question in words(app)
    assert SCENARIOS[key].point in words(app)


@pytest.mark.parametrize("key", ["same-argmax", "different-argmax", "blind", "disjoint"])
def test_what_only_looks_like_alpha_stands_beside_it(key):
    pair = SCENARIOS[key].situation
    assert metrics(explore("acceptance", **fields(SCENARIOS[key]))) == {
        "α": fmt(acceptance_rate(pair.p, pair.q)),
        "Same favourite": "yes" if same_argmax(pair.p, pair.q) else "no",
        "KL divergence KL(p‖q) in nats": fmt(kl_divergence(pair.p, pair.q)),
        "Chance to match Σpq": fmt(match_probability(pair.p, pair.q)),
    }


def test_the_fates_are_asked_after_the_commitment_and_before_the_picture_tells():
    app = open_page("acceptance")
    assert "answer-acceptance-fates-commit" not in keys(app)
    press(app, "answer-acceptance-alpha-commit")
    app.selectbox(key="answer-acceptance-fates-3").set_value("sometimes kept")
    guess(app, "acceptance-fates")
    assert "The truth: \nthe: always kept\na: sometimes kept\ncat: always kept\ndog: sometimes kept" in words(app)
    assert "3 of 4 tokens right." in words(app)
    assert "fates" not in "".join(keys(guess(open_page("acceptance"), "acceptance-alpha")))


def test_the_last_question_names_the_costliest_token():
    app = guess(open_page("acceptance"), "acceptance-alpha")
    app.radio(key="answer-acceptance-costliest").set_value("dog")
    guess(app, "acceptance-costliest")
    assert "Your guess: dog\nThe truth: dog\nRight." in words(app)


def test_the_residual_stays_open_for_the_page_that_asks_for_it():
    app = guess(open_page("acceptance"), "acceptance-alpha")
    assert area(app, "residual") == 0
    assert "0.6667" not in "".join(drawn(app)) + "".join(described(app)) + tables(app)[0].to_csv()
    assert area(explore("acceptance"), "residual") > 0


def test_an_edit_after_the_reveal_is_a_new_question_and_coming_back_finds_the_guess():
    app = guess(open_page("acceptance"), "acceptance-alpha")
    standing(app.text_input(key="p").set_value("0.4,0.35,0.2,0.05").run())
    assert not app.metric
    assert area(app, "accepted") == 0
    standing(app.text_input(key="p").set_value("45%,0.3,1/5,0.05").run())
    assert "The truth: 0.7" in words(app)


@pytest.mark.parametrize(
    ("p", "message"),
    [
        ("0.5,0.3,0.2,0.1", "p sums to 1.1, not 1. Change an entry or press Normalise."),
        ("", "waits"),
        ("0.5;0.5;x;0", "waits"),
        ("1,-1,1,0", "waits"),
        ("1" * 3000, "too long|waits"),
    ],
)
def test_nonsense_is_said_kept_and_hides_the_picture(p, message):
    app = explore("acceptance")
    standing(app.text_input(key="p").set_value(p).run())
    assert re.search(message, words(app).replace("\\", ""))
    assert not app.get("vega_lite_chart")
    assert app.text_input(key="p").value == p


@pytest.mark.parametrize(
    ("button", "p", "q"),
    [
        ("edit-swap_horiz", "0.25,0.35,0.1,0.3", "0.45,0.3,0.2,0.05"),
        ("edit-content_copy", "0.45,0.3,0.2,0.05", "0.45,0.3,0.2,0.05"),
    ],
)
def test_buttons_of_the_editor(button, p, q):
    app = press(explore("acceptance"), button)
    assert (app.text_input(key="p").value, app.text_input(key="q").value) == (p, q)
    press(app, "edit-restart_alt")
    assert app.text_input(key="p").value == "0.45,0.3,0.2,0.05"


def test_normalise_mends_a_sum():
    app = explore("acceptance")
    standing(app.text_input(key="p").set_value("2,1,1,0").run())
    press(app, "edit-balance")
    assert app.text_input(key="p").value == "0.5,0.25,0.25,0"
    assert app.get("vega_lite_chart")


@pytest.mark.parametrize(("p", "disabled"), [("2,1,1,0", False), ("x,1,1,0", True), ("0,0,0,0", True)])
def test_normalise_is_offered_only_where_it_mends_and_is_never_out_of_reach_of_an_edit(p, disabled):
    app = explore("acceptance")
    assert not app.button(key="edit-balance").disabled
    standing(app.text_input(key="p").set_value(p).run())
    assert app.button(key="edit-balance").disabled == disabled


def test_random_pairs_come_from_the_seed():
    first, again, other = (press(explore("acceptance", seed=seed), "random") for seed in ("4", "4", "5"))
    assert first.text_input(key="p").value == again.text_input(key="p").value != other.text_input(key="p").value


def test_hostile_names_are_shown_as_typed():
    app = explore("acceptance", labels=HOSTILE, p=TENTHS, q=TENTHS)
    for name in ("<img src=x onerror=alert(1)>", "$x^2$", "**b**", "=1+1", ":red[x]", "same (2)", "(empty)", "a, b"):
        assert name in drawn(app)
        assert name in column(app, "Token")


@pytest.mark.parametrize(
    "link",
    [
        {"p": "abc"},
        {"p": "1", "q": "1", "labels": "a"},
        {"p": "1,0", "q": "1,0,0"},
        {"seed": "x"},
        {"labels": "x" * 999},
        {"p": "**b**,[a](http://x)"},
    ],
)
def test_a_wrong_link_is_named_and_shows_the_default_pair(link):
    app = open_page("acceptance", **link)
    assert "In the link, " in words(app).replace("\\", "")
    assert app.text_input(key="p").value == "0.45,0.3,0.2,0.05"
    assert app.get("vega_lite_chart")


def test_the_code_to_copy_gives_the_digits_of_the_table(capsys):
    app = explore("acceptance", labels="a,b,c", p="1/3,2/3,0", q="0.5,25%,1/4")
    exec(script(app), {})
    printed = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    numbers = [fmt(float(x)) for x in printed["accepted mass of each token"].strip("[]").split()]
    assert numbers == column(app, "Accepted mass")
    assert fmt(float(printed["alpha"].split(" = ")[0])) == metrics(app)["α"]


def test_challenges_tick_and_stay_ticked():
    app = explore("acceptance", **fields(SCENARIOS["disjoint"]))
    assert "Reached: Make α = 0." in words(opened(app))
    assert "Reached: Make α = 0." in words(press(app, "edit-restart_alt"))


def test_an_answer_that_was_begun_stays_while_everything_is_open():
    app = open_page("acceptance")
    app.slider(key="answer-acceptance-alpha").set_value(0.62)
    app.text_input(key="answer-acceptance-alpha-why").set_value("because").run()
    app.radio(key="mode").set_value(EXPLORE).run()
    app.radio(key="mode").set_value(PREDICT).run()
    assert app.slider(key="answer-acceptance-alpha").value == 0.62
    assert app.text_input(key="answer-acceptance-alpha-why").value == "because"


def test_the_next_question_begins_without_the_last_answer():
    app = open_page("acceptance")
    app.slider(key="answer-acceptance-alpha").set_value(0.62).run()
    press(app, "answer-acceptance-alpha-commit", "edit-swap_horiz", "edit-content_copy")
    assert app.slider(key="answer-acceptance-alpha").value == 0.5


def test_a_draft_without_a_favourite_shares_none():
    assert metrics(explore("acceptance", **fields(SCENARIOS["uniform"])))["Same favourite"] == "tie"
