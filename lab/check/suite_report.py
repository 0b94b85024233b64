"""The result of a suite: a report for each situation, and one verdict."""

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lab.check.report import Report, Verdict

WORST_FIRST: tuple[Verdict, ...] = ("fail", "slower", "inconclusive", "pass")


REFUSES = "refuses"
"""In the record of a situation: with which words a sampler refused it, where that is a right answer."""


@dataclass(frozen=True)
class SuiteReport:
    """The results of a suite.

    Attributes:
        results: a name and a report for each situation, in the order in which they ran.
        level: chance of a false alarm over all of them together, in (0, 1).
    """

    results: tuple[tuple[str, Report], ...]
    level: float

    def __iter__(self) -> Iterator[tuple[str, Report]]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all: "fail", "slower", "inconclusive" or "pass"; what could not be tested has no say."""
        told = [report.verdict for _, report in self.results if not report.untested]
        return min(told, key=WORST_FIRST.index, default="inconclusive")

    @property
    def failed(self) -> tuple[tuple[str, Report], ...]:
        """The situations in which the sampler failed."""
        return tuple((name, report) for name, report in self.results if report.verdict == "fail")

    def to_dict(self) -> dict[str, Any]:
        """Verdict, level and every report as plain values."""
        parts = [{"situation": name, **report.to_dict()} for name, report in self.results]
        return {"verdict": self.verdict, "level": self.level, "situations": parts}

    def to_json(self, indent: int | None = 2) -> str:
        """The same as JSON text, without NaN or infinity."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        lines = [f"{self.verdict.upper()}: {len(self.failed)} of {len(self)} situations failed", ""]
        lines += [f"  {_word(report):<14} {name}" for name, report in self.results]
        alike = {report.reason: [] for _, report in self.failed}
        for name, report in self.failed:
            alike[report.reason].append((name, report))
        for [(name, report), *others] in alike.values():
            lines += ["", name, str(report)]
            if others:
                lines.append(f"  The same in {len(others)} more: {'; '.join(other for other, _ in others)}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{_word(report)}</td><td>{html.escape(name)}</td><td>{html.escape(report.reason)}</td></tr>"
            for name, report in self.results
        )
        return f"<p><b>{self.verdict}</b></p><table><tbody>{rows}</tbody></table>"


def _word(report: Report) -> str:
    if report.untested:
        return "not tested"
    return f"{report.verdict} (refuses)" if REFUSES in report.record else report.verdict
