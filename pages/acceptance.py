"""Acceptance: edit p and q, predict alpha, see it as an area."""

import streamlit as st

from lab.charts.acceptance_map import acceptance_map
from lab.core.acceptance import accept_prob, acceptance_rate, accepted_mass
from lab.core.comparison import kl_divergence, match_probability, same_argmax
from lab.core.numbers import display_labels, fmt
from lab.core.pmf import total_variation
from lab.formulas import written_sum
from lab.lessons import challenges
from lab.lessons.fates import FATES, NO_TOKEN, fates, most_rejected
from lab.situation import Situation
from lab.ui import challenge
from lab.ui.answers import Choice, Choices, Share
from lab.ui.code import show_code
from lab.ui.editor import tell_point, vector_editor
from lab.ui.layout import numbers, picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import about_pair, card, exploring, guess_for

SNIPPET = """
from lab.core.acceptance import acceptance_rate, accepted_mass, accept_prob
from lab.core.pmf import total_variation

print("acceptance probability of each token:", accept_prob(p, q))
print("accepted mass of each token:", accepted_mass(p, q))
print("alpha:", acceptance_rate(p, q), "= 1 - TV:", 1 - total_variation(p, q))
"""


def ask_alpha(s: Situation) -> bool:
    text = "Of all drafts, which share is kept? Predict α."
    alpha = about_pair(s, "acceptance", "alpha", text, Share("Acceptance rate α"), acceptance_rate(s.p, s.q))
    known = card(alpha)
    ask_fates(s, open_now=guess_for(alpha) is not None and not known)
    return known


def ask_fates(s: Situation, open_now: bool) -> None:
    """A second step for those who want it: between committing α and the picture, which would tell."""
    text = "If you like, before you reveal: what happens to each token when it is proposed?"
    each = about_pair(s, "acceptance", "fates", text, Choices(s.labels, FATES), fates(s.p, s.q))
    if open_now or guess_for(each):
        card(each)


def ask_costliest(s: Situation) -> bool:
    text = "One step further: on which token are most drafts lost?"
    tokens = Choice("Token", (*display_labels(s.labels), NO_TOKEN))
    return card(about_pair(s, "acceptance", "costliest", text, tokens, most_rejected(s.p, s.q, s.labels)))


def explain(s: Situation) -> None:
    alpha, tv = acceptance_rate(s.p, s.q), total_variation(s.p, s.q)
    st.markdown(
        "**Why:** each token keeps the smaller of its two masses, min(p, q). α is their sum, the green area:  \n"
        f"α = {written_sum(accepted_mass(s.p, s.q), alpha)}  \n"
        f"α = 1 − TV = 1 − {fmt(tv)} = {fmt(alpha)}"
    )
    tell_point(s)
    st.markdown("**Not the same thing:** these also compare p and q, but none of them is α.")
    divergence = {"KL divergence KL(p‖q) in nats": fmt(kl_divergence(s.p, s.q))}
    numbers(
        α=fmt(alpha),
        Same_favourite=_same_favourite(s),
        **divergence,
        Chance_to_match_Σpq=fmt(match_probability(s.p, s.q)),
    )


def _same_favourite(s: Situation) -> str:
    if not same_argmax(s.p, s.q):
        return "no"
    return "tie" if any((law == law.max()).sum() > 1 for law in (s.p, s.q)) else "yes"


with page("acceptance"):
    picture, controls = picture_and_controls()
    with controls:
        question = st.container()
        situation = vector_editor()
    if situation is None:
        with picture:
            waiting()
    else:
        with question:
            known = ask_alpha(situation)
        with picture:
            # what follows a rejection is the next page's question
            show(acceptance_map(situation.p, situation.q, situation.labels, reveal=known, residual=exploring()))
            if known:
                explain(situation)
                ask_costliest(situation)
                challenge.show(challenges.ACCEPTANCE, situation)
                show_code(situation, SNIPPET, accept_prob, accepted_mass, acceptance_rate)
