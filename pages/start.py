"""Start: the question, the path through the pages, the three ways to use the lab."""

from itertools import groupby

import streamlit as st

from lab.ui import notebook
from lab.ui.navigation import PAGES, Page
from lab.ui.page import page

WAYS = (
    "**:material/school: Learn**  \nPredict, reveal, compare. Your guesses are kept in the notebook.",
    "**:material/groups: Teach**  \nPrepare a pair, then share its link or QR code with the class.",
    "**:material/science: Check**  \nHand your sampler or its recorded run to *Check a sampler*: it names the mistake.",
)


def link(step: Page) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.page_link(step.file, label=f"{step.title}: {step.question}", icon=f":material/{step.icon}:")
        if notebook.done(step.name):
            st.badge("done", icon=":material/check:", color="green")


with page("start"):
    st.markdown(
        "A large language model, the **target**, is slow. A small one, the **draft**, is fast and often right. In "
        "*speculative sampling* the draft proposes a token x; a simple rule keeps or replaces it. What comes out "
        "follows the target's distribution **exactly**. This lab lets you see why."
    )
    st.markdown(f"**Your path** ({notebook.progress()})")
    with st.grid(2, min_column_width=400, gap=("xsmall", "medium")):
        for group, steps in groupby(PAGES[1:], key=lambda step: step.group):
            with st.container(gap="xsmall"):
                st.markdown(group)
                for step in steps:
                    link(step)
    with st.grid(3, border=True):
        for way in WAYS:
            st.markdown(way)
