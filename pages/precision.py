"""Finite precision: where a positive probability becomes 0, and what the rule then does."""

import streamlit as st

from lab.charts.cancellation import cancellation
from lab.charts.endpoint import grid_points
from lab.charts.rounded import format_distances, rounded_law
from lab.core.numbers import display_labels, fmt
from lab.core.precision import Arithmetic, Rounding, rounded
from lab.lessons import challenges
from lab.lessons.rounding import (
    FATES,
    Case,
    comparison,
    every_format,
    fate,
    lost_tokens,
    make_case,
    residual_errors,
    script,
)
from lab.situation import Situation
from lab.ui import arithmetic, challenge
from lab.ui.answers import Choice
from lab.ui.code import show_script
from lab.ui.editor import pick_situation
from lab.ui.layout import numbers, picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, card
from lab.ui.prose import literal

OUTPUT, FORMATS, ENDPOINT, ALMOST_EQUAL = "Output law", "All formats", "Endpoint", "Almost equal"
VIEWS = (OUTPUT, FORMATS, ENDPOINT, ALMOST_EQUAL)
NOTHING, ONCE, OFTEN = "It still never comes out", "It comes out, but hardly ever", "It comes out as often as q says"
DECADES = range(19)


def question_about(s: Situation, case: Case, how: Arithmetic, name: str, text: str, answer, truth) -> Question:
    settings = (tuple(case.p.tolist()), tuple(case.q.tolist()), case.token, case.hidden, how)
    watched = f"watched token {display_labels(s.labels)[case.token]}, hidden: {case.hidden}"
    engine = f"{how.dtype}, {how.space} space, test {how.test}, grid 2^-{how.grid_bits}, {how.sampler} sampler"
    exact = f"p = {fmt(case.p[case.token])}, q = {fmt(case.q[case.token])}"
    words = f"{s.setting}; {watched} with {exact}; {engine}"
    return Question("precision", name, text, answer, truth, s.pair_key, words, settings)


def ask_fate(s: Situation, case: Case, how: Arithmetic, seen: Rounding) -> bool:
    name, exact = display_labels(s.labels)[case.token], case.kept()
    text = (
        f"“{literal(name)}” has p = {fmt(case.p[case.token])} and q = {fmt(case.q[case.token])}. When it is proposed, "
        f"it should be kept with probability {fmt(exact)}. How often does this engine keep it?"
    )
    return card(question_about(s, case, how, "fate", text, Choice("How often?", FATES), fate(case, seen)))


def ask_endpoint(s: Situation, case: Case, how: Arithmetic) -> None:
    text = "One step further: an engine tests u ≤ p/q, and u can be 0. What happens to a token with p = 0?"
    if card(question_about(s, case, how, "endpoint", text, Choice("What?", (NOTHING, ONCE, OFTEN)), ONCE)):
        share = fmt(2.0**-how.grid_bits)
        st.markdown(
            f"**At u = 0** the test 0 ≤ 0 passes: that is one of 2^{how.grid_bits} grid points, {share} of all "
            "proposals of that token. With “<” it never passes. Look at **Endpoint**."
        )


def show_output(s: Situation, case: Case, seen: Rounding) -> None:
    show(rounded_law(seen, s.labels))
    token = case.token
    numbers(
        Should_be_kept=fmt(case.kept()),
        Is_kept=fmt(seen.rule.accept[token]),
        Distance_TV_from_p=fmt(seen.rule.total_variation()),
        α=fmt(seen.rule.acceptance_rate()),
    )


def show_endpoint(s: Situation, case: Case, seen: Rounding, how: Arithmetic) -> None:
    show(grid_points(float(seen.threshold[case.token]), how, display_labels(s.labels)[case.token]))
    st.markdown(
        f"u is not any number: it is one of 2^{how.grid_bits} equally likely ones. These are the nine around the place "
        "where the test begins to fail."
    )


def show_almost_equal(s: Situation, case: Case, how: Arithmetic) -> None:
    apart = make_case(s, case.token, st.session_state.rare, 0, case.hidden)
    errors = residual_errors(apart, how, DECADES)
    if errors is None:
        st.info("Here p equals q: nothing is ever rejected, in no format, so no residual is needed.")
        return
    show(cancellation(DECADES, errors, st.session_state.near))
    st.markdown(
        "Divided by its sum, p − q stays the same law however close p comes to q. Rounded, its digits cancel: first "
        "the residual is noise, then 0/0, and p as read has to stand in for it."
    )
    if case.hidden != "nothing":
        st.markdown("What the mask hides from the test is missing here too, at every k: that error is not rounding.")


def explain(s: Situation, case: Case, how: Arithmetic, seen: Rounding) -> None:
    st.markdown(f"**Why:** {literal(comparison(case, seen, how))}")
    if lost := lost_tokens(seen, s.labels):
        st.warning(literal(lost), icon=":material/block:")
    if seen.lost:
        st.warning("The residual came out as 0/0, though something is rejected. Here p as read stands in for it.")
    ask_endpoint(s, case, how)


def draw_page(s: Situation, case: Case, how: Arithmetic, question, picture) -> None:
    seen = case.seen(how)
    with question:
        known = ask_fate(s, case, how, seen)
    with picture:
        view = st.radio(
            "Picture", VIEWS, key="rounding_view", bind="query-params", horizontal=True, label_visibility="collapsed"
        )
        if not known:
            show(rounded_law(seen, s.labels, reveal=False))
            st.info("What comes out opens with the reveal.", icon=":material/lock:")
            return
        if view == OUTPUT:
            show_output(s, case, seen)
        elif view == FORMATS:
            show(format_distances(every_format(case, how), f"{how.dtype}, {how.space}", case.token))
        elif view == ENDPOINT:
            show_endpoint(s, case, seen, how)
        else:
            show_almost_equal(s, case, how)
        explain(s, case, how, seen)
        challenge.show(challenges.PRECISION, case, how, seen)
        show_script(script(case, how).lstrip(), rounded)


with page("precision", knobs=(*arithmetic.KNOBS, "rounding_view")):
    st.markdown(
        "The proof holds for exact numbers. Engines round: every format has a smallest positive number, and gaps "
        "between its numbers. Here the law that comes out is counted, not sampled."
    )
    picture, controls = picture_and_controls()
    with controls:
        question = st.container()
        how = arithmetic.engine()
        stress = st.container()
        situation = pick_situation()
    if situation is None:
        with picture:
            waiting()
    else:
        with stress:
            case = arithmetic.stress(situation)
        draw_page(situation, case, how, question, picture)
