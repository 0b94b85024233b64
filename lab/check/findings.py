"""What a check of a real library found, as a value, and how it is written down and read again."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from lab.check.report import Report

INSTALLED_IN = re.compile(r"\S*site-packages/")
COMMAND = "python -m lab.check.implementations"


@dataclass(frozen=True)
class Finding:
    """One situation and what came of it.

    Attributes:
        part: what was checked: "step", "endpoint" or "assisted generation".
        situation: what is special about it.
        dtype: number format of the probabilities or of the model.
        size: number of draws, sequences or forced calls.
        verdict: the report's verdict; "as it must" or "other than it must" at an endpoint.
        said: what was seen, in a sentence.
        seed: the seed.
        detectable: total variation from which on a law would be found with 90 %; 0 where nothing is left to chance.
    """

    part: str
    situation: str
    dtype: str
    size: int
    verdict: str
    said: str
    seed: int = 0
    detectable: float = 0.0


@dataclass(frozen=True)
class Limit:
    """A known limit, with the arithmetic behind it.

    Attributes:
        name: what can happen.
        arithmetic: why, in numbers.
        measured: how often it was seen.
    """

    name: str
    arithmetic: str
    measured: str


@dataclass(frozen=True)
class Findings:
    """Everything from one run.

    Attributes:
        versions: library → version.
        findings: one entry for each situation.
        limits: known limits.
    """

    versions: dict[str, str]
    findings: Sequence[Finding]
    limits: Sequence[Limit]

    def updated(self, new: Finding) -> "Findings":
        """The same with one finding added, or replaced where it is about the same situation."""
        place = {_about(row): number for number, row in enumerate(self.findings)}
        rows = list(self.findings)
        if (number := place.get(_about(new))) is None:
            rows.append(new)
        else:
            rows[number] = new
        return replace(self, findings=rows)

    def to_json(self) -> str:
        """All of it as JSON text."""
        return json.dumps({"command": COMMAND, **asdict(self)}, indent=1, ensure_ascii=False)

    def to_markdown(self) -> str:
        """The page for people."""
        return "\n".join(_page(self)) + "\n"


def of_report(
    part: str, situation: str, dtype: str, report: Report, figures: str = "", detectable: float = 0.0
) -> Finding:
    """A finding from a report: what failed, or that nothing did."""
    size, seed = int(report.record["size"]), int(report.record["seed"])
    worst = report.failed[0].meaning if report.failed else ""
    needed = f"No test failed; {report.needed:,} would decide." if report.needed else ""
    said = " ".join(filter(None, [worst, needed, figures]))
    return Finding(part, situation, dtype, size, report.verdict, INSTALLED_IN.sub("", said), seed, detectable)


def write(found: Findings, folder: Path) -> None:
    """Write implementations.md and implementations.json into a folder."""
    (folder / "implementations.md").write_text(found.to_markdown(), encoding="utf-8")
    (folder / "implementations.json").write_text(found.to_json() + "\n", encoding="utf-8")


def read(folder: Path) -> Findings:
    """The findings as they were written, for a page.

    Raises:
        OSError: the folder has no implementations.json.
    """
    stored: dict[str, Any] = json.loads((folder / "implementations.json").read_text(encoding="utf-8"))
    findings = [Finding(**values) for values in stored["findings"]]
    return Findings(stored["versions"], findings, [Limit(**values) for values in stored["limits"]])


def _about(row: Finding) -> tuple[str, str, str]:
    return row.part, row.situation, row.dtype


def _page(found: Findings) -> list[str]:
    versions = ", ".join(f"{name} {version}" for name, version in found.versions.items())
    return [
        "# Real implementations, checked",
        "",
        "What the checks of `lab.check` say about speculative sampling in Hugging Face Transformers. Everything here "
        "was measured, on a CPU, and is about these versions only. A pass says that a law at the total "
        "variation “sees TV from”, or further off, would have been found with 90 %; it says less about smaller ones. "
        "“inconclusive” means that no test failed, but more calls would be needed for that.",
        "",
        f"Versions: {versions}.",
        "",
        "```sh",
        "pip install -r requirements.txt -r requirements-implementations.txt",
        f"{COMMAND}  # writes this file and implementations.json",
        "```",
        "",
        "## The sampling step",
        "",
        "`transformers.generation.utils._speculative_sampling`, called with made-up logits in a number format. Its law "
        "is compared with the p and q that its own softmax gives in that format.",
        "",
        *_table([finding for finding in found.findings if finding.part == "step"]),
        "",
        "## The ends of the uniform",
        "",
        "Chance rarely meets them, so `torch.rand_like` was made to return them.",
        "",
        *_table([finding for finding in found.findings if finding.part == "endpoint"]),
        "",
        "## Assisted generation, end to end",
        "",
        "`generate(..., assistant_model=...)` on tiny random models. Whole sequences are compared with the exact law "
        "of ordinary sampling, from the target's own logits, one prefix at a time. Transformers turns logits into "
        "float32 before it samples, whatever the format of the model.",
        "",
        *_table([finding for finding in found.findings if finding.part == "assisted generation"]),
        "",
        "## Known limits, with their arithmetic",
        "",
        *(line for limit in found.limits for line in _limit(limit)),
    ]


def _table(findings: Sequence[Finding]) -> list[str]:
    head = ["situation", "format", "calls", "seed", "sees TV from", "result", "what was seen"]
    return [_line(head), _line(["---", "---", "---:", "---:", "---:", "---", "---"]), *(_row(one) for one in findings)]


def _row(one: Finding) -> str:
    sees = f"{one.detectable}" if one.detectable else "–"
    return _line([_cell(one.situation), one.dtype, f"{one.size:,}", str(one.seed), sees, one.verdict, _cell(one.said)])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _limit(limit: Limit) -> list[str]:
    return [f"**{limit.name}** {limit.arithmetic}", "", f"Measured: {limit.measured}", ""]
