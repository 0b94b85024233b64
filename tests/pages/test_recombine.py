"""The Recombine page: six steps, the residual predicted before it is shown, and p given back."""

import numpy as np
import pytest

from lab.core.numbers import fmt
from lab.scenarios import SCENARIOS
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

STEPS = ("1 Propose", "2 Accept", "3 Reject", "4 Lost mass", "5 Residual", "6 Together")
PLAIN = {"the": "0.6667", "a": "0", "cat": "0.3333", "dog": "0"}  # (0.2, 0, 0.1, 0) / 0.3


def equations(app) -> list[str]:
    return [text for text in drawn(app) if "=" in text]


def test_each_step_has_its_own_picture_and_sentence():
    pages = [explore("recombine", step=step) for step in STEPS]
    assert [words(app).split(f"**{step}.** ")[1].split(".")[0][:5] for app, step in zip(pages, STEPS, strict=True)]
    assert len({described(app)[0] for app in pages}) == len(STEPS)


def test_the_steps_with_the_numbers_of_the_plain_pair():
    rows = [equations(explore("recombine", step=step))[0] for step in STEPS]
    assert rows == [
        "q = 0.25",
        "min(0.45, 0.25) = 0.25",
        "0.25 − 0.25 = 0",
        "0.45 − 0.25 = 0.2",
        "0.2 / 0.3 = 0.6667",
        "0.25 + 0.2 = 0.45",
    ]


def test_back_and_next_walk_and_stop_at_the_ends():
    app = explore("recombine")
    assert app.button(key="step-back").disabled
    press(app, *["step-next"] * 5)
    assert app.radio(key="step").value == STEPS[-1]
    assert app.button(key="step-next").disabled
    assert press(app, "step-back").radio(key="step").value == STEPS[-2]


@pytest.mark.parametrize("step", STEPS)
def test_the_residual_is_asked_before_it_is_shown(step):
    app = open_page("recombine", step=step)
    shown = words(app) + "".join(described(app)) + "".join(drawn(app)) + tables(app)[0].to_csv()
    assert "0.6667" not in shown
    assert "answer-recombine-residual-commit" in keys(app)
    assert ("This step opens" in shown) == (step in STEPS[4:])


def test_the_reveal_opens_the_residual_and_confronts_the_guess():
    app = open_page("recombine", step=STEPS[1])
    app.slider(key="answer-recombine-residual-0").set_value(0.5).run()
    assert "Together: 0.5" in words(app)
    guess(app, "recombine-residual")
    assert app.radio(key="step").value == STEPS[4]
    assert "Your guess: the 0.5, a 0, cat 0, dog 0" in words(app)
    assert "The truth: the 0.6667, a 0, cat 0.3333, dog 0" in words(app)
    assert "Farthest off: cat, by −0.3333. Your bars sum to 0.5, not 1." in words(app)
    assert "0.2 + 0 + 0.1 + 0 = 0.3" in words(app)


def test_bars_that_sum_to_one_are_only_compared():
    app = open_page("recombine")
    for token, share in ((0, 0.7), (2, 0.3)):
        app.slider(key=f"answer-recombine-residual-{token}").set_value(share)
    guess(app, "recombine-residual")
    assert "Farthest off: the, by +0.0333." in words(app) or "Farthest off: cat, by −0.0333." in words(app)
    assert "Your bars sum" not in words(app)


def test_the_reveal_leaves_a_later_step_alone():
    assert guess(open_page("recombine", step=STEPS[5]), "recombine-residual").radio(key="step").value == STEPS[5]


def test_a_committed_guess_is_frozen():
    app = press(open_page("recombine"), "answer-recombine-residual-commit")
    assert not [slider for slider in app.slider if slider.key.startswith("answer-recombine-residual")]
    assert app.button(key="answer-recombine-residual-commit").disabled


def test_another_pair_is_another_question():
    app = guess(open_page("recombine"), "recombine-residual")
    press(app, "edit-swap_horiz")
    assert not app.button(key="answer-recombine-residual-commit").disabled
    assert "0.6667" not in words(app) + "".join(drawn(app))


def test_the_one_more_question_has_its_reason():
    app = guess(open_page("recombine"), "recombine-residual")
    assert "Never the same" not in words(app)
    app.radio(key="answer-recombine-return").set_value("No, never").run()
    guess(app, "recombine-return")
    assert "Right." in words(app)
    assert "**Never the same:**" in words(app)


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_gives_p_back(key):
    app = explore("recombine", step=STEPS[5], **fields(SCENARIOS[key]))
    p = SCENARIOS[key].situation.p
    assert list(tables(app)[0]["Accepted \\+ residual"]) == [fmt(x).replace(".", "\\.") for x in p]
    assert "Largest error" in words(app)
    assert SCENARIOS[key].point in words(app)


def test_equal_vectors_are_said_kindly():
    app = open_page("recombine", step=STEPS[4], **fields(SCENARIOS["equal"]))
    assert "a perfect draft" in words(app)
    assert "No residual exists, and none is needed" in words(app)
    assert not [key for key in keys(app) if key.startswith("answer-")]


@pytest.mark.parametrize(
    ("p", "q", "said"),
    [
        ("0.45,0.55", "0.25,0.75", "over all tokens: **0**."),
        ("0.9482,0.0518", "0.0237,0.9763", "over all tokens: **1.1e-16**, which is rounding."),
    ],
)
def test_the_error_line_is_live_and_names_rounding(p, q, said):
    assert said in words(explore("recombine", p=p, q=q))


def test_a_vector_that_does_not_hold_makes_the_picture_wait():
    app = open_page("recombine")
    standing(app.text_input(key="p").set_value("0.5,abc,0.2,0.1").run())
    assert not app.get("vega_lite_chart")
    assert "The picture waits" in words(app)
    assert app.text_input(key="p").value == "0.5,abc,0.2,0.1"


@pytest.mark.parametrize("step", ["", "nonsense", "7", "5 residual", "<b>"])
def test_a_step_that_is_none_becomes_the_first(step):
    assert open_page("recombine", step=step).radio(key="step").value == STEPS[0]


@pytest.mark.parametrize("key", ["plain", "equal", "disjoint"])
def test_the_code_to_copy_gives_the_digits_of_the_table(key, capsys):
    app = explore("recombine", step=STEPS[5], **fields(SCENARIOS[key]))
    exec(script(app), {})
    printed = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    for name, column in (("residual mass", "Residual mass"), ("residual distribution", "Residual distribution")):
        if name in printed:
            values = np.array(printed[name].strip("[]").split(), dtype=float)
            assert [fmt(x).replace(".", "\\.") for x in values] == list(tables(app)[0][column])
    assert ("residual distribution" in printed) == (key != "equal")
    assert float(printed["largest error"]) < 1e-15


def test_challenges_tick():
    goal = "Make the residual equal to p itself."
    assert f"Reached: {goal}" in words(opened(explore("recombine", **fields(SCENARIOS["disjoint"]))))
    assert f"Open: {goal}" in words(opened(explore("recombine")))
