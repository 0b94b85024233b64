"""Recombine: accepted mass and residual mass give the target back, step by step."""

import streamlit as st

from lab.charts.ledger import STEPS, mass_ledger
from lab.charts.pair import guess_bars
from lab.core.acceptance import acceptance_rate, recombination_error, residual, residual_mass
from lab.core.numbers import fmt
from lab.core.pmf import total_variation
from lab.formulas import written_sum
from lab.lessons import challenges
from lab.situation import Situation
from lab.ui import challenge
from lab.ui.answers import Choice, Shares
from lab.ui.code import show_code
from lab.ui.editor import tell_point, vector_editor
from lab.ui.layout import picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, about_pair, card, guess_so_far
from lab.ui.steps import walk

NAMES = ("1 Propose", "2 Accept", "3 Reject", "4 Lost mass", "5 Residual", "6 Together")
OPEN, RESIDUAL = STEPS.index("missing"), STEPS.index("residual")
YES, FAVOURITE, NO = "Yes, like any other token", "Only if the target likes it best", "No, never"
SNIPPET = """
from lab.core.acceptance import accepted_mass, recombination_error, residual, residual_mass

print("accepted mass:", accepted_mass(p, q))
print("residual mass:", residual_mass(p, q))
if residual_mass(p, q).any():
    print("residual distribution:", residual(p, q))
print("accepted + residual mass:", accepted_mass(p, q) + residual_mass(p, q))
print("largest error:", recombination_error(p, q))
"""


def told(s: Situation) -> tuple[str, ...]:
    """One sentence for each step."""
    lost = fmt(total_variation(s.p, s.q))
    return (
        "The draft proposes each token x with mass q(x): all in all 1.",
        f"Of each token, min(p(x), q(x)) is accepted: all in all α = {fmt(acceptance_rate(s.p, s.q))}.",
        f"Where q(x) is larger than p(x), the rest is rejected: all in all {lost}.",
        f"Where p(x) is larger than q(x), something is missing: all in all {lost}, just as much as was rejected.",
        "After a rejection, a new token is drawn from what is missing, divided by its sum: the residual distribution.",
        "Accepted and residual mass together are p(x) for every token, so the output follows the target exactly.",
    )


def told_of_equals() -> tuple[str, ...]:
    return (
        "The draft proposes each token x with mass q(x), which here is p(x).",
        "Everything is accepted: the smaller of two equal masses is the whole mass, so α = 1.",
        "Nothing is rejected.",
        "Nothing is lost, and nothing is missing.",
        "No residual exists, and none is needed: nothing is ever drawn again.",
        "What is accepted is p already: a perfect draft needs no correction.",
    )


def residual_question(s: Situation) -> Question:
    text = "A proposal was rejected, so a new token is drawn. With which probabilities?"
    return about_pair(s, "recombine", "residual", text, Shares(s.labels), tuple(residual(s.p, s.q).tolist()))


def open_residual() -> None:
    if NAMES.index(st.session_state.step) < RESIDUAL:
        st.session_state.step = NAMES[RESIDUAL]


def picture_of(s: Situation, sentences: tuple[str, ...], known: bool) -> None:
    at = walk(NAMES, "step")
    shown = at if known else min(at, OPEN)
    st.markdown(f"**{NAMES[shown]}.** {sentences[shown]}")
    if shown < at:
        st.info("This step opens when you have predicted the residual and revealed it.", icon=":material/lock:")
    show(mass_ledger(s.p, s.q, s.labels, step=STEPS[shown]))
    if known:
        error = recombination_error(s.p, s.q)
        st.markdown(
            f"Largest error of “accepted + residual mass − p” over all tokens: **{fmt(error)}**"
            f"{', which is rounding' if error else ''}."
        )


def explain(s: Situation, question: Question) -> None:
    if (guess := guess_so_far(question)) is not None:
        show(guess_bars(question.truth, guess, s.labels))
    lost = total_variation(s.p, s.q)
    st.markdown(
        "**Why:** what acceptance leaves open is p(x) − min(p(x), q(x)). All tokens together:  \n"
        f"{written_sum(residual_mass(s.p, s.q), lost)}  \n"
        f"A rejection happens just as often, with probability 1 − α = {fmt(lost)}. So drawing from these masses, "
        f"divided by {fmt(lost)}, fills every gap and nothing else."
    )
    tell_point(s)


def ask_return(s: Situation) -> None:
    text = "One step further: can the redraw give the very token that was rejected?"
    if card(about_pair(s, "recombine", "return", text, Choice("Can it?", (YES, FAVOURITE, NO)), NO)):
        st.markdown(
            "**Never the same:** a token is rejected only where q(x) is larger than p(x). There min(p(x), q(x)) is "
            "p(x) already: nothing is missing, so its residual is 0."
        )


with page("recombine", knobs=("step",)):
    picture, controls = picture_and_controls()
    with controls:
        asked = st.container()
        situation = vector_editor()
    if situation is None:
        with picture:
            waiting()
    elif residual_mass(situation.p, situation.q).any():
        question = residual_question(situation)
        with asked:
            known = card(question, on_reveal=open_residual)
        with picture:
            picture_of(situation, told(situation), known)
            if known:
                explain(situation, question)
                ask_return(situation)
                challenge.show(challenges.RECOMBINE, situation)
                show_code(situation, SNIPPET, residual_mass, residual)
    else:
        with asked:
            st.info("Here p equals q: a perfect draft. There is nothing to correct, so no residual to predict.")
        with picture:
            picture_of(situation, told_of_equals(), known=True)
            tell_point(situation)
            challenge.show(challenges.RECOMBINE, situation)
            show_code(situation, SNIPPET, residual_mass, residual)
