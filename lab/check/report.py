"""What a check says: the verdict, the tests behind it, the likely mistake, and the record that repeats it."""

import html
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Verdict = Literal["pass", "slower", "fail", "inconclusive"]
About = Literal["output", "acceptance too low", "mechanism"]

VERDICTS: dict[Verdict, str] = {
    "pass": "The outputs follow the target, as far as this many draws can tell.",
    "slower": "The outputs follow the target, but fewer drafts are accepted than min(1, p/q) allows.",
    "fail": "This is not the target's law, or not the mechanism that was recorded.",
    "inconclusive": "Nothing speaks against it yet, but too few draws were made to tell.",
}
"""What each verdict means, in one sentence."""

UNTESTED = "Not tested: nothing here could be asked of what the sampler gives."
"""The reason where not one question could be put."""

UNUSABLE = "The sampler cannot be used as it is"
"""How the meaning of a test begins that found no draws to look at, or none that can be repeated."""

FROM_RNG = "All its randomness has to come from the rng that it is given, none from a generator of its own."


@dataclass(frozen=True)
class Test:
    """One question put to the draws.

    Attributes:
        name: what is asked, as a statement that holds for an exact sampler: "Outputs follow p".
        statistic: the figure that was compared; NaN where nothing was computed.
        pvalue: chance that an exact sampler looks as bad or worse, in [0, 1]; 0 for an impossible event, NaN where
            nothing could be tested.
        meaning: one plain sentence on what was found, and what to look for.
        about: "output" where it concerns the law of what comes out; "acceptance too low" where a small p-value means
            only that fewer proposals were kept than could be; "mechanism" for proposals, flags and corrections.
    """

    __test__ = False  # not a test of this repository: pytest leaves it alone

    name: str
    statistic: float
    pvalue: float
    meaning: str
    about: About = "output"


@dataclass(frozen=True)
class Suspect:
    """One rule that could have made the outputs.

    Attributes:
        key: its name in ``lab.check.rivals.RIVALS`` or ``lab.core.block.BLOCK_RULES``.
        title: its name on screen.
        log10_ratio: how many powers of ten better (above 0) or worse it fits than the exact rule does.
        sentence: the same in words.
        fits: whether it fits well; where not, it is no more than a guess.
    """

    key: str
    title: str
    log10_ratio: float
    sentence: str
    fits: bool = True


