"""Does a sampler of whole blocks have the target's law?"""

from collections.abc import Collection

import numpy as np
from scipy import stats

from lab.check.block.case import Case, Law, case, law_of_case, positive
from lab.check.block.diagnosis import Rival, rival_test, rivals, small_enough, suspects
from lab.check.block.evidence import (
    LEAST,
    NOTHING,
    greedy_test,
    law_tests,
    neighbours,
    pair_tests,
    places,
    support_test,
)
from lab.check.block.guard import BlockSampler, Rows, run_sampler
from lab.check.record import KNOWN, sampler_name, versions
from lab.check.report import FROM_RNG, UNUSABLE, Report, Test, judge
from lab.core.block import Greedy, Model
from lab.core.block.situation import whole

DETECTABLE, POWER = 0.02, 0.9
REPEATED = 50  # sequences at most of the two runs that must agree
FORM = "The sampler runs and returns sequences of token ids"


def check_block_sampler(
    sampler: BlockSampler,
    target: Model,
    draft: Model,
    draft_len: int,
    length: int,
    size: int = 50_000,
    seed: int = 0,
    level: float = 1e-3,
    *,
    stop: Collection[int] = (),
    greedy: bool = False,
    detectable: float = DETECTABLE,
) -> Report:
    """Compare whole sequences of a sampler with the exact law of ordinary sampling from the target.

    Args:
        sampler: function of (target, draft, draft_len, length, size, rng) giving an integer array of shape
            (size, length); or, where a stop token can end a sequence early, a list of tuples, or the array filled up
            with -1. All its randomness has to come from rng. Where it has an argument ``stop`` or ``greedy`` it is
            given what is asked for.
        target: function of a prefix, a tuple of ids → p, shape (V,).
        draft: the same for q.
        draft_len: draft length gamma, 1 or more.
        length: the length cap, 1 or more.
        size: number of sequences, 1 or more.
        seed: seed of the generator that is handed to the sampler.
        level: chance of a false alarm over all tests, in (0, 1).
        stop: stop tokens; a sequence ends with the first one.
        greedy: whether this sampler decodes at temperature 0; then every token must be a favourite of the target, and
            where several tie, any of them is right.
        detectable: the total variation of whole sequences that a pass must be able to see, in (0, 1).

    Returns:
        The report. A pass means that every law at this distance would have been found with 90 %. A sampler that
        raises, returns something else, asks for a prefix that is no tuple of ids or changes a row is a fail.

    Raises:
        ValueError: a model, draft_len, length, size, seed, a stop token, level or detectable is wrong, or there are too
            many sequences to list.

    Example:
        >>> from lab.core.block import Iid, run_sequences
        >>> def sampler(*request):
        ...     return run_sequences(*request).tokens
        >>> check_block_sampler(sampler, Iid([0.6, 0.4]), Iid([0.3, 0.7]), 2, 3).verdict
        'pass'
    """
    asked = case(target, draft, draft_len, length, stop, greedy)
    for name, value in (("level", level), ("detectable", detectable)):
        if not 0 < value < 1:
            raise ValueError(f"{name} is {value}: give a number between 0 and 1")
    positive(size, "size"), whole(seed, "seed")
    rows = run_sampler(sampler, asked, size, np.random.default_rng(seed))
    record = _record(sampler, asked, size, seed)
    if isinstance(rows, str):
        failed = [Test(FORM, NOTHING, 0.0, f"{UNUSABLE}. {rows}", "mechanism")]
        return judge(failed, level=level, size=size, needed=0, record=record)
    tests = [
        Test(FORM, NOTHING, 1.0, "It does."),
        support_test(rows, asked),
        _repeat_test(sampler, asked, min(size, REPEATED), seed),
    ]
    if greedy:
        return _greedy_report(rows, asked, tests, level, record)
    law = law_of_case(asked)
    known = rivals(asked, law) if small_enough(asked) else None
    if known is not None:
        record[KNOWN] = "whole sequences"
    at = places(rows, law)
    laws, apart = list(law_tests(at, law)), pair_tests(*neighbours(at), law, "Successive rows")
    if any(test.pvalue < level / (len(tests) + len(laws) + 3) for test in laws):
        apart = [Test(test.name, NOTHING, NOTHING, "It rests on rows that follow the target.") for test in apart]
    tests += [*laws, *apart, _known_test(rows, law, known)]
    needed = needed_size(law, level / len(tests), detectable)
    diagnosis = suspects(rows, law, known or [])
    return judge(tests, level=level, size=size, needed=needed, diagnosis=diagnosis, record=record)


