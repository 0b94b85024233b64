"""Check Transformers' sampling step and assisted generation, print what was found and write it to docs/."""

import argparse
import logging
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import torch

from lab.check.findings import Finding, Findings, write
from lab.check.implementations.assisted import assisted_findings
from lab.check.implementations.step_checks import endpoint_findings, step_findings, step_limits
from lab.check.report import versions

DOCS = Path(__file__).resolve().parents[3] / "docs"


def main() -> None:
    """Run everything; a few minutes, most of it in assisted generation."""
    parser = argparse.ArgumentParser("python -m lab.check.implementations", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="seed of every check")
    parser.add_argument("--share", type=float, default=1.0, help="share of the full number of calls, for a quick look")
    parser.add_argument("--out", type=Path, default=DOCS, help="folder of implementations.md and .json")
    wishes = parser.parse_args()
    torch.set_num_threads(1)  # calls this small only lose by more
    warnings.filterwarnings("ignore")
    logging.getLogger("transformers").setLevel(logging.ERROR)
    found = list(_told(_all(wishes.share, wishes.seed)))
    limits = list(step_limits(found, wishes.seed))
    write(Findings(_versions(), found, limits), wishes.out)
    print(f"Written to {wishes.out / 'implementations.md'} and implementations.json.")


def _all(share: float, seed: int) -> Iterator[Finding]:
    yield from step_findings(share, seed)
    yield from endpoint_findings(seed)
    yield from assisted_findings(share, seed)


def _told(found: Iterator[Finding]) -> Iterator[Finding]:
    for one in found:
        print(
            f"{one.part:<20} {one.dtype:<9} {one.situation:<44} {one.size:>7,}  {one.verdict:<12} {one.said}",
            flush=True,
        )
        yield one


def _versions() -> dict[str, str]:
    return {**versions(), "torch": torch.__version__, "transformers": version("transformers")}


if __name__ == "__main__":
    main()
