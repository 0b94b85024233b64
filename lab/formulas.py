"""Formulas with the learner's own numbers, in the digits of ``lab.core.numbers.fmt``."""

from collections.abc import Iterable
from fractions import Fraction

from lab.core.numbers import fmt


def written_sum(terms: Iterable[float], total: float) -> str:
    """A sum written out: "0.25 + 0.3 = 0.55"; with ≈ where the digits shown do not add up exactly.

    Args:
        terms: what is added.
        total: their sum, from the full digits.

    Returns:
        Plain text.
    """
    shown = [fmt(term) for term in terms]
    return f"{' + '.join(shown)} {_sign(shown, fmt(total))} {fmt(total)}"


def _sign(terms: list[str], total: str) -> str:
    try:
        return "=" if sum(map(Fraction, terms)) == Fraction(total) else "≈"
    except ValueError:  # such as "1 − 5e-10"
        return "≈"
