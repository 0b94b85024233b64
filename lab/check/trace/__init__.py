"""Recorded runs: read, asked, judged."""

from lab.check.trace.check import check_trace, trace_tests

__all__ = ["check_trace", "trace_tests"]
