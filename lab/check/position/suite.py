"""Run a sampler on every situation with one call."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.random import default_rng

from lab.check.position.check import check_handed
from lab.check.position.endpoints import check_endpoints
from lab.check.position.guard import RUNS, Sampler, Seen, call
from lab.check.position.outputs import two_requests
from lab.check.position.passages import no_passage_twice
from lab.check.position.situations import PLAIN, Situation, situations
from lab.check.record import REFUSES, versions
from lab.check.report import FROM_RNG, UNUSABLE, Report, Test, judge
from lab.check.suite_report import SuiteReport
from lab.core.block.situation import whole

SIZE, DETECTABLE = 50_000, 0.03
SAME, OTHER = "The same seed gives the same draws", "Another seed gives other draws"
APART = "two requests side by side"
Progress = Callable[[int, int, str], None]
Run = Callable[[Sampler, float], Report]


def check_suite(
    sampler: Sampler,
    *,
    seed: int = 0,
    size: int = SIZE,
    level: float = 1e-3,
    detectable: float = DETECTABLE,
    progress: Progress | None = None,
) -> SuiteReport:
    """Check a sampler in every situation of ``lab.check.position.situations``, and how its calls go together.

    Beside single situations: the same seed twice must give the same draws, two requests with their own seeds must be
    independent, and the ends of the uniform are forced where the sampler takes it from its generator.

    Args:
        sampler: see ``check_sampler``.
        seed: of the first situation; the others follow from it.
        size: number of draws in each situation.
        level: chance of a false alarm over the whole suite, in (0, 1); each situation may use an equal part.
        detectable: total variation that must be found with a chance of 90 % in each situation.
        progress: called with (done, total, name of the next situation or "") before each situation and at the end.

    Returns:
        A ``SuiteReport``.

    Raises:
        ValueError: seed, size, level or detectable lies outside its range.
    """
    seed = whole(seed, "seed")
    alone = [(place.name, _alone(place, seed, size, detectable)) for place in situations()]
    plan = [*alone, (SAME.lower(), _same_seed(seed, size)), (APART, _apart(seed, size))]
    plan.append(("the ends of the uniform", lambda sampler, level: check_endpoints(sampler, seed, level)))
    results = []
    for done, (name, run) in enumerate(plan):
        if progress is not None:
            progress(done, len(plan), name)
        results.append((name, run(sampler, level / len(plan))))
    if progress is not None:
        progress(len(plan), len(plan), "")
    return SuiteReport(tuple(results), level)


def _alone(place: Situation, seed: int, size: int, detectable: float) -> Run:
    def run(sampler: Sampler, level: float) -> Report:
        # flags need not follow the rescaled vectors to the last bit where a sampler was handed others
        report = check_handed(
            sampler, place.p, place.q, size, seed + place.seed, level, detectable=detectable, use_u=not place.may_refuse
        )
        return _refused(report, level, size) if place.may_refuse and _refuses(report) else report

    return run


def _refuses(report: Report) -> bool:
    return any(test.name == RUNS and "it raised ValueError" in test.meaning for test in report.failed)


def _refused(report: Report, level: float, size: int) -> Report:
    said = report.failed[0].meaning.split(": ", 2)[-1]
    test = Test("Follows p divided by its sum, or refuses", 0.0, 1.0, f"It refuses: {said}")
    passed = judge([test], level=level, size=size, needed=0, record=report.record | {REFUSES: said})
    return replace(passed, reason="The sampler refuses a vector that does not sum to 1, which is a right answer here.")


def _same_seed(seed: int, size: int) -> Run:
    def run(sampler: Sampler, level: float) -> Report:
        (first, tests), (second, more) = (call(sampler, *PLAIN, size, default_rng(seed)) for _ in range(2))
        if first is not None and second is not None:
            tests = [*tests, _same(first, second)]
        return judge([*tests, *more], level=level, size=size, needed=0, record={"seed": seed, **versions()})

    return run


def _same(first: Seen, second: Seen) -> Test:
    wrong = np.flatnonzero(first.output != second.output)
    if not wrong.size:
        return Test(SAME, 0.0, 1.0, "Two runs gave the same outputs.")
    what = f"two calls with the same seed differ, first in draw {wrong[0]}, and in {wrong.size - 1:,} more"
    return Test(SAME, float("nan"), 0.0, f"{UNUSABLE}: {what}. {FROM_RNG}", "mechanism")


def _other(first: Seen, second: Seen, p: np.ndarray) -> Test:
    if (first.output != second.output).any():
        return Test(OTHER, 0.0, 1.0, "Two runs gave different outputs.")
    chance = float(p @ p) ** first.output.size
    return Test(OTHER, 0.0, chance, f"{UNUSABLE}: two calls with different seeds give the same draws. {FROM_RNG}")


def _apart(seed: int, size: int) -> Run:
    def run(sampler: Sampler, level: float) -> Report:
        p = np.array(PLAIN[0])
        (first, tests), (second, more) = (call(sampler, *PLAIN, size, default_rng([seed, n])) for n in (1, 2))
        tests = [*tests, *more]
        if first is not None and second is not None:
            together = np.concatenate([first.output, second.output])
            tests += [
                _other(first, second, p),
                two_requests(first.output, second.output, p),
                no_passage_twice(together, float(p.max())),
            ]
        return judge(tests, level=level, size=size, needed=0, record={"seed": seed, **versions()})

    return run
