"""Check a sampler of one position: does it have the target's law, and if not, which mistake does it make?"""

from collections.abc import Sequence
from dataclasses import replace
from operator import index

import numpy as np
from numpy.random import default_rng
from numpy.typing import ArrayLike, NDArray

from lab.check.position.diagnosis import diagnose, rules_for, wrong_laws
from lab.check.position.guard import Sampler, Seen, call
from lab.check.position.mechanism import mechanism_tests
from lab.check.position.outputs import BESIDE, Vector, beside_proposals, outputs_follow, successive_outputs, untested
from lab.check.position.passages import no_passage_twice
from lab.check.position.power import draws_needed
from lab.check.position.uniforms import uniform_tests
from lab.check.record import KNOWN, sampler_name, versions
from lab.check.report import Report, Test, judge
from lab.core.block.situation import whole
from lab.core.monte_carlo import MAX_EVENTS
from lab.core.pmf import SUM_TOLERANCE, as_pair, as_pmf, normalize

SIZE = 200_000
DOUBTFUL = 0.01
"""A p-value of the proposals from which on nothing is built on them."""


def check_sampler(
    sampler: Sampler,
    p: ArrayLike,
    q: ArrayLike,
    size: int = SIZE,
    seed: int = 0,
    level: float = 1e-3,
    *,
    detectable: float = 0.01,
) -> Report:
    """Draw from a sampler and compare what comes out with the target's law.

    It is called once, with copies of p and q as they are given, ``size`` and a fresh generator. The more it tells, the
    more is tested: outputs alone; proposals, flags and uniforms where it hands them back.

    Args:
        sampler: a function of (p, q, size, rng) that gives ``size`` token ids, or a mapping with "output" and, where
            known, "proposal", "accepted" and "u". All its randomness has to come from rng. It may refuse nothing and
            change nothing.
        p: target, shape (V,).
        q: draft, the law that proposes, shape (V,).
        size: number of draws, 1 to 10**8.
        seed: of the generator that is handed in.
        level: chance of a false alarm over all tests together, in (0, 1).
        detectable: total variation from p that must be found with a chance of 90 % for a pass, in (0, 1]. Where there
            are fewer draws than that takes, a sampler without fault is "inconclusive".

    Returns:
        The report. A sampler that raises, hands back something else than tokens, or changes p or q, has failed.

    Raises:
        ValueError: p or q is no probability vector, their lengths differ, or another number lies outside its range.
    """
    as_pair(p, q)
    return check_handed(sampler, p, q, size, seed, level, detectable=detectable)


def check_handed(
    sampler: Sampler,
    p: ArrayLike,
    q: ArrayLike,
    size: int,
    seed: int,
    level: float,
    *,
    detectable: float,
    use_u: bool = True,
) -> Report:
    """The same for vectors that need not sum to 1: what comes out is compared with p divided by its sum.

    Where ``use_u`` is false, recorded uniforms must lie in their range, and nothing else is asked of them.
    """
    target, draft = _law(p, "p"), _law(q, "q")
    handed, size = [_floating(law) for law in (p, q)], _draws(size)
    seen, tests = call(sampler, *handed, size, default_rng(whole(seed, "seed")))
    rules = rules_for(target, draft)
    if seen is not None and not use_u:
        seen = replace(seen, u=None)
    if seen is not None:
        tests = [*tests, *questions(seen, target, draft, wrong_laws(rules, target))]
    needed = draws_needed(np.count_nonzero(target), detectable, level / len(tests))
    report = judge(tests, level=level, size=size, needed=needed, record=_record(sampler, handed, seen, size, seed))
    return report if not report.failed or seen is None else _explained(report, seen, rules, size, needed)


def questions(seen: Seen, p: Vector, q: Vector, others: Sequence[Vector] = ()) -> list[Test]:
    """Every test that the known parts of some draws allow.

    Args:
        seen: what was drawn.
        p: target, shape (V,).
        q: draft, shape (V,).
        others: laws that known wrong rules would give, each of shape (V,).
    """
    return [
        outputs_follow(seen.output, p, q, list(others)),
        successive_outputs(seen.output, p),
        no_passage_twice(seen.output, float(p.max())),
        *_mechanism(seen, p, q),
        *uniform_tests(seen, q),
    ]


def _mechanism(seen: Seen, p: Vector, q: Vector) -> list[Test]:
    tests = mechanism_tests(seen, p, q)
    if seen.proposal is None:
        return tests
    if tests[0].pvalue < DOUBTFUL:  # the first is about the proposals
        why = "It rests on proposals that follow q, and these may not."
        return [*tests, untested(BESIDE, why, "output")]
    return [*tests, beside_proposals(seen.proposal, seen.output, p, q)]


def _explained(report: Report, seen: Seen, rules: Sequence, size: int, needed: int) -> Report:
    suspects = diagnose(seen, rules)
    return judge(report.tests, level=report.level, size=size, needed=needed, diagnosis=suspects, record=report.record)


def _record(sampler: Sampler, handed: Sequence[NDArray], seen: Seen | None, size: int, seed: int) -> dict:
    known = {} if seen is None else {KNOWN: ", ".join(seen.parts)}
    if seen is not None and seen.inferred:
        known["accepted"] = "read off as output = proposal"
    if seen is not None and seen.ignored:
        known["ignored"] = ", ".join(seen.ignored)
    law = {letter: law.tolist() for letter, law in zip("pq", handed, strict=True)} if handed[0].size <= 16 else {}
    where = {"sampler": sampler_name(sampler), "size": size, "seed": seed}
    where |= {"dtype": str(handed[0].dtype), "tokens": handed[0].size}
    return {**where, **known, **law, **versions()}


def _law(values: ArrayLike, name: str) -> Vector:
    law = normalize(values, name)
    return as_pmf(values, name) if abs(np.asarray(values, np.float64).sum() - 1) <= SUM_TOLERANCE else law


def _floating(law: ArrayLike) -> NDArray:
    """The caller's own numbers in the caller's own format, where that is one for fractions."""
    array = np.asarray(law)
    return array.astype(np.float64) if array.dtype.kind in "biuO" else array


def _draws(size: int) -> int:
    try:
        whole = index(size)
    except TypeError:
        raise ValueError(f"size is {size!r}: give a whole number of draws") from None
    if not 1 <= whole <= MAX_EVENTS:
        raise ValueError(f"size is {whole}: give a number of draws from 1 to {MAX_EVENTS:,}")
    return whole
