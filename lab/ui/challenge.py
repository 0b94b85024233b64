"""Play: goals that the page checks while the learner edits."""

import streamlit as st

from lab.lessons.challenges import Challenge


def show(challenges: tuple[Challenge, ...], *subject: object) -> None:
    """List the goals about a subject; one that was reached once stays ticked for the session."""
    reached: set[str] = st.session_state.setdefault("reached", set())
    reached.update(challenge.key for challenge in challenges if challenge.reached(*subject))
    title = f"Challenges: {sum(c.key in reached for c in challenges)} of {len(challenges)} reached"
    # not on_change="rerun": then the title would be part of the identity, and a goal reached would close the list
    with st.expander(title, key=f"challenges-{challenges[0].key}", icon=":material/trophy:"):
        for challenge in challenges:
            st.markdown(_line(challenge, challenge.key in reached))


def _line(challenge: Challenge, reached: bool) -> str:
    mark, word = ("check_circle", "Reached") if reached else ("radio_button_unchecked", "Open")
    return f":material/{mark}: {word}: {challenge.goal}"
