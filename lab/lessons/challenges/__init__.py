"""Goals to play for, page by page."""

from lab.lessons.challenges.break_it import PRECISION, TRANSFORMS, WRONG_RULES
from lab.lessons.challenges.goal import Challenge
from lab.lessons.challenges.learn import ACCEPTANCE, MONTE_CARLO, ONE_PROPOSAL, RECOMBINE
from lab.lessons.challenges.scale_it import COST, DRAFT_BLOCK, STREAMING
from lab.lessons.challenges.use_it import CHECK

__all__ = [
    "ACCEPTANCE",
    "CHECK",
    "COST",
    "DRAFT_BLOCK",
    "MONTE_CARLO",
    "ONE_PROPOSAL",
    "PRECISION",
    "RECOMBINE",
    "STREAMING",
    "TRANSFORMS",
    "WRONG_RULES",
    "Challenge",
]
