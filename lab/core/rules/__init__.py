"""Every acceptance rule of the lab, right or wrong, as one kind of value."""

from lab.core.rules import exact  # noqa: F401  (each module enters its rules into RULES)
from lab.core.rules.rule import RULES, Rule

__all__ = ["RULES", "Rule"]
