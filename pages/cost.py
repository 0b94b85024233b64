"""What it buys: tokens per cycle against the time and the operations that a cycle costs."""

import streamlit as st

from lab.charts.chances import chances
from lab.charts.cycle_time import cycle_time
from lab.charts.speed_map import speed_map
from lab.core.cost import best_draft_len, expected_tokens, operations, speedup
from lab.core.metrics import Metrics, count_metrics
from lab.core.numbers import fmt
from lab.lessons import challenges
from lab.lessons.costs import (
    ALPHAS,
    LENGTHS,
    LONGEST_DRAFT,
    dictionary,
    formula_beside,
    kinds,
    letter_metrics,
    script,
    shares,
    uneven_metrics,
)
from lab.lessons.paper_tables import table_1, table_4
from lab.ui import challenge
from lab.ui.answers import Amount, Choice
from lab.ui.code import show_script
from lab.ui.cost_controls import KNOBS, Setting, cost_setting
from lab.ui.layout import numbers, picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, card
from lab.ui.rows import rows

MAP, CYCLE, METRICS, PAPER = "Map", "One cycle", "Metrics", "In a paper"
VIEWS = (MAP, CYCLE, METRICS, PAPER)
MIXED, LETTERS = "These settings", "Letters of a text"
CHOICE = {"bind": "query-params", "horizontal": True, "label_visibility": "collapsed"}
MORE, FEWER, SAME = "More than the formula says", "Fewer", "Just as many"


def ask_speed(setting: Setting) -> bool:
    costs = setting.costs
    text = (
        f"A draft is accepted with α = {fmt(setting.alpha)}, and γ = {setting.draft_len}. A cycle takes "
        f"{fmt(costs.cycle(setting.draft_len))} target steps. How many times as fast is that as ordinary decoding?"
    )
    truth = costs.speed(setting.alpha, setting.draft_len)
    answer = Amount("Times as fast", 0.0, LONGEST_DRAFT + 1.0)
    settings = (setting.alpha, setting.draft_len, costs)
    return card(Question("cost", "speed", text, answer, truth, (), setting.words, settings))


def ask_uneven() -> None:
    text = (
        "One step further: half of the cycles meet easy text (accepted at 0.95), half meet hard text (0.45). The mean "
        "is α = 0.7. How many tokens does a cycle of γ = 5 emit on average, compared with the formula at 0.7?"
    )
    answer = Choice("Tokens", (MORE, FEWER, SAME))
    if card(Question("cost", "uneven", text, answer, MORE, (), "0.95 and 0.45, half and half, γ = 5")):
        exact, formula = formula_beside(uneven_metrics((0.95, 0.45), 5), 5)
        st.markdown(
            f"**Half easy, half hard cycles give more:** on average exactly {fmt(exact)} tokens at 0.95 and 0.45, "
            f"γ = 5, not the {fmt(formula)} of the mean 0.7. On easy text whole blocks pass; that gains more than hard "
            "text loses. The same α can buy different amounts: look at **Metrics**."
        )


def show_map(setting: Setting) -> None:
    costs = setting.costs
    show(
        speed_map(
            ALPHAS.tolist(), LENGTHS.tolist(), costs.speeds(), costs.break_evens(), (setting.alpha, setting.draft_len)
        )
    )
    st.markdown(
        "Times as fast as ordinary decoding. **Dashed line:** just as fast. **Bold frame:** the fastest γ for this α, "
        "where one is faster. **Ring:** your settings."
    )


def show_cycle(setting: Setting, known: bool) -> None:
    tokens = float(expected_tokens(setting.alpha, setting.draft_len)) if known else None
    verify = setting.costs.verify(setting.draft_len)
    show(cycle_time(setting.draft_len, setting.costs.cost_ratio, verify, tokens))


