"""Start: the question, the path through the pages, the three ways to use the lab."""

import streamlit as st

from lab.ui import notebook
from lab.ui.navigation import PAGES
from lab.ui.page import page

with page("start"):
    st.markdown(
        "A large language model, the **target**, is slow. A small one, the **draft**, is fast and often right. In "
        "*speculative sampling* the draft proposes a token x; a simple rule keeps or replaces it. What comes out "
        "follows the target's distribution **exactly**. This lab lets you see why."
    )
    st.markdown(f"**Your path** ({notebook.progress()})")
    for step in PAGES[1:]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.page_link(step.file, label=f"{step.title}: {step.question}", icon=f":material/{step.icon}:")
            if notebook.done(step.name):
                st.badge("done", icon=":material/check:", color="green")
    with st.grid(3, border=True):
        st.markdown("**:material/school: Learn**  \nPredict, reveal, compare. Your guesses are kept in the notebook.")
        st.markdown("**:material/groups: Teach**  \nPrepare a pair, then share its link or QR code with the class.")
        st.markdown(
            "**:material/science: Check**  \nTake your own p and q and compare your sampler with the exact law."
        )