@dataclass(frozen=True)
class Report:
    """The result of a check.

    Attributes:
        verdict: "pass"; "slower" where the output law is right and acceptance lies below min(1, p/q); "fail";
            "inconclusive" where nothing failed and ``needed`` is larger than the number of draws.
        reason: one or two sentences for a person.
        tests: every question that was put, failed ones first.
        diagnosis: rules ranked by likelihood, the best first; empty where the exact rule fits.
        record: what repeats the result: versions, seed, dtype, transforms, rule, size, level.
        level: chance of a false alarm over all tests together, in (0, 1).
        needed: number of draws that would decide; 0 where there were enough.
    """

    verdict: Verdict
    reason: str
    tests: tuple[Test, ...]
    diagnosis: tuple[Suspect, ...] = ()
    record: Mapping[str, Any] = field(default_factory=dict)
    level: float = 1e-3
    needed: int = 0

    @property
    def failed(self) -> tuple[Test, ...]:
        """The tests that an exact sampler fails all together with a chance of at most ``level``."""
        return tuple(test for test in self.tests if _fails(test, self.tests, self.level))

    @property
    def untested(self) -> bool:
        """Whether not one of the questions could be put to the draws."""
        return all(math.isnan(test.pvalue) for test in self.tests)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values; a number that does not exist is None."""
        return _plain(asdict(self))

    def to_json(self, indent: int | None = 2) -> str:
        """The report as JSON text, without NaN or infinity."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        lines = [f"{self.verdict.upper()}: {self.reason}", ""]
        told = [(mark(test, self), test.name, written_pvalue(test), test.meaning) for test in self.tests]
        lines += [f"  {result:<5} {name}  ({chance})  {meaning}" for result, name, chance, meaning in told]
        if self.diagnosis:
            lines += ["", f"  {heading(self)}:"]
            lines += [f"    {suspect.sentence}" for suspect in self.diagnosis]
        lines += ["", "  " + ", ".join(f"{name} {value}" for name, value in self.record.items())]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The report as a table in a notebook; everything a sampler or a file named is shown as text."""
        rows = "".join(
            f"<tr><td>{mark(test, self)}</td><td>{html.escape(test.name)}</td><td>{written_pvalue(test)}</td>"
            f"<td>{html.escape(test.meaning)}</td></tr>"
            for test in self.tests
        )
        suspects = "".join(f"<li>{html.escape(suspect.sentence)}</li>" for suspect in self.diagnosis)
        record = html.escape(", ".join(f"{name} {value}" for name, value in self.record.items()))
        return (
            f"<p><b>{self.verdict}</b>: {html.escape(self.reason)}</p><table><thead><tr><th>Result</th><th>Test</th>"
            f"<th>p-value</th><th>Meaning</th></tr></thead><tbody>{rows}</tbody></table>"
            + (f"<p>{heading(self)}:</p><ol>{suspects}</ol>" if suspects else "")
            + f"<p><small>{record}</small></p>"
        )


def judge(
    tests: Sequence[Test],
    *,
    level: float,
    size: int,
    needed: int,
    diagnosis: Sequence[Suspect] = (),
    record: Mapping[str, Any],
) -> Report:
    """Turn tests into a verdict.

    Each test may use an equal part of ``level`` (Bonferroni), so that all of them together alarm on an exact sampler
    with a chance of at most ``level``.

    Args:
        tests: every test that was planned, also those that could not be done (p-value NaN).
        level: chance of a false alarm over all tests, in (0, 1).
        size: number of draws that were seen.
        needed: number of draws from which on a pass says something.
        diagnosis: rules ranked by likelihood; kept only where a test failed.
        record: what repeats the result.

    Returns:
        The report; failed tests come first.

    Raises:
        ValueError: level lies outside (0, 1).

    Source: Dunn, "Multiple comparisons among means" (1961), for the equal parts.
    """
    if not 0 < level < 1:
        raise ValueError(f"level is {level}: give a number between 0 and 1")
    failed = [test for test in tests if _fails(test, tests, level)]
    rest = [test for test in tests if test not in failed]
    verdict = _verdict(failed, size < needed or all(math.isnan(test.pvalue) for test in tests))
    return Report(
        verdict,
        _reason(verdict, failed, size, needed),
        (*sorted(failed, key=lambda test: test.pvalue), *rest),
        tuple(diagnosis) if failed else (),
        record,
        level,
        needed if verdict == "inconclusive" else 0,
    )


def _verdict(failed: Sequence[Test], too_few: bool) -> Verdict:
    about = {test.about for test in failed}
    if "output" in about:
        return "fail"
    if any(test.about == "mechanism" and _impossible(test) for test in failed):
        return "fail"  # one such event is enough
    if "acceptance too low" in about:
        return "slower"
    if failed:
        return "fail"
    return "inconclusive" if too_few else "pass"


def _reason(verdict: Verdict, failed: Sequence[Test], size: int, needed: int) -> str:
    seen = "One draw was seen" if size == 1 else f"{size:,} draws were seen"
    if verdict == "inconclusive":
        return f"{VERDICTS[verdict]} {seen}; {needed:,} would decide." if needed > size else UNTESTED
    if not failed:
        return f"{VERDICTS[verdict]} {seen}."
    telling = [test for test in failed if verdict != "slower" or test.about == "acceptance too low"]
    worst = min(telling, key=lambda test: test.pvalue).meaning
    return worst if worst.startswith(UNUSABLE) else f"{VERDICTS[verdict]} {worst}"


def _fails(test: Test, tests: Sequence[Test], level: float) -> bool:
    return test.pvalue * len(tests) < level  # False for NaN


def _impossible(test: Test) -> bool:
    return test.pvalue == 0 and math.isnan(test.statistic)


def mark(test: Test, report: Report) -> str:
    """How a test ended, in a word: "FAIL", "ok" or "–" where nothing could be tested."""
    if math.isnan(test.pvalue):
        return "–"
    return "FAIL" if test in report.failed else "ok"


def heading(report: Report) -> str:
    """What stands above the diagnosis."""
    return "The likely mistake" if len(report.diagnosis) < 2 else "The likely mistakes, best first"


def written_pvalue(test: Test) -> str:
    """A p-value as it is shown: "p = 0.02", "impossible event", "holds" or "not tested"."""
    if math.isnan(test.pvalue):
        return "not tested"
    if test.pvalue == 1 and (math.isnan(test.statistic) or test.statistic == 0):  # no question of chance
        return "holds"
    if test.pvalue == 0:  # or a statistic so far out that its chance is no float
        return "impossible event" if _impossible(test) else "p < 1e-300"
    return f"p = {test.pvalue:.2g}"


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
