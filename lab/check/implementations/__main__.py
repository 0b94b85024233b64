"""Check Transformers' sampling step and assisted generation, print what was found and write it to docs/."""

import argparse
import logging
import warnings
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import torch

from lab.check.findings import Findings, read, write
from lab.check.implementations.assisted import assisted_findings
from lab.check.implementations.step_checks import endpoint_findings, step_findings, step_limits
from lab.check.record import versions

DOCS = Path(__file__).resolve().parents[3] / "docs"
PARTS = {
    "step": step_findings,
    "endpoint": lambda share, seed: endpoint_findings(seed),
    "assisted": assisted_findings,
}


def main() -> None:
    """Run everything, or one part; what is found is written at once, in place of an older finding about the same."""
    wishes = _wishes()
    torch.set_num_threads(1)  # calls this small only lose by more
    warnings.filterwarnings("ignore")
    logging.getLogger("transformers").setLevel(logging.ERROR)
    found = _before(wishes.out)
    for part in wishes.part or PARTS:
        for new in PARTS[part](wishes.share, wishes.seed):
            print(
                f"{new.part:<20} {new.dtype:<9} {new.situation:<44} {new.size:>7,}  {new.verdict:<12} {new.said}",
                flush=True,
            )
            found = found.updated(new)
            write(found, wishes.out)
    write(replace(found, limits=list(step_limits(found.findings, wishes.seed))), wishes.out)
    print(f"Written to {wishes.out / 'implementations.md'} and implementations.json.")


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m lab.check.implementations", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="seed of every check")
    parser.add_argument("--share", type=float, default=1.0, help="share of the full number of calls, for a quick look")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be given more than once")
    parser.add_argument("--out", type=Path, default=DOCS, help="folder of implementations.md and .json")
    return parser.parse_args()


def _before(folder: Path) -> Findings:
    """What was found before with these versions; nothing where there are no findings, or they are about others."""
    nothing = Findings(_versions(), [], [])
    if not (folder / "implementations.json").exists():
        return nothing
    found = read(folder)
    return found if found.versions == nothing.versions else nothing


def _versions() -> dict[str, str]:
    return {**versions(), "torch": torch.__version__, "transformers": version("transformers")}


if __name__ == "__main__":
    main()
