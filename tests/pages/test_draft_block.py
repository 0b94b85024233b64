"""The page on draft blocks: the number of tokens is predicted before any fate is shown; laws when asked for."""

import pytest

from lab.lessons.block_words import FIRST, LAST, YES
from lab.lessons.blocks import TITLES, Setup, one_cycle
from lab.lessons.chains import independent
from lab.scenarios import DEFAULT, SCENARIOS
from tests.pages.screen import (
    described,
    drawn,
    explore,
    fields,
    guess,
    keys,
    open_page,
    press,
    script,
    standing,
    tables,
    words,
)

PAIR = DEFAULT.situation
CYCLE = one_cycle(Setup(independent(PAIR), 4), PAIR, 1)
KINDS = ("p and q everywhere", "With memory", "Typed by hand", "Letters of a text")
SECRETS = ("accepted,", "rejected,", "discarded", "correction", "bonus token", "emits")
COUNTS, SEQUENCES = "Tokens per cycle", "Whole sequences"
TITLE_OF = {key: title for title, key in TITLES.items()}


def told(app) -> str:
    return "\n".join([words(app).replace("a correction, or a bonus when all pass", ""), *described(app)])


@pytest.mark.parametrize("link", [{}, {"block_step": LAST}, {"gamma": "8"}, {"cycle": "7", "block_step": "Test 3"}])
def test_no_fate_is_on_the_screen_before_the_reveal(link):
    app = open_page("draft_block", **link)
    assert not any(secret in told(app) for secret in SECRETS)
    assert set(tables(app)[0]["Fate"]) == set(tables(app)[0]["u"]) == {""}
    assert not {"discarded", "correction", "bonus"} & set(drawn(app))
    assert app.button(key=f"answer-draft_block-count-{link.get('gamma', 4)}-reveal").disabled


def test_before_the_reveal_it_is_said_that_the_steps_are_closed():
    app = open_page("draft_block")
    assert "The next steps open with the reveal." in app.info[0].value
    standing(app.radio(key="block_step").set_value("Test 1").run())
    assert "“Test 1” opens with the reveal." in app.info[0].value
    assert not guess(app, "draft_block-count-4").info


@pytest.mark.parametrize("view", [COUNTS, SEQUENCES])
def test_laws_stay_locked_before_the_reveal(view):
    app = open_page("draft_block", block_view=view)
    assert "This opens when" in words(app)
    assert not described(app)


def test_the_guess_is_frozen_and_confronted():
    app = open_page("draft_block")
    app.radio(key="answer-draft_block-count-4").set_value("2 tokens").run()
    guess(app, "draft_block-count-4")
    assert "Your guess: 2 tokens" in words(app)
    assert f"The truth: {len(CYCLE.emitted)} tokens" in words(app)
    assert "Not quite" in words(app)
    assert app.radio(key="block_step").value == LAST
    assert f"It emits {len(CYCLE.emitted)} tokens" in described(app)[0]


def test_picture_table_and_words_follow_the_steps():
    app = explore("draft_block", block_step="Test 1")
    assert tables(app)[0]["Fate"].tolist() == ["accepted, emitted", "", "", ""]
    press(app, "block_step-next", "block_step-next", "block_step-next", "block_step-next")
    fates = [event.fate for event in CYCLE.events]
    assert [fate.partition(",")[0] for fate in tables(app)[0]["Fate"]] == fates
    assert [text for text in drawn(app) if text in ("accepted", "rejected", "discarded")][2:] == fates  # after the key
    assert app.button(key="block_step-next").disabled


def test_the_next_cycle_is_a_new_question_and_the_old_guess_stays():
    app = guess(open_page("draft_block"), "draft_block-count-4")
    press(app, "cycle-next")
    assert "Your guess" not in words(app)
    app.number_input(key="cycle").set_value(1).run()
    assert "Your guess" in words(app)


def test_the_mean_is_asked_before_it_is_shown():
    app = guess(open_page("draft_block"), "draft_block-count-4")
    app.radio(key="block_view").set_value(COUNTS).run()
    assert not app.metric
    guess(app, "draft_block-average-4")
    assert app.metric[0].value == "2.7731"
    assert "0.7; Position 2: 0.49; Position 3: 0.343; Position 4: 0.2401." in described(app)[1]
    assert "0\\.7 \\+ 0\\.49 \\+ 0\\.343 \\+ 0\\.2401 \\= 1\\.7731" in words(app)