def show_metrics(setting: Setting) -> None:
    st.markdown("Public tools report different numbers under one name. Here are nine of them, from one situation.")
    source = st.radio("Computed for", (MIXED, LETTERS), key="metrics_of", **CHOICE)
    metrics = mixed(setting) if source == MIXED else letters(setting)
    exact, formula = formula_beside(metrics, setting.draft_len)
    numbers(
        Tokens_per_cycle_exactly=fmt(exact),
        By_the_formula_at_this_α=fmt(formula),
        Walltime_factor=fmt(setting.costs.speed_of(exact, setting.draft_len)),
    )
    found = shares(metrics)
    show(chances(list(found), list(found.values()), "acceptance-metrics", "Shares called “acceptance”"))
    rows(dictionary(metrics), "metrics")


def mixed(setting: Setting) -> Metrics:
    spread = st.slider("Easy and hard text: apart from α by", 0.0, 0.5, 0.0, 0.05, key="spread", bind="query-params")
    rates = kinds(setting.alpha, spread)
    if spread:
        st.markdown(f"Half of the cycles meet easy text ({fmt(rates[0])}), half hard text ({fmt(rates[1])}).")
    return uneven_metrics(rates, setting.draft_len)


def letters(setting: Setting) -> Metrics:
    st.markdown(
        "Letters of the Zen of Python after a blank: the target knows the last letter, the draft knows none. Computed "
        "exactly, over all accepted prefixes; the first time takes about a second."
    )
    return letters_cached(setting.draft_len)


@st.cache_data(max_entries=LONGEST_DRAFT, show_spinner="Computing")
def letters_cached(draft_len: int) -> Metrics:
    return letter_metrics(draft_len)


def show_paper() -> None:
    st.markdown(
        "Leviathan, Kalman, Matias (2023). Such speeds belong to the implementation and the machine they were measured "
        "on; this lab promises none."
    )
    st.markdown("**Table 1:** printed, and by the formulas, where drafts cost nothing.")
    rows(table_1(), "table-1")
    st.markdown(
        "**Table 4:** T5-XXL on one TPU v4, batch size 1; T is the temperature. Printed α and c are rounded, so "
        "the formula can differ from the printed expectation by 0.1."
    )
    rows(table_4(), "table-4")


def explain(setting: Setting) -> None:
    tokens, cycle = expected_tokens(setting.alpha, setting.draft_len), setting.costs.cycle(setting.draft_len)
    speed, best = setting.costs.speed(setting.alpha, setting.draft_len), setting.costs.best(setting.alpha)
    numbers(
        Tokens_per_cycle=fmt(tokens),
        Walltime_factor=fmt(speed),
        Operations_factor=fmt(operations(setting.alpha, setting.draft_len, setting.ops_ratio)),
        Best_γ=str(best) if best else "none pays",
    )
    st.markdown(
        "**Why:** a cycle emits 1 + α + … + α^γ tokens on average, each of which costs ordinary decoding one target "
        f"step: {fmt(tokens)} ÷ {fmt(cycle)} = {fmt(speed)}. More drafts emit more tokens and cost more time. This is "
        "arithmetic: what a machine reaches depends on its implementation."
    )


def draw_page(setting: Setting, question, picture) -> None:
    with question:
        known = ask_speed(setting)
    with picture:
        view = st.radio("Picture", VIEWS, key="cost_view", **CHOICE)
        if not known:
            show_cycle(setting, known)
            st.info("The other pictures open with the reveal.", icon=":material/lock:")
            return
        if view == METRICS:
            show_metrics(setting)
        elif view == PAPER:
            show_paper()
        else:
            if view == MAP:
                show_map(setting)
            else:
                show_cycle(setting, known)
            explain(setting)
        ask_uneven()
        challenge.show(challenges.COST, setting.alpha, setting.draft_len, setting.costs)
        code = script(setting.alpha, setting.draft_len, setting.ops_ratio, setting.costs)
        show_script(code, expected_tokens, speedup, best_draft_len, count_metrics)


with page("cost", knobs=(*KNOBS, "cost_view", "metrics_of", "spread")):
    st.markdown(
        "The output is exact, whatever the draft. What the draft decides is **how many target steps are saved**, and "
        "drafting has a price of its own."
    )
    picture, controls = picture_and_controls()
    with controls:
        question = st.container()
        setting = cost_setting()
    if setting is None:
        with picture:
            waiting(until="the settings can be read")
    else:
        draw_page(setting, question, picture)
