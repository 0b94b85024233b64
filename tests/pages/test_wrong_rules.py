"""The page of wrong rules: no verdict before its reveal, the same case under the same link, never an exception."""

import re

import pytest

from lab.core.numbers import fmt
from lab.core.rules import RULES, TITLES
from lab.lessons.detective import case
from lab.lessons.recipes import BY_NAME
from lab.lessons.reports import round_of
from lab.lessons.verdicts import BIASED, EXACT, SLOWER
from lab.scenarios import DEFAULT, SCENARIOS
from lab.ui.prediction import EXPLORE
from lab.ui.prose import literal
from tests.pages.screen import described, guess, open_page, opened, press, script, tables, words

PAIR = DEFAULT.situation
ALARM, DETECTIVE = "Find the false alarm", "Detective"
ANSWER = "answer-wrong_rules"


def lab(**link):
    return open_page("wrong_rules", **link)


def explored(**link):
    return lab(mode=EXPLORE, **link)


def reveal(app, question):
    return guess(app, f"wrong_rules-{question}")


def metrics(app):
    return {metric.label: metric.value for metric in app.metric}


def everything(app):
    """All that reaches the browser but the choices of the question itself."""
    specs = (str(chart.proto) for chart in app.get("vega_lite_chart"))
    numbers = [table.to_csv() for table in tables(app)]
    return "\n".join([words(app), *specs, *numbers, *(block.value for block in app.code)])


@pytest.mark.parametrize("key", RULES)
def test_before_the_reveal_nothing_tells_the_verdict(key):
    app = lab(rule=TITLES[key])
    rule = RULES[key](PAIR.p, PAIR.q)
    told = everything(app)
    assert app.selectbox(key="rule").value == TITLES[key]
    assert not any(secret in told for secret in (rule.mass, literal(rule.mass), "TV", "Output", "wanted", "α"))
    assert "biased" not in told.casefold()
    assert "exact" not in told.casefold()
    assert not app.metric
    assert app.button(key=f"{ANSWER}-verdict-reveal").disabled


@pytest.mark.parametrize("name", ["One rule", ALARM, DETECTIVE])
def test_exploring_nobody_is_told_to_wait_or_to_name_anything(name):
    told = words(explored(round=name))
    assert "reveal" not in told
    assert "name the rule" not in told


def test_menu_and_links_are_in_neutral_order_and_words():
    assert lab().selectbox(key="rule").options == list(BY_NAME)


def test_commit_freezes_and_reveal_shows_guess_truth_and_what_was_right():
    app = lab()
    app.radio(key=f"{ANSWER}-verdict").set_value(BIASED).run()
    app.selectbox(key=f"{ANSWER}-verdict-gain").set_value(1).run()
    press(app, f"{ANSWER}-verdict-commit")
    assert f"{ANSWER}-verdict" not in {radio.key for radio in app.radio}
    press(app, f"{ANSWER}-verdict-reveal")
    assert "Your guess: Biased. Gains most: the." in words(app)
    assert "The truth: Biased. Gains most: a." in words(app)
    assert "The verdict is right, the token is not." in words(app)
    assert len(described(app)) == 1


@pytest.mark.parametrize(("key", "word"), [("speculative", EXACT), ("match_target", SLOWER), ("typical", BIASED)])
def test_each_verdict_can_be_named_right(key, word):
    app = lab(rule=TITLES[key])
    app.radio(key=f"{ANSWER}-verdict").set_value(word).run()
    reveal(app, "verdict")
    assert f"The truth: {word.partition(':')[0]}." in words(app)


def test_text_table_and_picture_show_the_same_digits():
    app, rule = explored(), RULES["unmodified_p"](PAIR.p, PAIR.q)
    outputs = [fmt(x) for x in rule.output_law()]
    assert tables(app)[0]["Output"].tolist() == [literal(x) for x in outputs]
    assert all(f": {x}, wanted" in described(app)[0] for x in outputs)
    assert metrics(app)["Distance TV from p"] == fmt(rule.total_variation()) == "0.105"
    assert literal("“a” comes out with 0.3 + 0.09 = 0.39 (kept + corrected)") in words(app)


def test_the_follow_up_asks_before_draws_and_powers_are_shown():
    app = reveal(lab(size="1,000"), "verdict")
    assert "With 90 %" not in metrics(app)
    reveal(app, "draws")
    assert metrics(app)["With 90 %"] == "539"
    assert "Output frequencies of 1,000 draws" in described(app)[1]


def test_more_draws_show_the_bias():
    few, many = explored(size="10"), explored(size="1,000,000")
    assert "speaks against p" in words(few) or "Too few" in words(few)
    assert "hard to believe of chance alone" in words(many)
    assert metrics(many)["Chance at N"] == "1"


def test_another_rule_or_pair_is_another_question():
    app = reveal(lab(), "verdict")
    app.selectbox(key="rule").set_value(TITLES["one_hot"]).run()
    assert not app.metric
    app.selectbox(key="rule").set_value(TITLES["unmodified_p"]).run()
    assert app.metric
    press(app, "edit-swap_horiz")
    assert not app.metric


