"""Play: goals that the page checks while the learner edits."""

import streamlit as st

from lab.lessons.challenges import Challenge


def show(challenges: tuple[Challenge, ...], *subject: object) -> None:
    """List the goals about a subject; one that was reached once stays ticked for the session."""
    reached: set[str] = st.session_state.setdefault("reached", set())
    reached.update(challenge.key for challenge in challenges if challenge.reached(*subject))
    with st.expander(
        f"Challenges: {sum(c.key in reached for c in challenges)} of {len(challenges)} reached",
        icon=":material/trophy:",
        key=f"challenges-{challenges[0].key}",
    ):
        for challenge in challenges:
            mark, word = ("check_circle", "Reached") if challenge.key in reached else ("radio_button_unchecked", "Open")
            st.markdown(f":material/{mark}: {word}: {challenge.goal}")
