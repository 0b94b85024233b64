"""Check a recorded run: did the target's law come out, and by the rule min(1, p/q)?"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from lab.check.record import versions
from lab.check.report import Report, Test, judge
from lab.check.trace.batch import Batch
from lab.check.trace.batches import pieces, read
from lab.check.trace.diagnosis import Sample, keep, suspects
from lab.check.trace.evidence import Evidence, Memory, weigh
from lab.check.trace.power import needed_events, smallest_bias
from lab.check.trace.questions import tests_of
from lab.check.trace.refusal import Unusable
from lab.check.trace.sources import Source, source_of
from lab.core.block.situation import whole

Progress = Callable[[int, int, str], None]


def check_trace(
    events: str | Path | pd.DataFrame | Iterable[Any],
    level: float = 1e-3,
    seed: int = 0,
    progress: Progress | None = None,
    *,
    detectable: float = 0.01,
) -> Report:
    """Check a recorded run of speculative sampling, each event with its own p and q.

    The events are read once, in fixed memory. ``docs/trace-format.md`` says what an event holds. The verdict is
    "slower" where fewer proposals are kept than min(1, p/q) says and no test speaks against the outputs.

    Args:
        events: a file (JSON lines, ``.csv`` or ``.parquet``), a data frame, or an iterable of mappings or of Arrow
            record batches.
        level: chance of a false alarm over all tests together, in (0, 1).
        seed: of the numbers that break ties between equal values; the same seed gives the same report.
        progress: called with (done, total, "events" or "bytes") now and then; total is 0 where it is unknown.
        detectable: the smallest bias that a pass must rule out: a distance of the outputs' transforms from uniform,
            in (0, 0.5). With too few events to see it with 90 % power the verdict is "inconclusive".

    Returns:
        The report; ``record`` says what was read.

    Raises:
        ValueError: an event is unusable ("line 17: ..."), there are none, or seed, level or detectable lies outside.
    """
    if not 0 < level < 1:
        raise ValueError(f"level is {level}: give a number between 0 and 1")
    if not 0 < detectable < 0.5:
        raise ValueError(f"detectable is {detectable}: give a number between 0 and 0.5")
    whole(seed, "seed")
    source = source_of(events)
    evidence, sample = _weighed(source, seed, progress)
    tests = tests_of(evidence, source.place)
    share = level / len(tests)
    record = _record(source, evidence, seed, level) | {"smallest bias found": smallest_bias(evidence.events, share)}
    failed = any(test.pvalue < share for test in tests)
    found, used = suspects(sample) if failed else ((), 0)
    return judge(
        tests,
        level=level,
        size=evidence.events,
        needed=needed_events(detectable, share),
        diagnosis=found,
        record=record | ({"events of the diagnosis": used} if used else {}),
    )


def trace_tests(events: str | Path | pd.DataFrame | Iterable[Any], seed: int = 0) -> tuple[Test, ...]:
    """The questions of ``check_trace`` and their answers alone, without a verdict or a diagnosis.

    Args:
        events: see ``check_trace``.
        seed: see ``check_trace``.

    Raises:
        ValueError: an event is unusable, or there are none.
    """
    source = source_of(events)
    evidence, _ = _weighed(source, seed, None)
    return tests_of(evidence, source.place)


def _weighed(source: Source, seed: int, progress: Progress | None) -> tuple[Evidence, Sample]:
    """Read everything once and sum it up."""
    rng, memory, sample = np.random.default_rng(seed), Memory(), Sample()
    total: Evidence | None = None
    for batch in _batches(source, progress):
        evidence, memory = weigh(batch, memory, rng)
        total = reduce(add, (part for part in (total, evidence) if part is not None))
        sample = keep(sample, batch)
    if total is None:
        raise ValueError(f"{source.place(0)}: there are no events: record at least one")
    return total, sample


def _batches(source: Source, progress: Progress | None) -> Iterator[Batch]:
    """Checked batches; an unusable event is named by its place in the source."""
    seen = 0
    try:
        for record in source.batches(lambda done: progress(done, source.total, "bytes") if progress else None):
            for piece in pieces(record):
                yield read(piece, seen)
                seen += piece.num_rows
            if progress and not source.total:
                progress(seen, 0, "events")
    except Unusable as bad:
        raise ValueError(f"{source.place(seen + bad.event)}: {bad.reason}") from bad


def _record(source: Source, evidence: Evidence, seed: int, level: float) -> dict[str, Any]:
    return {
        "trace": source.name,
        "events": evidence.events,
        "proposals": evidence.proposals,
        "rows rescaled": evidence.rounded,
        "seed": seed,
        "level": level,
        "rule": "speculative",
    } | versions()
