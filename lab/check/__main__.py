"""The command line: python -m lab.check trace.jsonl, or python -m lab.check --sampler package.module:function."""

import argparse
import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lab.check.page import Result, page

EXIT = {"pass": 0, "slower": 0, "fail": 1, "inconclusive": 3}
UNUSABLE = 2
WIDTH = 30  # of the progress bar

ABOUT = """\
Check whether a sampler or a recorded run has the target's law.

  python -m lab.check trace.jsonl                        a recorded run: JSON lines, .csv or .parquet
  python -m lab.check --sampler package.module:function  a function sampler(p, q, size, rng) of your own, all
                                                         its randomness from rng

The report goes to standard output, progress to standard error. docs/trace-format.md says how to record a run."""

CODES = """\
exit code:
  0  pass, or slower: the outputs follow the target, but fewer drafts are kept than could be; the first word says which
  1  fail: not the target's law, or not the mechanism that was recorded
  2  unusable input; the message names the line, the reason and what to do
  3  inconclusive: nothing failed, but there were too few events; the report says how many would decide"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        words: the words after ``python -m lab.check``; those of this process where absent.

    Returns:
        The exit code: 0 pass or slower, 1 fail, 2 unusable input, 3 inconclusive.
    """
    asked = _parser().parse_args(words)
    progress = bar(sys.stderr.write) if sys.stderr.isatty() else None
    try:
        result = _result(asked, progress)
    except (ValueError, OSError) as error:
        name, said = str(asked.trace or asked.sampler), str(error)
        return _unusable(said if said.startswith(f"{name}: ") else f"{name}: {said}")
    try:
        if asked.html:
            asked.html.write_text(page(result), encoding="utf-8")
    except OSError as error:
        return _unusable(f"--html {asked.html}: {error.strerror}: give a file that can be written")
    print(result.to_json() if asked.json else result)
    return EXIT[result.verdict]


def _unusable(reason: str) -> int:
    print(reason, file=sys.stderr)
    return UNUSABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m lab.check",
        description=ABOUT,
        epilog=CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("trace", nargs="?", type=Path, help="the recorded run")
    what.add_argument(
        "--sampler", metavar="MODULE:FUNCTION", help="check this function in every situation of the suite"
    )
    parser.add_argument("--level", type=float, help="chance of a false alarm over all tests together (0.001)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same report (0)")
    parser.add_argument("--detectable", type=float, help="smallest distance that a pass must rule out (0.01)")
    parser.add_argument("--size", type=int, help="with --sampler: draws in each situation")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--html", metavar="FILE", type=Path, help="also write the report as a page")
    return parser


def _result(asked: argparse.Namespace, progress: Callable | None) -> Result:
    names = ("level", "detectable") if asked.sampler is None else ("level", "detectable", "size")
    given = {name: getattr(asked, name) for name in names if getattr(asked, name) is not None}
    if asked.seed < 0:
        raise ValueError(f"--seed is {asked.seed}: give 0 or more")
    if asked.sampler is None:
        if asked.size is not None:
            raise ValueError("--size is for --sampler: leave it out, a recorded run is read as a whole")
        from lab.check.trace import check_trace

        return check_trace(asked.trace, seed=asked.seed, progress=progress, **given)
    from lab.check.position.suite import check_suite

    return check_suite(named(asked.sampler), seed=asked.seed, progress=progress, **given)


def named(name: str) -> Callable[..., Any]:
    """Find a function by "package.module:function".

    Raises:
        ValueError: there is no such module or function; it says what went wrong on the way.
    """
    module, _, function = name.partition(":")
    if not module or not function:
        raise ValueError("give --sampler as package.module:function")
    try:
        found = importlib.import_module(module)
    except (Exception, SystemExit) as error:  # the module is the user's: whatever it raises is said, not crashed on
        raise ValueError(f"the module {module} cannot be imported ({type(error).__name__}: {error})") from error
    found = getattr(found, function, None)
    if not callable(found):
        raise ValueError(f"the module {module} has no function {function}: give one that it defines")
    return found() if inspect.isclass(found) else found


def bar(write: Callable[[str], Any]) -> Callable[[int, int, str], None]:
    """Make a progress bar on one line; it only writes when it has moved on by a hundredth."""
    shown = [-1]

    def show(done: int, total: int, name: str) -> None:
        part = min(100, 100 * done // total) if total else 0
        if part == shown[0]:
            return
        shown[0] = part
        full = WIDTH * part // 100
        write(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {part:3d} %  {name[:40]:<40}" + ("\n" if part == 100 else ""))

    return show


if __name__ == "__main__":
    sys.exit(main())
