"""One proposal: the acceptance probability of a single token, exact, without any draw."""

import streamlit as st

from lab.charts.figure import Figure
from lab.charts.proposal import MAX_PROPOSALS, binomial_bars, two_bars
from lab.core.numbers import fmt
from lab.core.repeats import accepted_count_law
from lab.lessons import challenges
from lab.ui import challenge
from lab.ui.answers import Choice, Share
from lab.ui.code import show_script
from lab.ui.editor import pick_situation
from lab.ui.layout import picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, card, guess_so_far
from lab.ui.ratio import ratio_field, take_ratio

DEFAULT_RATIO, DEFAULT_N = "0.6", 1
ALPHA, ALL_KEPT, THIS_TOKEN = (
    "Yes, it is α",
    "No, α is the chance that all n are accepted",
    "No, it is this one token's",
)
SCRIPT = """
from lab.core.repeats import accepted_count_law

success, n = {success!r}, {n}
for accepted, probability in enumerate(accepted_count_law(success, n)):
    print(accepted, "of", n, "accepted:", probability)
"""


def knobs() -> tuple[float | None, int]:
    success = ratio_field(DEFAULT_RATIO, "success")
    n = st.slider("n: independent proposals of it", 1, MAX_PROPOSALS, DEFAULT_N, key="n", bind="query-params")
    st.button("Reset", key="reset", icon=":material/restart_alt:", on_click=reset)
    return success, n


def reset() -> None:
    st.session_state.success, st.session_state.n = DEFAULT_RATIO, DEFAULT_N


def question_about(success: float, n: int) -> Question:
    setting = f"success probability {fmt(success)}, n = {n}"
    *_, all_kept = accepted_count_law(success, n).tolist()
    if n == 1:
        text, label = (
            f"This token's success probability is {fmt(success)}. How high is each bar?",
            "Accepted (the rest is rejected)",
        )
    else:
        text, label = f"This token is proposed {n} times. How likely are all {n} accepted?", f"All {n} accepted"
    return Question("one_proposal", "bars", text, Share(label), all_kept, (), setting, (success, n))


def draw_picture(success: float, n: int, guess: float | None, known: bool) -> Figure:
    return two_bars(success, guess, reveal=known) if n == 1 else binomial_bars(success, n, reveal=known)


def explain(success: float, n: int) -> None:
    rejected, accepted = accepted_count_law(success, 1).tolist()
    if n == 1:
        st.markdown(
            f"**Why:** U is uniform between 0 and 1, and the token is kept where U < {fmt(success)}. "
            f"That is {fmt(accepted)} of the range; the rest, 1 − {fmt(accepted)} = {fmt(rejected)}, is rejected."
        )
    else:
        *_, all_kept = accepted_count_law(success, n).tolist()
        st.markdown(
            f"**Why:** each proposal has a U of its own. So all are kept with probability {fmt(success)} multiplied by "
            f"itself, {n} factors: {fmt(all_kept)}. The bars are the binomial law of the number accepted."
        )


def bridge() -> None:
    text = "One step further: is this success probability the acceptance rate α?"
    answer = Choice("Is it α?", (ALPHA, ALL_KEPT, THIS_TOKEN))
    if card(Question("one_proposal", "bridge", text, answer, THIS_TOKEN, "any token", "any token")):
        st.markdown(
            "**Not α:** this number is about one token, given that it was proposed. The draft may propose any token, "
            "each with its own success probability. Their average, weighted by q(x), is α: the next page."
        )


with page("one_proposal", knobs=("success", "n")):
    st.markdown(
        "The draft has proposed a token x. Its *success probability*, the chance to be kept, is min(1, p(x)/q(x)): the "
        "ratio of its two masses, or 1 if that is above 1. No random draw happens on this page: every number is exact."
    )
    picture, controls = picture_and_controls()
    with controls:
        asked = st.container()
        success, n = knobs()
        with st.container(border=True):
            st.markdown("**Or take the ratio of a token of your pair**")
            if situation := pick_situation():
                take_ratio(situation, "success")
    if success is None:
        with picture:
            waiting(until="the ratio is a number again")
    else:
        question = question_about(success, n)
        with asked:
            known = card(question)
        with picture:
            show(draw_picture(success, n, guess_so_far(question), known))
            if known:
                explain(success, n)
                bridge()
                challenge.show(challenges.ONE_PROPOSAL, success, n)
                show_script(SCRIPT.format(success=success, n=n).lstrip(), accepted_count_law)
