"""Does a real sampler have the target's law, and if not, which mistake does it make? No Streamlit in here."""

from lab.check.block.check import check_block_sampler
from lab.check.block.suite import block_suite
from lab.check.builtin import outputs_only, sampler_of
from lab.check.position.check import check_sampler
from lab.check.position.endpoints import check_endpoints
from lab.check.position.suite import SuiteReport, check_suite
from lab.check.pytest_helper import assert_exact
from lab.check.report import Report, Suspect, Test
from lab.check.trace import check_trace

__all__ = [
    "Report",
    "SuiteReport",
    "Suspect",
    "Test",
    "assert_exact",
    "block_suite",
    "check_block_sampler",
    "check_endpoints",
    "check_sampler",
    "check_suite",
    "check_trace",
    "outputs_only",
    "sampler_of",
]
