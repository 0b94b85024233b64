"""Every acceptance rule of the lab, right or wrong, as one kind of value.

``RULES`` maps a key to a function of (p, q, **options) that gives the ``Rule`` for this pair. Each module enters its
rules on import, in the order in which they are met on screen.
"""

# isort: off
from lab.core.rules import exact, wrong_correction, wrong_acceptance, wrong_draft  # noqa: F401
from lab.core.rules import shared_randomness, approximations  # noqa: F401

# isort: on
from lab.core.rules.detection import detection_power, draws_to_detect
from lab.core.rules.rule import RULES, TITLES, Rule

__all__ = ["RULES", "TITLES", "Rule", "detection_power", "draws_to_detect"]
