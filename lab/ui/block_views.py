"""What a draft block shows beyond one cycle: tokens per cycle, and whole sequences; exact laws only when asked for."""

from dataclasses import replace

import numpy as np
import streamlit as st

from lab.charts.chances import chances, output_and_wanted
from lab.charts.colors import ACCEPTED, NEUTRAL
from lab.charts.law import law_comparison
from lab.core.goodness import goodness_of_fit
from lab.core.numbers import fmt
from lab.lessons.block_laws import CycleNumbers, SequenceLaws, cycle_numbers, sequence_counts, sequence_laws
from lab.lessons.block_words import FIRST, LATER, YES, greedy_words, law_words, setting, where
from lab.lessons.blocks import Setup
from lab.lessons.telling import fit_method, fit_verdict
from lab.situation import Situation
from lab.ui.answers import Amount, Choice
from lab.ui.layout import numbers
from lab.ui.picture import show
from lab.ui.prediction import Question, card
from lab.ui.prose import literal

ROWS = 9  # sequences in a picture; all others are one row more
SIZES = {"100": 100, "1,000": 1_000, "10,000": 10_000}
EXACT, DRAWN = "Exact law", "Many seeds"
KNOBS = ("length", "sequences", "runs_of")
_CHOICE = {"bind": "query-params", "horizontal": True, "label_visibility": "collapsed"}
_exact_numbers = st.cache_resource(cycle_numbers, max_entries=100, show_spinner="Computing the exact law")
_exact_laws = st.cache_resource(sequence_laws, max_entries=50, show_spinner="Computing the exact law")
_draws = st.cache_data(sequence_counts, max_entries=50, show_spinner="Running many cycles")


def per_cycle(setup: Setup) -> None:
    """Draw the law of one cycle's counts, once its mean has been predicted."""
    try:
        exact = _exact_numbers(setup)
    except ValueError as limit:
        st.info(literal(str(limit)), icon=":material/hourglass_disabled:")
        return
    text = "One step further: over all seeds, how many tokens does such a cycle emit on average?"
    answer = Amount("Tokens on average", 0.0, setup.draft_len + 1.0)
    name = f"average-{setup.draft_len}"
    if card(Question("draft_block", name, text, answer, exact.mean_tokens, setup, setting(setup))):
        _show_numbers(exact)


def _show_numbers(exact: CycleNumbers) -> None:
    numbers(Tokens_per_cycle=fmt(exact.mean_tokens), Accepted_drafts_per_cycle=fmt(exact.mean_accepted))
    sizes = [n for n in range(exact.tokens.size) if n or exact.tokens[n] > 0]
    names = [f"{n} token{'' if n == 1 else 's'}" for n in sizes]
    show(chances(names, exact.tokens[sizes], "tokens-per-cycle", "Tokens a cycle emits", NEUTRAL))
    st.markdown("A position is accepted only if all before it were, so these chances never rise from left to right:")
    places = [f"Position {n + 1}" for n in range(exact.by_position.size)]
    show(chances(places, exact.by_position, "accepted-by-position", "Chance that the draft is accepted", ACCEPTED))
    total = " + ".join(map(fmt, exact.by_position))
    st.markdown(f"**Your numbers:** {literal(f'{total} = {fmt(exact.mean_accepted)}')} accepted drafts on average.")
    st.markdown(f"Computed {exact.how}.")


def whole_sequences(setup: Setup, s: Situation) -> None:
    """Draw the law of sequences beside the target's, once it has been predicted whether they agree."""
    length = st.slider("Sequence length", 1, 6, 3, key="length", bind="query-params")
    setup = replace(setup, cap=None)  # here the length is the cap
    try:
        laws = _exact_laws(setup, length)
    except ValueError as limit:
        st.info(literal(str(limit)), icon=":material/hourglass_disabled:")
        return
    text = "Cycle after cycle makes whole sequences. Do they follow the target’s own law?"
    words = setting(setup, f"{length} tokens")
    answer = Choice("Law", (YES, FIRST, LATER))
    if card(Question("draft_block", "law", text, answer, where(laws), setup, words, length)):
        _show_sequences(setup, s, laws, length)


def _show_sequences(setup: Setup, s: Situation, laws: SequenceLaws, length: int) -> None:
    seen = st.radio("Law", (EXACT, DRAWN), key="sequences", **_CHOICE)
    if seen == EXACT:
        _show_exact(setup, laws)
    else:
        _show_draws(setup, s, laws, length)
    rule = setup.rule
    met = f" Met in public: {literal(rule.reference)}." if rule.reference else ""
    st.markdown(f"**{literal(rule.title)}, {rule.kind}:** {literal(rule.mass)}{met}")


def _show_exact(setup: Setup, laws: SequenceLaws) -> None:
    rows = laws.likely(ROWS)
    output, wanted = (_shares(law, rows, len(rows)) for law in (laws.output, laws.wanted))
    show(output_and_wanted(_names(setup, rows, len(rows)), output, wanted, "Repeated cycles"))
    everything = fmt(len(laws.output | laws.wanted))
    tie = " (others are as likely as the last of them)" if laws.cuts_a_tie(ROWS) else ""
    st.markdown(
        f"The {len(rows)} most likely of {everything} sequences{tie}. Together: {fmt(output.sum())}, "
        f"target {fmt(wanted.sum())}.  \n{literal(law_words(laws))}"
    )
    if setup.greedy:
        st.markdown(literal(greedy_words(setup, laws)))
    st.markdown(
        f"Computed by enumeration: all {fmt(len(laws.output))} sequences that can come out, and every way in which "
        "cycles can make them."
    )


def _show_draws(setup: Setup, s: Situation, laws: SequenceLaws, length: int) -> None:
    size = SIZES[st.select_slider("Number of seeds", tuple(SIZES), "1,000", key="runs_of", bind="query-params")]
    cycles, plain = _draws(setup, s, length, size)
    rows = laws.likely(ROWS)
    names = _names(setup, rows, len(laws.output | laws.wanted))
    wanted = _shares(laws.wanted, rows, len(names))
    counts, ordinary = (np.round(_shares(each, rows, len(names))).astype(int) for each in (cycles, plain))
    show(law_comparison(wanted, counts, names, ordinary, sampler="Repeated cycles"))
    fit = goodness_of_fit(counts, wanted)
    st.markdown(fit_verdict(fit), help=fit_method(fit))


def _names(setup: Setup, rows: list, everything: int) -> list[str]:
    names = [setup.words(tokens) or "(nothing)" for tokens in rows]
    return names + (["all others"] if everything > len(rows) else [])


def _shares(law: dict, rows: list, size: int) -> np.ndarray:
    """The mass of each row; the rest in one more where there is one."""
    shares = [law.get(tokens, 0) for tokens in rows]
    rest = max(0, sum(law.values()) - sum(shares)) if size > len(rows) else None
    return np.array(shares if rest is None else [*shares, rest], dtype=np.float64)
