"""Does a real sampler have the target's law, and if not, which mistake does it make? No Streamlit in here."""

from lab.check.report import Report, Suspect, Test

__all__ = ["Report", "Suspect", "Test"]
