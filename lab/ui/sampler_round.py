"""Check a built-in sampler that has no name yet: draws first, then the verdict, then the mistake."""

import numpy as np
import streamlit as st

from lab.charts.law import law_comparison
from lab.check import Report, check_sampler, outputs_only, sampler_of
from lab.check.growth import Step, sampler_growth
from lab.check.position.check import questions
from lab.check.report import judge
from lab.core.numbers import display_labels, fmt
from lab.core.rules import RULES, Rule
from lab.lessons import challenges
from lab.lessons.checks import FIRST_SIZE, SIZES, widest_gap
from lab.lessons.detective import UNNAMED, Case, case
from lab.situation import Situation
from lab.ui import challenge, report
from lab.ui.answers import Choice
from lab.ui.case_number import case_number
from lab.ui.code import show_code
from lab.ui.picture import show
from lab.ui.prediction import Question, card
from lab.ui.prose import literal
from lab.ui.recipe import recipe, where_mass_goes

KNOBS = ("sampler", "draws", "told")
_, EVENTS = KNOWN = ("Outputs only", "Proposals, flags and U too")
SNIPPET = """
from lab.check import check_sampler, outputs_only, sampler_of
from lab.core.rules import RULES

print(check_sampler({sampler}, p, q, size={size}, seed={seed}))
"""


def play(s: Situation, question, picture) -> None:
    """Draw a round: the outputs in the picture's place, the question beside it."""
    with picture:
        st.markdown("A sampler without a name made these draws. **Will a check let it pass?**")
        number = case_number("sampler", "Sampler")
        size, known = _evidence()
        this, seed = case(s, number, UNNAMED), 100 * s.seed + number
        found, steps, counts = _checked(
            this.culprit.key, *map(tuple, (s.p.tolist(), s.q.tolist())), size, seed, known == EVENTS
        )
        show(law_comparison(s.p, counts, s.labels, sampler="The sampler"))
    about, setting = (
        (s.pair_key, s.seed, number),
        f"sampler {number}, seed {s.seed}, {fmt(size)} draws, {known.lower()}; {s.setting}",
    )
    with question:
        text, answer = "What will the check say?", Choice("Verdict", tuple(report.WORDS.values()))
        truth = report.WORDS[found.verdict]
        seen = card(Question("check", "verdict", text, answer, truth, about, setting, (size, known)))
    if seen:
        with picture:
            _explain(s, found, steps, counts)
            named = _ask_for_mistake(this, about, setting)
            if named:
                _name(this.culprit, found)
            challenge.show(challenges.CHECK, this.culprit, found.verdict, size)
            if named:
                show_code(s, _snippet(this.culprit, size, seed, known == EVENTS), questions, judge)


def _evidence() -> tuple[int, str]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        size = st.select_slider("Draws N", tuple(SIZES), FIRST_SIZE, key="draws", bind="query-params")
        known = st.radio("What the check sees", KNOWN, key="told", bind="query-params", horizontal=True)
    return SIZES[size], known


@st.cache_data(max_entries=200, show_spinner="Drawing and checking")
def _checked(
    key: str, p: tuple[float, ...], q: tuple[float, ...], size: int, seed: int, events: bool
) -> tuple[Report, tuple[Step, ...], list[int]]:
    """The report of a check, how its evidence grew, and how often each token came out."""
    whole = sampler_of(RULES[key])
    sampler = whole if events else outputs_only(whole)
    found, steps = check_sampler(sampler, p, q, size, seed), sampler_growth(sampler, p, q, size, seed)
    output = whole(np.array(p), np.array(q), size, np.random.default_rng(seed))["output"]  # the draws that were checked
    return found, steps, np.bincount(output, minlength=len(p)).tolist()


def _explain(s: Situation, found: Report, steps: tuple[Step, ...], counts: list[int]) -> None:
    report.verdict(found)
    st.markdown(f"**Your numbers:** {literal(widest_gap(s.p, counts, s.labels))}")
    report.growth(steps, found.level)
    report.tests(found)
    names = (f"{token} is “{name}”" for token, name in enumerate(display_labels(s.labels)))
    st.markdown(f"Tests count tokens from 0: {literal(', '.join(names))}.")


def _ask_for_mistake(this: Case, about: tuple, setting: str) -> bool:
    text = "One step further: what does the sampler really do?"
    return card(Question("check", "mistake", text, Choice("Rule", this.names), this.culprit.title, about, setting))


def _name(culprit: Rule, found: Report) -> None:
    report.diagnosis(found)
    st.markdown(f"**It was “{literal(culprit.title)}”.**")
    recipe(culprit.key)
    where_mass_goes(culprit)
    report.files(found)


def _snippet(culprit: Rule, size: int, seed: int, events: bool) -> str:
    sampler = f'sampler_of(RULES["{culprit.key}"])'
    return SNIPPET.format(sampler=sampler if events else f"outputs_only({sampler})", size=size, seed=seed)
