"""What a check finds and what it lets pass: python benchmarks/check_power.py [seeds] [exact checks]

Every faulty sampler of ``check_cases`` is checked at 200,000 draws with several seeds, with its full record and with
its outputs alone, at a false-alarm chance of 1 in 1,000. Beside it stand two tests that people use: a plain
chi-square test of the outputs, and "the distance to p shrinks faster than that to reference laws" at rising sizes.
Then the exact samplers are checked, each with seeds of its own. The tables are Markdown.
"""

import math
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.check_cases import Case, across_calls, exact, faulty
from lab.check import check_sampler, check_suite, outputs_only
from lab.check.position.guard import call
from lab.core.goodness import goodness_of_fit

SIZE, LEVEL, SEEDS, EXACT = 200_000, 1e-3, 3, 1000
SIZES = (10, 100, 1000, 10_000, 100_000)
FASTER = 20


def chi_square(case: Case, seed: int) -> bool:
    """Whether Pearson's test alone sees the fault."""
    output = drawn(case, seed)
    if output is None:
        return True
    return goodness_of_fit(np.bincount(output, minlength=len(case.pair[0])), case.pair[0]).pvalue < LEVEL


def shrinking(case: Case, seed: int) -> bool:
    """Whether the distance to p fails to shrink 20 times faster than that to random laws, from 10 draws to 100,000."""
    output, rng = drawn(case, seed), np.random.default_rng(seed)
    if output is None:
        return True
    laws = [np.array(case.pair[0]), *rng.dirichlet(np.ones(len(case.pair[0])), 10)]
    shrunk = [distance(output[: SIZES[0]], law) / max(distance(output[: SIZES[-1]], law), 1e-12) for law in laws]
    return shrunk[0] <= FASTER * np.mean(shrunk[1:])


def distance(output, law) -> float:
    """Euclidean distance of the shares to a law."""
    return float(np.linalg.norm(np.bincount(output, minlength=law.size) / output.size - law))


def drawn(case: Case, seed: int):
    """The outputs, or None where there are none."""
    seen, tests = call(case.sampler, *map(np.array, case.pair), SIZE, np.random.default_rng(seed))
    return None if seen is None or any(test.pvalue == 0 for test in tests) else seen.output


def right_first(report, case: Case) -> bool:
    """Whether the rule stands first, or beside the first because both have the same law on this pair."""
    if not case.rule:
        return True
    found = {suspect.key: suspect for suspect in report.diagnosis}
    first = next(iter(found.values()), None)
    return case.rule in found and (first.key == case.rule or f"“{found[case.rule].title}”" in first.sentence)


def row(case: Case, seeds: range) -> dict:
    """How often each test finds one fault."""
    checks = {"record": case.sampler, "outputs": outputs_only(case.sampler)}
    found = {name: [check_sampler(way, *case.pair, SIZE, seed) for seed in seeds] for name, way in checks.items()}
    return {
        **{name: sum(report.verdict == "fail" for report in reports) for name, reports in found.items()},
        "named": all(right_first(report, case) for reports in found.values() for report in reports),
        "chi-square": sum(chi_square(case, seed) for seed in seeds),
        "shrinking": sum(shrinking(case, seed) for seed in seeds),
    }


def faults(seeds: int) -> None:
    """Print the table of the faulty samplers."""
    print("| faulty sampler | V | TV | record | outputs | rule named | chi-square | shrinking distance |")
    print("| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |")
    for case in faulty():
        found = row(case, range(seeds))
        far = "–" if math.isnan(case.distance) else f"{case.distance:.3f}"
        named = ("yes" if found["named"] else "NO") if case.rule else ""
        shares = [f"{found[name]}/{seeds}" for name in ("record", "outputs")]
        others = [f"{found[name]}/{seeds}" for name in ("chi-square", "shrinking")]
        print(
            f"| {case.name} | {len(case.pair[0])} | {far} | {' | '.join(shares)} | {named} | {' | '.join(others)} |",
            flush=True,
        )


def calls() -> None:
    """Print which situations of the suite show faults that one call, or chance alone, hides."""
    print("\n| faulty sampler | one check | fails in the suite |\n| --- | --- | --- |")
    for case in across_calls():
        failed = [name for name, _ in check_suite(case.sampler).failed]
        print(f"| {case.name} | {check_sampler(case.sampler, *case.pair).verdict} | {'; '.join(failed)} |", flush=True)


def alarms(checks: int) -> None:
    """Print how often exact samplers raise an alarm, at several sizes."""
    print("\n| exact sampler | checks | fail | slower | chi-square alone | shrinking distance |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    cases = exact()
    for at, case in enumerate(cases):
        seeds = range(at, checks, len(cases))
        sizes = [(2000, 20_000, SIZE)[seed // len(cases) % 3] for seed in seeds]
        verdicts = [check_sampler(case.sampler, *case.pair, *pair).verdict for pair in zip(sizes, seeds, strict=True)]
        few = list(seeds)[:10]
        others = [f"{sum(test(case, seed) for seed in few)}/{len(few)}" for test in (chi_square, shrinking)]
        counts = [verdicts.count(name) for name in ("fail", "slower")]
        print(f"| {case.name} | {len(seeds)} | {counts[0]} | {counts[1]} | {' | '.join(others)} |", flush=True)


if __name__ == "__main__":
    start = time.perf_counter()
    faults(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
    calls()
    alarms(int(sys.argv[2]) if len(sys.argv) > 2 else EXACT)
    print(f"\n{time.perf_counter() - start:.0f} seconds", file=sys.stderr)
