"""Recorded runs: read, asked, judged."""

from lab.check.trace.check import check_trace

__all__ = ["check_trace"]
