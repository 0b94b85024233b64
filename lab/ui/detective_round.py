"""Detective: draws of an unnamed rule; the learner asks for more of them and names it."""

import streamlit as st

from lab.charts.law import law_comparison
from lab.charts.suspects import suspects
from lab.core.goodness import goodness_of_fit
from lab.core.monte_carlo import Tally
from lab.core.numbers import display_labels, fmt
from lab.lessons.detective import CASE_DRAWS, SIZES, Case, case, log_likelihoods, run_of, shares, words_about
from lab.lessons.telling import fit_method, fit_verdict
from lab.situation import Situation
from lab.ui.answers import Choice
from lab.ui.case_number import case_number
from lab.ui.picture import show
from lab.ui.prediction import Question, card, exploring
from lab.ui.prose import literal
from lab.ui.recipe import recipe, where_mass_goes

KNOBS = ("case", "evidence", "flags")
UNNAMED = "The unnamed rule"
FIRST_LOOK = "30"
WHAT_TO_DO = {
    False: "Ask for as many as you need, then **name the rule**.",
    True: "Ask for more and see how soon the others drop out.",
}


def play(s: Situation, question, picture) -> None:
    """Draw a case: the evidence in the picture's place, the suspects in the question's."""
    with picture:
        st.markdown(f"One of the suspects made these draws. {WHAT_TO_DO[exploring()]}")
        number = case_number("case", "Case")
        evidence = st.container()
    this = case(s, number)
    with evidence:
        size, flags = _ask_for_evidence()
        tally = run_of(s, this.culprit, size, CASE_DRAWS, number)
        _show_evidence(s, tally, flags)
    with question:
        known = card(_question(s, this, number, size, flags))
        with st.expander("What the suspects do", icon=":material/person_search:"):
            for rule in this.suspects:
                st.markdown(f"**{literal(rule.title)}**")
                recipe(rule.key)
    if known:
        with evidence:
            _solve(this, tally, flags)


def _question(s: Situation, this: Case, number: int, size: int, flags: bool) -> Question:
    seen = f"{fmt(size)} draws{' with flags' if flags else ''}"
    return Question(
        "wrong_rules",
        "culprit",
        "Which rule made these draws?",
        Choice("Suspect", this.names),
        this.culprit.title,
        (s.pair_key, s.seed, number),
        f"case {number}, seed {s.seed}, {seen}; {s.setting}",
    )


def _ask_for_evidence() -> tuple[int, bool]:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.select_slider("Draws to look at", tuple(SIZES), FIRST_LOOK, key="evidence", bind="query-params")
        st.button("More draws", key="more", icon=":material/add:", on_click=_more)
        st.toggle("Show which drafts were kept", key="flags", bind="query-params")
    return SIZES[st.session_state.evidence], st.session_state.flags


def _more() -> None:
    sizes = list(SIZES)
    st.session_state.evidence = sizes[min(sizes.index(st.session_state.evidence) + 1, len(sizes) - 1)]


def _show_evidence(s: Situation, tally: Tally, flags: bool) -> None:
    show(law_comparison(s.p, tally.output, s.labels, sampler=UNNAMED))
    fit = goodness_of_fit(tally.output, s.p)
    st.markdown(fit_verdict(fit), help=fit_method(fit))
    if flags:
        columns = {"Proposed": tally.accepted + tally.rejected, "Kept": tally.accepted, "Corrected to": tally.corrected}
        names = [literal(label) for label in display_labels(s.labels)]
        counts = {name: [fmt(int(n)) for n in column] for name, column in columns.items()}
        st.table({"Token": names} | counts, border="horizontal", hide_index=True)


def _solve(this: Case, tally: Tally, flags: bool) -> None:
    logs = log_likelihoods(this.suspects, tally, flags)
    culprit = this.suspects.index(this.culprit)
    st.subheader("How likely does each suspect make these draws?", anchor=False)
    show(suspects(this.names, logs, shares(logs), this.culprit.title))
    st.markdown("“1 : 10” means: under this suspect these very draws are 10 times less likely than under the best one.")
    st.markdown(literal(words_about(logs, culprit)))
    where_mass_goes(this.culprit)
