"""Check a sampler: does a real sampler, or a recorded run of one, follow the target?"""

import streamlit as st

from lab.ui import findings, sampler_round, trace_round
from lab.ui.editor import vector_editor
from lab.ui.layout import picture_and_controls
from lab.ui.page import page
from lab.ui.picture import waiting

UNNAMED, TRACE, REAL = SUBJECTS = ("A sampler without a name", "Your recorded run", "Real implementations")


def check_unnamed() -> None:
    picture, controls = picture_and_controls()
    with controls:
        question = st.container()
        situation = vector_editor()
    if situation is None:
        with picture:
            waiting()
    else:
        sampler_round.play(situation, question, picture)


with page("check", ("subject", *sampler_round.KNOBS, *trace_round.KNOBS)):
    subject = st.radio(
        "What to check", SUBJECTS, key="subject", bind="query-params", horizontal=True, label_visibility="collapsed"
    )
    if subject == UNNAMED:
        check_unnamed()
    else:
        picture, question = picture_and_controls()
        {TRACE: trace_round.play, REAL: findings.show}[subject](question, picture)