def test_sequences_agree_with_the_target_once_asked():
    app = guess(open_page("draft_block"), "draft_block-count-4")
    app.radio(key="block_view").set_value(SEQUENCES).run()
    assert not described(app)
    guess(app, "draft_block-law")
    assert "Right." in words(app)
    assert "0.0911, as the target" in described(app)[0]
    assert "which is rounding" in words(app)


def test_a_fault_is_told_only_after_its_question():
    app = guess(open_page("draft_block", cycle_rule=TITLE_OF["first_draft_unverified"]), "draft_block-count-4")
    app.radio(key="block_view").set_value(SEQUENCES).run()
    assert "biased" not in words(app)
    app.radio(key="answer-draft_block-law").set_value(YES).run()
    guess(app, "draft_block-law")
    assert f"The truth: {FIRST}" in words(app)
    assert "biased" in words(app)
    assert "1\\: 0\\.3, 2\\:" in words(app)


@pytest.mark.parametrize("kind", KINDS)
def test_many_seeds_stand_beside_ordinary_sampling(kind):
    app = explore("draft_block", models=kind, block_view=SEQUENCES, sequences="Many seeds", runs_of="100", length="2")
    assert "Output frequencies of 100 draws" in described(app)[0]
    columns = " ".join(tables(app)[0])
    assert "Repeated cycles" in columns
    assert "Target sampling" in columns


@pytest.mark.parametrize("view", ["This cycle", COUNTS, SEQUENCES])
@pytest.mark.parametrize("key", TITLES.values())
def test_every_way_to_run_opens_in_every_view(key, view):
    app = explore("draft_block", cycle_rule=TITLE_OF[key], gamma="3", stop="the", block_view=view, block_step=LAST)
    assert described(app)
    assert "nan" not in told(app)


@pytest.mark.parametrize("mode", ["Predict first", "Explore freely"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_preset_opens(scenario, mode):
    app = open_page("draft_block", mode=mode, **fields(SCENARIOS[scenario]))
    assert described(app)


def test_greedy_is_proved_by_enumeration():
    app = explore("draft_block", models="Typed by hand", greedy="true", block_view=SEQUENCES)
    assert "target’s own greedy one\\: a b c" in words(app)


def test_what_takes_too_long_says_so_instead():
    app = explore("draft_block", gamma="8", stop="the", block_view=COUNTS)
    assert "take a shorter draft" in words(app)
    assert not described(app)


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("tree_p", ": 0.5 0.3", "line 1"),
        ("tree_q", ": 1 0 0", "draft\\: add a line"),
        ("tree_tokens", "a a", "different names"),
        ("before", "x", "no token here"),
    ],
)
def test_nonsense_gets_a_message_and_stays(field, typed, message):
    app = explore("draft_block", models="Typed by hand")
    inputs = {each.key: each for each in (*app.text_area, *app.text_input)}
    standing(inputs[field].set_value(typed).run())
    assert message in words(app)
    assert "waits until both models" in words(app)
    assert {each.key: each.value for each in (*app.text_area, *app.text_input)}[field] == typed


@pytest.mark.parametrize("nonsense", ["<img src=x>", "-1", "1e400", "nan"])
def test_a_wrong_link_falls_back(nonsense):
    knobs = ("models", "gamma", "cycle", "cycle_rule", "greedy", "stop", "cap", "block_step", "block_view", "length")
    app = open_page("draft_block", **dict.fromkeys(knobs, nonsense))
    assert "answer-draft_block-count-4-commit" in keys(app)


def test_a_shorter_draft_forgets_a_step_it_does_not_have():
    app = explore("draft_block", gamma="8", block_step="Test 8")
    standing(app.slider(key="gamma").set_value(2).run())
    assert app.radio(key="block_step").value == LAST


def test_stop_tokens_travel_in_the_link():
    app = explore("draft_block", stop=["the", "cat"])
    assert app.multiselect(key="stop").value == ["the", "cat"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_code_gives_the_cycle_of_the_screen(kind, capsys):
    app = explore("draft_block", models=kind, block_step=LAST, length="2")
    exec(script(app), {})
    out = capsys.readouterr().out
    emitted = described(app)[0].rpartition(": ")[2].rstrip(".").split(", ")
    assert out.partition("emitted: (")[2].partition(")")[0].strip(",").count(",") == len(emitted) - 1
    assert "largest difference:" in out


def test_a_text_without_the_letters_of_the_default_prefix_starts_at_its_beginning():
    app = explore("draft_block", models="Letters of a text", text="banana bandana")
    assert not app.error
    assert described(app)
    broken = explore("draft_block", models="Letters of a text", text="banana bandana", before_letters="xyz")
    assert broken.error[0].value.startswith("Tokens before the block")
