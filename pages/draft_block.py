"""Draft block: several drafts in a row, verified from left to right; whole sequences still follow the target."""

import streamlit as st

from lab.charts.cycle import cycle_picture
from lab.core.block import Cycle, run_cycle, sequence_law
from lab.lessons import challenges
from lab.lessons.block_words import DRAFT, LAST, account, script, setting, steps, told
from lab.lessons.blocks import Setup, one_cycle
from lab.situation import Situation
from lab.ui import block_views, challenge
from lab.ui.answers import Choice
from lab.ui.block_controls import KNOBS, block_setup
from lab.ui.case_number import case_number
from lab.ui.code import show_code
from lab.ui.layout import picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, card
from lab.ui.prose import literal
from lab.ui.steps import walk

CYCLE, COUNTS, SEQUENCES = "This cycle", "Tokens per cycle", "Whole sequences"
CHOICE = {"bind": "query-params", "horizontal": True, "label_visibility": "collapsed"}


def tokens(count: int) -> str:
    return f"{count} token{'' if count == 1 else 's'}"


def ask_count(setup: Setup, s: Situation, number: int, cycle: Cycle) -> bool:
    text = "The seed has decided this cycle. How many tokens does it emit?"
    answer = Choice("Tokens", tuple(tokens(count) for count in range(1, setup.draft_len + 2)))
    about, words = (setup, s.seed, number), setting(setup, f"cycle {number}, seed {s.seed}")
    name, truth = f"count-{setup.draft_len}", tokens(len(cycle.emitted))
    return card(Question("draft_block", name, text, answer, truth, about, words), on_reveal=open_end)


def open_end() -> None:
    st.session_state.block_step = LAST


def show_cycle(setup: Setup, cycle: Cycle, known: bool) -> None:
    names = steps(setup)
    if st.session_state.get("block_step", DRAFT) not in names:
        st.session_state.block_step = LAST
    at = walk(names, "block_step")
    shown = at if known else 0
    if not known:
        closed = f"“{names[at]}” opens" if at else "The next steps open"
        st.info(f"{closed} with the reveal. Until then you see the draft alone.", icon=":material/lock:")
    st.markdown(f"**{names[shown]}.** {literal(told(setup, cycle)[shown])}")
    show(cycle_picture(cycle, setup.names, shown))
    if names[shown] == LAST:
        st.markdown(f"**Your numbers:** {literal(account(setup, cycle))}")


def show_view(setup: Setup, s: Situation, cycle: Cycle, known: bool) -> None:
    view = st.radio("View", (CYCLE, COUNTS, SEQUENCES), key="block_view", **CHOICE)
    if view == CYCLE:
        show_cycle(setup, cycle, known)
    elif not known:
        st.info("This opens when you have predicted the number of tokens and revealed it.", icon=":material/lock:")
    else:
        st.markdown("Over all seeds: the number of the cycle changes nothing here.")
        if view == COUNTS:
            block_views.per_cycle(setup)
        else:
            block_views.whole_sequences(setup, s)


with page("draft_block", knobs=(*KNOBS, *block_views.KNOBS, "block_step", "block_view")):
    st.markdown(
        "The draft proposes γ tokens in a row. The target tests them **from left to right**; the first rejection ends "
        "the cycle. One more token is always drawn: a correction, or a bonus when all pass."
    )
    picture, controls = picture_and_controls()
    with controls:
        question, place = st.container(), st.container()
        setup, situation = block_setup()
    with picture:
        if setup is None:
            waiting(until="both models can be read")
        else:
            with place:
                number = case_number("cycle", "Cycle")
            cycle = one_cycle(setup, situation, number)
            with question:
                known = ask_count(setup, situation, number, cycle)
            show_view(setup, situation, cycle, known)
            if known:
                challenge.show(challenges.DRAFT_BLOCK, setup, cycle)
                length = int(st.session_state.get("length", 3))
                show_code(situation, script(setup, situation.seed, number, length), run_cycle, sequence_law)
