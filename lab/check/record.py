"""What a report keeps so that its result can be repeated."""

import platform
from importlib.metadata import version
from typing import Any

KNOWN = "known"
"""Which parts of the draws were known, where there were draws."""
REFUSES = "refuses"
"""With which words a sampler refused a situation, where that is a right answer."""


def sampler_name(sampler: Any) -> str:
    """How a sampler is called in the record: its own name, without the function in which it was made."""
    return getattr(sampler, "__qualname__", type(sampler).__name__).rpartition("<locals>.")[2]


def versions() -> dict[str, str]:
    """The versions that a result depends on, for the record."""
    return {"python": platform.python_version(), "numpy": version("numpy"), "scipy": version("scipy")}
