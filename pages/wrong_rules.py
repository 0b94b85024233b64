"""Wrong rules: many rules look like speculative sampling; only enumeration or enough draws tell them apart."""

import streamlit as st

from lab.charts.law import law_comparison
from lab.charts.rule_law import rule_law
from lab.core.acceptance import acceptance_rate
from lab.core.goodness import goodness_of_fit
from lab.core.numbers import fmt
from lab.core.rules import RULES, Rule
from lab.lessons import challenges
from lab.lessons.detective import RULE_DRAWS, SIZES, run_of
from lab.lessons.recipes import BY_NAME
from lab.lessons.telling import fit_method, fit_verdict
from lab.lessons.verdicts import (
    MAGNITUDES,
    POWERS,
    chance_to_see,
    distance,
    draws_needed,
    gainers,
    in_general,
    magnitude,
    token_sum,
    verdict,
)
from lab.situation import Situation
from lab.ui import alarm_round, challenge, detective_round
from lab.ui.answers import Choice
from lab.ui.code import show_code
from lab.ui.editor import vector_editor
from lab.ui.judgement import Judgement
from lab.ui.layout import numbers, picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, card, exploring
from lab.ui.prose import literal
from lab.ui.recipe import recipe, where_mass_goes

ONE_RULE, ALARM, DETECTIVE = "One rule", "Find the false alarm", "Detective"
FIRST_RULE, FIRST_SIZE = "Ratio test, then p itself", "30"
WHAT_IS_TOLD = {
    False: "Only its steps are told; its verdict comes with the reveal.",
    True: "Its steps are told, and below them what comes out.",
}
SNIPPET = """
from lab.core.rules import RULES, draws_to_detect

rule = RULES["{key}"](p, q)
print("output law:", rule.output_law())
print("acceptance rate:", rule.acceptance_rate())
print("TV from p:", rule.total_variation())
for power in (0.8, 0.9, 0.99):
    print("draws to find it with chance", power, ":", draws_to_detect(rule.output_law(), p, 0.001, power))
"""


def ask(s: Situation, rule: Rule, name: str, text: str, answer, truth) -> bool:
    setting = f"rule: {rule.title}; {s.setting}"
    return card(Question("wrong_rules", name, text, answer, truth, (s.pair_key, rule.key), setting))


def ask_verdict(s: Situation, rule: Rule) -> bool:
    truth = (verdict(rule, s), *gainers(rule, s))
    return ask(s, rule, "verdict", "What does this rule do to your p and q?", Judgement(s.labels), truth)


def ask_draws(s: Situation, rule: Rule) -> bool:
    text = "One step further: after how many draws does a test see it, nine times in ten?"
    return ask(s, rule, "draws", text, Choice("Draws", MAGNITUDES), magnitude(rule))


def choose_rule(s: Situation) -> Rule:
    names = list(BY_NAME)
    name = st.selectbox("Rule", names, names.index(FIRST_RULE), key="rule", bind="query-params")
    key = BY_NAME[name]
    recipe(key)
    return RULES[key](s.p, s.q)


def explain(s: Situation, rule: Rule) -> None:
    numbers(
        α=fmt(rule.acceptance_rate()),
        Best_α_of_an_exact_rule=fmt(acceptance_rate(s.p, s.q)),
        Distance_TV_from_p=fmt(distance(rule)),
    )
    st.markdown(in_general(rule, verdict(rule, s)))
    where_mass_goes(rule)
    st.markdown(f"**Your numbers:** {literal(token_sum(rule, s))}")


def show_noise(s: Situation, rule: Rule) -> None:
    st.subheader("When do draws show it?", anchor=False)
    if not ask_draws(s, rule):
        return
    size = SIZES[st.select_slider("Number of draws N", tuple(SIZES), FIRST_SIZE, key="size", bind="query-params")]
    drawn = run_of(s, rule, size, RULE_DRAWS)
    show(law_comparison(s.p, drawn.output, s.labels, sampler="This rule"))
    fit = goodness_of_fit(drawn.output, s.p)
    st.markdown(fit_verdict(fit), help=fit_method(fit))
    st.markdown("Draws at which this test, at level 0.001, finds it, and its chance at your N:")
    needed = {f"With_{100 * power:.0f} %": fmt(draws_needed(rule, power)) for power in POWERS}
    numbers(**needed, Chance_at_N=fmt(chance_to_see(rule, size)))


def play_rule(s: Situation, question, picture) -> None:
    with picture:
        st.markdown(f"Pick a rule. **Does it still give p?** {WHAT_IS_TOLD[exploring()]}")
        rule = choose_rule(s)
    with question:
        known = ask_verdict(s, rule)
    with picture:
        show(rule_law(rule, s.labels, reveal=known))
        if known:
            explain(s, rule)
            show_noise(s, rule)
            challenge.show(challenges.WRONG_RULES, s, rule)
            show_code(s, SNIPPET.format(key=rule.key), RULES[rule.key], Rule.output_law)


ROUNDS = {ONE_RULE: play_rule, ALARM: alarm_round.play, DETECTIVE: detective_round.play}

with page("wrong_rules", ("round", "rule", "size", *alarm_round.KNOBS, *detective_round.KNOBS)):
    chosen = st.radio(
        "Round", tuple(ROUNDS), key="round", bind="query-params", horizontal=True, label_visibility="collapsed"
    )
    picture, controls = picture_and_controls()
    with controls:
        question = st.container()
        situation = vector_editor()
    if situation is None:
        with picture:
            waiting()
    else:
        ROUNDS[chosen](situation, question, picture)
