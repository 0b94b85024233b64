"""A rule in neutral words on the screen, and what is known of it after the reveal."""

import streamlit as st

from lab.core.rules import Rule
from lab.lessons.recipes import RECIPES
from lab.ui.prose import literal


def recipe(key: str) -> None:
    """Draw what proposes, what keeps and what corrects; nothing of it tells the verdict."""
    told = RECIPES[key]
    steps = {"Propose": told.proposes, "Keep": told.keeps, "After a rejection": told.corrects}
    st.markdown("  \n".join(f"**{step}:** {literal(words)}" for step, words in steps.items()))


def where_mass_goes(rule: Rule) -> None:
    """Draw the rule's name, one sentence on its mass, and where it was met."""
    met = f" Met in public: {literal(rule.reference)}." if rule.reference else ""
    st.markdown(f"**Where the mass goes ({literal(rule.title)}):** {literal(rule.mass)}{met}")
