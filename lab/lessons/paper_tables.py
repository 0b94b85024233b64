"""Tables of papers as a page shows them: what is printed beside what the formulas give."""

from lab.core.cost import operations, speedup
from lab.core.numbers import Written, fmt
from lab.core.published import LEVIATHAN_TABLE_1, LEVIATHAN_TABLE_4


def table_1() -> list[dict[str, str]]:
    """Table 1 of Leviathan et al. (2023), printed beside computed."""
    return [
        {
            "α": fmt(row.alpha),
            "γ": str(row.draft_len),
            "Operations, printed": f"{row.operations:.2f}",
            "Operations, here": _here(operations(row.alpha, row.draft_len, 0)),
            "Speed, printed": f"{row.speed:.2f}",
            "Speed, here": _here(speedup(row.alpha, row.draft_len, 0)),
        }
        for row in LEVIATHAN_TABLE_1
    ]


def table_4() -> list[dict[str, str]]:
    """Table 4 of Leviathan et al. (2023): what is printed, the formula at the printed α and c, what was measured."""
    return [
        {
            "Task, draft": f"{row.task}, {row.draft}",
            "T": str(row.temperature),
            "γ": str(row.draft_len),
            "α": f"{row.alpha:.2f}",
            "c": f"{row.cost_ratio:.2f}",
            "Expected, printed": f"{row.expected:.1f}",
            "Formula, here": _here(speedup(row.alpha, row.draft_len, row.cost_ratio)),
            "Measured there": f"{row.measured:.1f}",
        }
        for row in LEVIATHAN_TABLE_4
    ]


def _here(value: float) -> Written:
    """A number computed here, in the digits of those that are printed."""
    return Written(f"{value:.2f}", float(value))
