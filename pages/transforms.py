"""Temperature, top-k, top-p: the target is p after the request; where must an engine apply it?"""

import streamlit as st

from lab.charts.placements import placements
from lab.charts.request_steps import request_steps
from lab.charts.rule_law import rule_law
from lab.core.decoding import Request, requested_rule
from lab.core.numbers import fmt
from lab.core.rules import Rule
from lab.lessons import challenges
from lab.lessons.requests import (
    OTHER,
    PLACE_NAMES,
    SAME,
    each_place,
    gives_request,
    greedy_rule,
    greedy_sentence,
    order_sentence,
    script,
    setting,
    steps_to_show,
    tie_sentence,
    why_wrong,
)
from lab.situation import Situation
from lab.ui import challenge, request
from lab.ui.answers import Choice, Choices
from lab.ui.code import show_code
from lab.ui.curves import over_temperature
from lab.ui.editor import pick_situation
from lab.ui.layout import numbers, picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, card
from lab.ui.prose import literal

STEPS, OUTPUT, CURVES = "Step by step", "Output law", "Over temperature"
TARGET, DRAFT = "Target p", "Draft q"
CHOICE = {"bind": "query-params", "horizontal": True, "label_visibility": "collapsed"}
ZERO, BETWEEN, ONE = "It becomes 0", "It stays between 0 and 1", "It becomes 1"


def ask(s: Situation, asked: Request, models: tuple, name: str, text: str, answer, truth) -> Question:
    about = (s.labels, *(tuple(logits.tolist()) for logits in models))
    return Question("transforms", name, text, answer, truth, about, f"{s.setting}; {setting(asked)}", asked)


def ask_places(s: Situation, asked: Request, models: tuple, rules: dict[str, Rule]) -> bool:
    text = "The engine applies this request in one of four places. What comes out?"
    truth = tuple(SAME if gives_request(rule) else OTHER for rule in rules.values())
    answer = Choices(tuple(PLACE_NAMES[place] for place in rules), (SAME, OTHER), "places")
    return card(ask(s, asked, models, "places", text, answer, truth), on_reveal=open_output)


def ask_cold(s: Situation, asked: Request, models: tuple) -> None:
    text = "One step further: the temperature goes to 0, in p and q. What becomes of the acceptance rate α?"
    cold = greedy_rule(*models, asked)
    truth = {0: ZERO, 1: ONE}.get(cold.acceptance_rate(), BETWEEN)
    if card(ask(s, asked, models, "cold", text, Choice("α", (ZERO, BETWEEN, ONE)), truth)):
        st.markdown(literal(greedy_sentence(cold, s.labels)))


def open_output() -> None:
    st.session_state.request_view = OUTPUT


def show_steps(s: Situation, asked: Request, models: tuple) -> None:
    model = st.radio("Model", (TARGET, DRAFT), key="steps_of", **CHOICE)
    logits = models[0 if model == TARGET else 1]
    show(request_steps(steps_to_show(logits, asked), s.labels, "p" if model == TARGET else "q"))
    st.markdown(literal(order_sentence(logits, asked, s.labels)))
    if tie := tie_sentence(logits, asked, s.labels):
        st.markdown(literal(tie))


def show_output(s: Situation, rule: Rule, known: bool) -> None:
    show(rule_law(rule, s.labels, "requested p", reveal=known))
    if known:
        distance = 0 if gives_request(rule) else rule.total_variation()
        numbers(α=fmt(rule.acceptance_rate()), Distance_TV_from_the_request=fmt(distance))


def explain(s: Situation, asked: Request, models: tuple, rules: dict[str, Rule]) -> None:
    show(placements({PLACE_NAMES[place]: rule for place, rule in rules.items()}))
    st.markdown(
        "**Why:** the test and the residual give back the p that they read, if the q that they read is the law that "
        "really proposes. So “p only” and “p and q” give the requested law; “q only” gives p without the request.  \n"
        + literal(why_wrong(rules, s.labels))
    )
    ask_cold(s, asked, models)


def draw_page(s: Situation, asked: Request, where: dict[str, str], typed: dict, question, picture) -> None:
    models = request.models(s, typed)
    rules, rule = each_place(*models, asked), requested_rule(*models, asked, where)
    with question:
        known = ask_places(s, asked, models, rules)
    with picture:
        view = st.radio("Picture", (STEPS, OUTPUT, CURVES), key="request_view", **CHOICE)
        if view == STEPS:
            show_steps(s, asked, models)
        elif view == OUTPUT or not known:
            show_output(s, rule, known)
        else:
            over_temperature(*models, asked)
        if not known:
            st.info("Output law and acceptance rates open with the reveal.", icon=":material/lock:")
            return
        explain(s, asked, models, rules)
        challenge.show(challenges.TRANSFORMS, models[0], asked, rules)
        show_code(s, script(asked, where, typed), Request.trace, requested_rule)


with page("transforms", knobs=(*request.KNOBS, "request_view", "steps_of", "measure")):
    st.markdown(
        "Temperature, top-k, top-p and min-p change p before a token is drawn. **The target is p after this request.** "
        "The draft may be changed too, or not."
    )
    picture, controls = picture_and_controls()
    with controls:
        question = st.container()
        asked = request.settings()
        where = request.places()
        situation = pick_situation()
        typed = request.typed_logits(situation)
    if typed is None:
        with picture:
            waiting()
    else:
        draw_page(situation, asked, where, typed, question, picture)
