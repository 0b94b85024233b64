"""Monte Carlo: draw, watch the darts, and see whether real outputs follow the target."""

import streamlit as st

from lab.charts.acceptance_map import acceptance_map
from lab.charts.convergence import convergence, share_kept
from lab.charts.law import frequencies, law_comparison
from lab.charts.spread import spread as two_strips
from lab.core.acceptance import acceptance_rate
from lab.core.goodness import goodness_of_fit
from lab.core.monte_carlo import draw, tally
from lab.core.numbers import display_labels, fmt
from lab.lessons import challenges
from lab.lessons.presses import Presses
from lab.lessons.runs import Run, run, spread
from lab.lessons.snippets import run_code
from lab.lessons.telling import band_note, fit_method, fit_verdict, most_disputed, token_account
from lab.situation import Situation
from lab.ui import challenge, draws, long_run
from lab.ui.answers import Choice, Share
from lab.ui.code import show_code
from lab.ui.editor import vector_editor
from lab.ui.layout import numbers, picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, about_pair, card, revealed
from lab.ui.prose import literal

SAME = "Equally much"
SCATTER = ("More: the draft adds chance of its own", "Less: the draft guides the choice", SAME)


def ask_share(s: Situation) -> bool:
    token = most_disputed(s)
    name = literal(display_labels(s.labels)[token])
    text = f"All drafts come from q. After many draws, which share of all outputs will “{name}” be?"
    return card(about_pair(s, "monte_carlo", "share", text, Share(f"Share of “{name}”"), float(s.p[token])))


def scatter_question(s: Situation) -> Question:
    text = "Now sample from p itself, as often. How much do the outputs of speculative sampling scatter beside that?"
    return about_pair(s, "monte_carlo", "scatter", text, Choice("Scatter", SCATTER), SAME)


def show_darts(s: Situation, presses: Presses | None) -> None:
    done = run(s, presses or ())
    shown, told = draws.on_the_map(done)
    show(acceptance_map(s.p, s.q, s.labels, shown, story=told))
    if presses is None:
        st.markdown("The draws wait until the steps of the run can be read again.")
        return
    if not presses:
        st.markdown("No draws yet. Press a button under **Draw more**: each draw becomes a dart in the square.")
        return
    alpha, token = acceptance_rate(s.p, s.q), most_disputed(s)
    share = share_kept(done.kept, done.size, alpha)
    numbers(Draws=fmt(done.size), Kept=fmt(done.kept), Share_kept=share, α=fmt(alpha))
    if done.size > shown.u.size and not told:
        st.markdown(f"The darts are the last {fmt(shown.u.size)} draws.")
    account = token_account(s, done.tally, token, share=frequencies(done.tally.output)[token][0])
    st.markdown(f"**Your numbers:** {literal(account)}")


def show_outputs(s: Situation, done: Run) -> None:
    st.header("Do the outputs follow p?", anchor=False)
    beside = done.ordinary if revealed(scatter_question(s)) else None  # the question is how much these scatter
    show(law_comparison(s.p, done.tally.output, s.labels, beside))
    fit = goodness_of_fit(done.tally.output, s.p)
    st.markdown(fit_verdict(fit), help=fit_method(fit))


def show_course(s: Situation, done: Run) -> None:
    st.header("How fast does the share of kept drafts settle?", anchor=False)
    show(convergence(done.sizes, done.kept_so_far, acceptance_rate(s.p, s.q)))
    st.markdown(band_note(acceptance_rate(s.p, s.q)))


def show_scatter(s: Situation, done: Run) -> None:
    st.header("Is it the same as ordinary sampling?", anchor=False)
    if card(scatter_question(s)):
        show(two_strips(*spread(s, done.size), f"TV of the outputs from p, {fmt(done.size)} draws"))


def show_events(s: Situation, _: Run) -> None:
    st.header("And if every single draw is made?", anchor=False)
    st.markdown(
        "Above, big steps draw counts only: quick, and by the same law. Here every draw is made, one after the other. "
        "This run stands apart from the one above. It is not in the link, but the same seed repeats it."
    )
    long_run.show(s)


def show_findings(s: Situation, presses: Presses) -> None:
    done = run(s, presses)
    for pair in ((show_outputs, show_course), (show_scatter, show_events)):
        for place, section in zip(st.columns(2, gap="large"), pair, strict=True):
            with place:
                section(s, done)
    challenge.show(challenges.MONTE_CARLO, s)
    show_code(s, run_code(s, presses), draw, tally)


with page("monte_carlo", draws.KNOBS):
    picture, controls = picture_and_controls()
    with controls:
        question, more = st.container(), st.container()
        situation = vector_editor()
        presses = draws.as_text()
    if situation is None:
        with picture:
            waiting()
    else:
        with question:
            known = ask_share(situation)
        with more:
            draws.controls(situation, presses if known else None)
        with picture:
            if known:
                show_darts(situation, presses)
            else:
                show(acceptance_map(situation.p, situation.q, situation.labels, reveal=False))
        if known and presses:
            show_findings(situation, presses)
