"""Acceptance Lab: run with ``streamlit run app.py``."""

from lab.ui.navigation import configure, menu
from lab.ui.sockets import send_at_once

send_at_once()
configure()
menu().run()