def test_the_code_gives_the_digits_of_the_screen(capsys):
    app = explored()
    exec(script(app), {})
    out = capsys.readouterr().out
    assert fmt(float(out.partition("TV from p: ")[2].split()[0])) == metrics(app)["Distance TV from p"]
    assert "chance 0.9 : 539" in out


@pytest.mark.parametrize("flags", ["true", "false"])
def test_the_detective_sees_draws_and_names_only(flags):
    app, this = lab(round=DETECTIVE, flags=flags, evidence="1,000"), case(PAIR, 1)
    assert app.radio(key=f"{ANSWER}-culprit").options == [literal(name) for name in this.names]
    assert "Output frequencies of 1,000 draws" in described(app)[0]
    assert "unnamed rule" in tables(app)[0].to_csv()
    assert len(described(app)) == 1
    assert len(tables(app)) == (2 if flags == "true" else 1)
    assert not any(rule.mass in everything(app) or literal(rule.mass) in everything(app) for rule in this.suspects)


def test_the_detective_asks_for_more_and_names_the_rule():
    app, culprit = lab(round=DETECTIVE), case(PAIR, 1).culprit.title
    press(press(app, "more"), "more")
    assert app.session_state.evidence == "300"
    app.radio(key=f"{ANSWER}-culprit").set_value(culprit).run()
    reveal(app, "culprit")
    assert "Right." in words(app)
    assert f"“{culprit}” did" in described(app)[1]


def test_the_next_case_is_open_again_and_the_old_guess_stays():
    app = press(reveal(lab(round=DETECTIVE), "culprit"), "case-next")
    assert (app.session_state.case, len(described(app))) == (2, 1)
    app.number_input(key="case").set_value(1).run()
    assert len(described(app)) == 2


def test_the_false_alarm_is_told_only_after_the_reveal():
    app, reports = lab(round=ALARM), round_of(PAIR, 1)
    alarm = next(report for report in reports if report.false_alarm)
    assert app.radio(key=f"{ANSWER}-alarm").options == [literal(report.title) for report in reports]
    assert all(literal(report.says) in words(app) for report in reports)
    assert not any(literal(report.why) in everything(app) for report in reports)
    assert not described(app)
    app.radio(key=f"{ANSWER}-alarm").set_value(alarm.title).run()
    reveal(app, "alarm")
    assert "Right." in words(app)
    assert all(literal(report.why) in words(app) for report in reports)
    assert "distance TV = 0 from p" in described(app)[0]


@pytest.mark.parametrize("mode", [EXPLORE, "Predict first"])
@pytest.mark.parametrize("key", SCENARIOS)
def test_every_preset_opens_in_every_round(key, mode):
    app = lab(mode=mode)
    app.selectbox(key="scenario").set_value(key).run()
    for name in (ALARM, DETECTIVE, "One rule"):
        app.radio(key="round").set_value(name).run()
        assert not app.exception
        assert app.selectbox(key="scenario").value == key


@pytest.mark.parametrize("key", RULES)
def test_every_rule_opens_where_p_and_q_are_disjoint(key):
    app = explored(rule=TITLES[key], p="0.7,0.3,0,0", q="0,0,0.5,0.5", labels="<b>,$x$,,=1+1", size="300")
    told = [words(app), *described(app), *metrics(app).values(), *(table.to_csv() for table in tables(app))]
    assert not re.search(r"\bnan\b", " ".join(told), re.IGNORECASE)
    assert len(described(app)) == 2


@pytest.mark.parametrize("nonsense", ["<img src=x>", "-1", "1e400", "nan"])
def test_a_wrong_link_falls_back(nonsense):
    names = ("round", "rule", "size", "case", "evidence", "flags", "alarm")
    app = lab(**dict.fromkeys(names, nonsense))
    assert app.selectbox(key="rule").value == TITLES["unmodified_p"]


def test_a_wrong_pair_waits_and_keeps_what_was_typed():
    app = lab()
    app.text_input(key="p").set_value("0.9,0.3,0.2,0.05").run()
    assert not app.exception
    assert "waits until p and q" in words(app)
    assert app.text_input(key="p").value == "0.9,0.3,0.2,0.05"


def test_reset_restores_the_pair_and_leaves_the_rule():
    app = press(lab(p="0.5,0.5", q="0.25,0.75", rule=TITLES["one_hot"]), "edit-restart_alt")
    assert app.text_input(key="p").value == "0.45,0.3,0.2,0.05"
    assert app.selectbox(key="rule").value == TITLES["one_hot"]


def test_the_code_shown_is_the_rule_itself_without_its_entry_in_the_list():
    code = opened(explored(rule=TITLES["one_hot"])).code[0].value
    assert code.startswith("def treat_as_certain(p: Vector, q: Vector) -> Parts:\n    return q, p, without_proposal(p)")
