"""Figures printed in papers, to set beside the formulas. A speed belongs to the implementation it was measured on."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SpeedFormula:
    """A row of table 1 in Leviathan, Kalman, Matias (2023): both cost ratios are 0.

    Args:
        alpha: acceptance rate.
        draft_len: gamma.
        operations: printed factor of operations, two decimals.
        speed: printed walltime factor, two decimals.
    """

    alpha: float
    draft_len: int
    operations: float
    speed: float


@dataclass(frozen=True)
class SpeedMeasured:
    """A row of table 4 in Leviathan, Kalman, Matias (2023): a T5-XXL target on one TPU v4, batch size 1.

    Args:
        task: "EnDe" (translation) or "CNNDM" (summaries).
        draft: the draft model.
        temperature: 0 (argmax) or 1.
        draft_len: gamma.
        alpha: printed acceptance rate, two decimals.
        cost_ratio: printed c, two decimals.
        expected: printed factor by theorem 3.8, one decimal. The printed alpha and c are rounded too, so three rows
            lie 0.1 above the formula at the printed values.
        measured: printed factor as measured, one decimal.
    """

    task: str
    draft: str
    temperature: int
    draft_len: int
    alpha: float
    cost_ratio: float
    expected: float
    measured: float


LEVIATHAN_TABLE_1 = (
    SpeedFormula(0.6, 2, 1.53, 1.96),
    SpeedFormula(0.7, 3, 1.58, 2.53),
    SpeedFormula(0.8, 2, 1.23, 2.44),
    SpeedFormula(0.8, 5, 1.63, 3.69),
    SpeedFormula(0.9, 2, 1.11, 2.71),
    SpeedFormula(0.9, 10, 1.60, 6.86),
)

LEVIATHAN_TABLE_4 = (
    SpeedMeasured("EnDe", "T5-small", 0, 7, 0.75, 0.02, 3.2, 3.4),
    SpeedMeasured("EnDe", "T5-base", 0, 7, 0.80, 0.04, 3.3, 2.8),
    SpeedMeasured("EnDe", "T5-large", 0, 7, 0.82, 0.11, 2.5, 1.7),
    SpeedMeasured("EnDe", "T5-small", 1, 7, 0.62, 0.02, 2.3, 2.6),
    SpeedMeasured("EnDe", "T5-base", 1, 5, 0.68, 0.04, 2.4, 2.4),
    SpeedMeasured("EnDe", "T5-large", 1, 3, 0.71, 0.11, 2.0, 1.4),
    SpeedMeasured("CNNDM", "T5-small", 0, 5, 0.65, 0.02, 2.4, 3.1),
    SpeedMeasured("CNNDM", "T5-base", 0, 5, 0.73, 0.04, 2.6, 3.0),
    SpeedMeasured("CNNDM", "T5-large", 0, 3, 0.74, 0.11, 2.0, 2.2),
    SpeedMeasured("CNNDM", "T5-small", 1, 5, 0.53, 0.02, 1.9, 2.3),
    SpeedMeasured("CNNDM", "T5-base", 1, 3, 0.55, 0.04, 1.8, 2.2),
    SpeedMeasured("CNNDM", "T5-large", 1, 3, 0.56, 0.11, 1.6, 1.7),
)
