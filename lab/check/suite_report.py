"""The result of a suite: a report for each situation, and one verdict."""

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lab.check.record import KNOWN, REFUSES
from lab.check.report import UNUSABLE, Report, Verdict

WORST_FIRST: tuple[Verdict, ...] = ("fail", "slower", "inconclusive", "pass")


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

    @property
    def mistake(self) -> str:
        """Which mistake fits wherever the sampler failed, in one sentence; "" where no draws can be compared."""
        told = [report for _, report in self.failed if report.diagnosis or KNOWN in report.record]
        if not told:
            return ""
        common = set.intersection(*({suspect.title for suspect in report.diagnosis if suspect.fits} for report in told))
        where = f"in each of the failed situations whose draws can be compared ({len(told)})"
        if not common:
            return f"No mistake that the lab knows fits {where}."
        return f"The likely mistake: {' or '.join(f'“{name}”' for name in sorted(common))} fits {where}."

    def to_dict(self) -> dict[str, Any]:
        """Verdict, level and every report as plain values."""
        parts = [{"situation": name, **report.to_dict()} for name, report in self.results]
        return {"verdict": self.verdict, "level": self.level, "mistake": self.mistake, "situations": parts}

    def to_json(self, indent: int | None = 2) -> str:
        """The same as JSON text, without NaN or infinity."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        lines = [f"{self.verdict.upper()}: {len(self.failed)} of {len(self)} situations failed", ""]
        lines += [f"  {_word(report):<14} {name}" for name, report in self.results]
        lines += ["", self.mistake] if self.mistake else []
        alike: dict[str, list[tuple[str, Report]]] = {}
        for name, report in self.failed:
            alike.setdefault(_kind(report), []).append((name, report))
        for [(name, report), *others] in alike.values():
            lines += ["", name, str(report)]
            if others:
                lines.append(f"  The same tests fail in {len(others)} more: {'; '.join(other for other, _ in others)}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{_word(report)}</td><td>{html.escape(name)}</td><td>{html.escape(report.reason)}</td></tr>"
            for name, report in self.results
        )
        return f"<p><b>{self.verdict}</b></p><p>{html.escape(self.mistake)}</p><table><tbody>{rows}</tbody></table>"


def _kind(report: Report) -> str:
    """Reports of one kind fail by the same tests, or cannot use the sampler for the same reason."""
    unusable = report.reason.startswith(UNUSABLE)
    return report.reason if unusable else "; ".join(sorted(test.name for test in report.failed))


def _word(report: Report) -> str:
    if report.untested:
        return "not tested"
    return f"{report.verdict} (refuses)" if REFUSES in report.record else report.verdict
