"""What reaches the reader: a timeline of draft, verify, emit, and what goes wrong when drafts are shown at once."""

import streamlit as st

from lab.charts.timeline import first_drafts, request_timeline
from lab.core.numbers import fmt
from lab.core.streaming import false_calls, readable, timeline
from lab.lessons import challenges
from lab.lessons.streams import (
    AMOUNTS,
    DRAFT_TIME,
    PIECES,
    VERIFY_TIME,
    Stream,
    amount,
    follows,
    history,
    request,
    script,
)
from lab.situation import Situation
from lab.ui import challenge
from lab.ui.answers import Choice
from lab.ui.case_number import case_number
from lab.ui.code import show_script
from lab.ui.editor import pick_situation
from lab.ui.layout import numbers, picture_and_controls
from lab.ui.page import page
from lab.ui.picture import show, waiting
from lab.ui.prediction import Question, card
from lab.ui.prose import literal
from lab.ui.rows import rows

VERIFIED, AT_ONCE = "Verified tokens only", "Stream unverified drafts"
KNOBS = ("request", "gamma", "differs", "stream", "stop_text", "until")
ALL_OF_IT, PART_OF_IT, NOTHING = (
    "Everything, for it is verified",
    "“EN” at once, the rest with the stop text",
    "Nothing of this block",
)
STOP = "END"
LONGEST_STOP = 20
_LINK = "query-params"


def ask_taken_back(stream: Stream, about: tuple, setting: str, settings: tuple) -> bool:
    text = (
        "An engine shows each draft at once, before it is verified. How many tokens must it take back in this request?"
    )
    answer = Choice("Taken back", tuple(AMOUNTS))
    question = Question("streaming", "back", text, answer, amount(stream.taken_back), about, setting, settings)
    return card(question, on_reveal=show_at_once)


def show_at_once() -> None:
    """Open on the engine that the question is about."""
    st.session_state.stream = AT_ONCE


def ask_stop() -> None:
    text = (
        f"One step further: the stop text is {STOP}. A block “EN”, “D”, “ ok. ”, “I ” passes as a whole. What of it "
        "may the reader see?"
    )
    answer = Choice("What?", (ALL_OF_IT, PART_OF_IT, NOTHING))
    if card(Question("streaming", "stop", text, answer, NOTHING, (), f"stop text {STOP}")):
        st.markdown(
            f"**The stop text {STOP} goes, and all behind it, verified or not:** of a block “EN”, “D”, “ ok. ”, “I ” "
            "nothing is shown. And “EN” alone must wait: whether D follows is not known yet. "
            f"Set {STOP} as the stop text and watch it."
        )


def settings() -> tuple[int, float, str] | None:
    """Draw the controls; returns γ, how much the draft differs, and the stop text, or None while that is too long."""
    with st.container(border=True, gap="small"):
        draft_len = int(st.slider("Draft length γ", 1, 8, 4, key="gamma", bind=_LINK))
        differs = st.slider("How far the draft is from the target", 0.0, 1.0, 0.5, 0.05, key="differs", bind=_LINK)
        stop = st.text_input("Stop text", key="stop_text", bind=_LINK, placeholder=f"none; try {STOP}")
        if too_long := len(stop) > LONGEST_STOP:
            st.error(
                f"A stop text of {fmt(len(stop))} characters is too long: use at most {LONGEST_STOP}.",
                icon=":material/error:",
            )
    with st.expander("The two models", icon=":material/neurology:"):
        st.markdown("What may follow each piece. The draft is a mixture of both columns.")
        rows(follows(), "models")
    return None if too_long else (draft_len, differs, stop)


def output_pane(stream: Stream, until: float) -> None:
    """What the reader has on the screen, and which calls have fired."""
    seen = stream.at(until)
    with st.container(border=True, gap="small"):
        st.markdown(":material/chat: **The reader's output**")
        st.text(seen.shown or ("(nothing)" if seen.stopped else "(nothing yet)"))
        if seen.held:
            st.text(f"Held back, for a stop text may begin here: {seen.held}")
        if seen.stopped:
            st.text("The stop text is complete: decoding ends.")


def consequences(stream: Stream) -> None:
    """Over the whole request: what was taken back, which calls fired."""
    st.markdown("Over the whole request:")
    numbers(
        Tokens_taken_back=fmt(stream.taken_back),
        Calls_in_the_text=fmt(len(stream.calls)),
        Calls_that_were_never_there=fmt(len(stream.false_calls)),
    )
    if stream.false_calls:
        st.error(literal(f"Fired, and not in the final text: {', '.join(stream.false_calls)}."), icon=":material/bolt:")
    if stream.dropped:
        count = len(stream.dropped)
        st.markdown(f"Behind the complete stop text: {count} verified token{'s' if count > 1 else ''}, never shown.")


def draw_page(s: Situation, number: int, choices: tuple[int, float, str], question, picture) -> None:
    draft_len, differs, stop = choices
    cycles, stops = request(s, number, draft_len, differs, stop), (stop,) if stop else ()
    setting = (
        f"request {number}, seed {s.seed}; γ = {draft_len}, draft {fmt(differs)} from the target, stop text {stop!r}"
    )
    with question:
        settings = (draft_len, differs, stop)
        known = ask_taken_back(Stream(cycles, stops, True), (s.seed, number), setting, settings)
    with picture:
        if not known:
            show(first_drafts(cycles[0], PIECES, DRAFT_TIME, VERIFY_TIME))
            st.info("The first drafts stand here. The request goes on with the reveal.", icon=":material/lock:")
            return
        way = st.radio("What is shown", (VERIFIED, AT_ONCE), key="stream", bind=_LINK, horizontal=True)
        percent = st.slider("Time, in percent of the request", 0, 100, 100, key="until", bind=_LINK)
        stream = Stream(cycles, stops, way == AT_ONCE)
        until = stream.duration * percent / 100
        output_pane(stream, until)
        consequences(stream)
        show(request_timeline(cycles, PIECES, until, DRAFT_TIME, VERIFY_TIME))
        explain(stream)
        challenge.show(challenges.STREAMING, stream, differs)
        show_script(script(s.seed, number, draft_len, differs, stop), timeline, readable, false_calls)


def explain(stream: Stream) -> None:
    st.markdown(
        "**Why:** a draft is a guess. It becomes text of the target only when it has passed its test and all tests "
        "before it. Text can be taken back from a screen. A call that has fired cannot."
    )
    with st.expander("Every step", icon=":material/format_list_numbered:"):
        rows(history(stream), "steps")
    ask_stop()


with page("streaming", knobs=KNOBS):
    st.markdown(
        r"A toy assistant calls tools by writing \<name>. Its target **never** writes \<pay>; its draft may. Each row "
        "is one cycle: drafts, then a verifying pass, then verified tokens."
    )
    picture, controls = picture_and_controls()
    with controls:
        question = st.container()
        number = case_number("request", "Request")
        choices = settings()
        with st.expander("Seed and situation", icon=":material/casino:", key="seed-of-stream"):
            situation = pick_situation()
    if situation is None or choices is None:
        with picture:
            waiting(until="every field can be read")
    else:
        draw_page(situation, number, choices, question, picture)
