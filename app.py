"""Acceptance Lab: run with ``streamlit run app.py``."""

from lab.ui.navigation import configure, menu

configure()
menu().run()