def needed_size(law: Law, level: float, detectable: float = DETECTABLE) -> int:
    """Smallest number of rows at which every law this far off is found with 90 %.

    The noncentrality of the chi-square test is at least 4 × rows × TV² (Cauchy and Schwarz). Sequences too rare for a
    cell of their own can hide a distance of at most their mass.

    Args:
        law: the exact law of sequences.
        level: chance of a false alarm of this one test, in (0, 1).
        detectable: total variation, in (0, 1).
    """
    freedom = law.mass.size - 1
    if freedom == 0:
        return 1
    cutoff, low, high = stats.chi2.isf(level, freedom), 1, 1
    while not _enough(law, cutoff, high, detectable):
        low, high = high, 2 * high
    while high - low > max(1, low // 1000):
        middle = (low + high) // 2
        low, high = (low, middle) if _enough(law, cutoff, middle, detectable) else (middle, high)
    return high


def _enough(law: Law, cutoff: float, size: int, detectable: float) -> bool:
    seen = detectable - law.mass[law.mass * size < LEAST].sum()
    return seen > 0 and stats.ncx2.sf(cutoff, law.mass.size - 1, 4 * size * seen**2) >= POWER


def _greedy_report(rows: Rows, asked: Case, tests: list[Test], level: float, record: dict) -> Report:
    one_hot = case(Greedy(asked.target), Greedy(asked.draft), asked.draft_len, asked.length, asked.stop)
    law = law_of_case(one_hot)
    diagnosis = suspects(rows, law, rivals(one_hot, law)) if small_enough(one_hot) else ()
    tests = [*tests, greedy_test(rows, asked)]
    return judge(tests, level=level, size=rows.of.size, needed=0, diagnosis=diagnosis, record=record)


def _known_test(rows: Rows, law: Law, known: list[Rival] | None) -> Test:
    if known is None:
        return Test("No known mistake fits better than the exact cycle", NOTHING, NOTHING, "Too many sequences for it.")
    return rival_test(rows, law, known)


def _repeat_test(sampler: BlockSampler, asked: Case, size: int, seed: int) -> Test:
    name = "The same seed gives the same sequences"
    runs = [run_sampler(sampler, asked, size, np.random.default_rng(seed)) for _ in range(2)]
    if any(isinstance(run, str) for run in runs):
        wrong = next(run for run in runs if isinstance(run, str))
        return Test(name, NOTHING, 0.0, f"Asked again for {size} rows: {wrong}", "mechanism")
    one, other = ([run.sequences[number] for number in run.of] for run in runs)
    if one != other:
        row = next(row for row, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
        wrong = f"{UNUSABLE}. Two runs with seed {seed} differ in row {row}. {FROM_RNG}"
        return Test(name, NOTHING, 0.0, wrong, "mechanism")
    return Test(name, NOTHING, 1.0, f"Two runs of {size} rows with seed {seed} agree.")


def _record(sampler: BlockSampler, asked: Case, size: int, seed: int) -> dict[str, object]:
    settings = {"draft_len": asked.draft_len, "length": asked.length, "vocabulary": asked.vocabulary}
    ends = {"stop": sorted(asked.stop), "greedy": asked.greedy}
    about = {"sampler": sampler_name(sampler), "size": size, "seed": seed}
    return {**about, **settings, **ends, "dtype": "float64", **versions()}
