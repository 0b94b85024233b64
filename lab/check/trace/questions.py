"""The questions that a trace is asked, in words, and how sums turn into their p-values."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from lab.check.report import About, Test
from lab.check.trace.evidence import Evidence
from lab.check.trace.martingale import by_height, off_heights, too_high, too_low
from lab.core.goodness import LEAST_EXPECTED, goodness_of_fit

LEAST_IN_CELL = 20  # expected; fewer cells are compared where there are too few events for all of them


class Asked(NamedTuple):
    """A question: what holds for an exact sampler, what else was found, what that speaks about, and, of what must not
    happen, whether one such event decides. What was found may depend on which end came too often, first or last."""

    name: str
    otherwise: str | tuple[str, str]
    about: About
    decides: bool = True


IMPOSSIBLE = {
    "output": Asked(
        "Only tokens with p > 0 come out",
        "token {token} came out though its p is 0: look for a missing mask, or for a p recorded before the transforms",
        "output",
    ),
    "proposal": Asked(
        "Only tokens with q > 0 are proposed",
        "token {token} was proposed though its q is 0: look for a mask or for mismatched distributions",
        "mechanism",
    ),
    "moved": Asked(
        "An accepted token is the proposal",
        "token {token} came out though another proposal was accepted: look for a shift between tokens and flags",
        "mechanism",
    ),
    "correction": Asked(
        "Corrections have p > q",
        "token {token} came as a correction though its p does not exceed its q: the residual leaves it nothing",
        "mechanism",
        decides=False,  # a rule that is only slower may correct so
    ),
    "flag": Asked(
        "Flags are U < min(1, p/q)",
        "the flag of token {token} is not what its recorded u gives: look at the ratio, its rows and its sides",
        "mechanism",
    ),
}
TRANSFORMS = {
    "outputs by ratio": Asked(
        "Outputs follow p, tokens ordered by p/q",
        (
            "Tokens with a small p/q come too often: outputs lean towards the draft.",
            "Tokens with a large p/q come too often: outputs lean away from the draft.",
        ),
        "output",
    ),
    "outputs by size": Asked(
        "Outputs follow p, tokens ordered by p",
        (
            "Unlikely tokens come too often: look at temperature and truncation.",
            "Likely tokens come too often: look at temperature and truncation.",
        ),
        "output",
    ),
    "outputs by id": Asked(
        "Outputs follow p, tokens ordered by id",
        (
            "Low ids come too often: look at a lost or moved token, and at sums that are searched.",
            "High ids come too often: look at a lost or moved token, and at sums that are searched.",
        ),
        "output",
    ),
    "ordinary draws": Asked(
        "Tokens without a proposal follow p", "Tokens that come without a proposal do not follow p.", "output"
    ),
    "proposals by size": Asked(
        "Proposals follow q, tokens ordered by q",
        (
            "Unlikely tokens are proposed too often: the recorded q is not the law that drew them.",
            "Likely tokens are proposed too often: the recorded q is not the law that drew them.",
        ),
        "mechanism",
    ),
    "proposals by id": Asked(
        "Proposals follow q, tokens ordered by id",
        "The recorded q is not the law that drew the proposals.",
        "mechanism",
    ),
    "corrections by size": Asked(
        "Corrections follow the residual, tokens ordered by p − q",
        "Corrections do not follow the residual of p and q.",
        "mechanism",
    ),
    "corrections by id": Asked(
        "Corrections follow the residual, tokens ordered by id",
        (
            "Corrections do not follow the residual: low ids come too often; look for a uniform used twice.",
            "Corrections do not follow the residual: high ids come too often; look for a uniform used twice.",
        ),
        "mechanism",
    ),
    "uniforms": Asked("Each u is uniform", "The recorded u is not uniform on [0, 1).", "mechanism"),
}
PAIRS = {
    "successive outputs": Asked(
        "Successive outputs of a request are independent, given p",
        "An output says something about the next one beyond its p: look for randomness that is used again.",
        "output",
    ),
    "successive flags": Asked(
        "Successive flags of a request are independent",
        "A flag says something about the next one: look for a uniform that is used again.",
        "mechanism",
    ),
    "successive uniforms": Asked(
        "Successive u of a request are independent", "A u says something about the next one.", "mechanism"
    ),
    "neighbouring outputs": Asked(
        "Outputs of neighbouring requests are independent, given p",
        "Two requests draw alike at the same position: look for a seed or noise that they share.",
        "output",
    ),
    "neighbouring flags": Asked(
        "Flags of neighbouring requests are independent",
        "Two requests accept alike at the same position: look for a uniform that they share.",
        "mechanism",
    ),
    "neighbouring uniforms": Asked(
        "u of neighbouring requests are independent", "Two requests use related u at the same position.", "mechanism"
    ),
}


def tests_of(evidence: Evidence, place: Callable[[int], str]) -> tuple[Test, ...]:
    """Put every question to the sums.

    Args:
        evidence: sums over the whole trace.
        place: number of an event → where it stands, such as "line 17".

    Returns:
        One test a question, always the same questions, those without an answer with p-value NaN.
    """
    return (
        *(_impossible(asked, evidence.found[name], place) for name, asked in IMPOSSIBLE.items()),
        *acceptance_tests(evidence, place),
        *(_bins_test(asked, evidence.bins[name]) for name, asked in TRANSFORMS.items()),
        *(_test(asked, *_independent(evidence.squares[name])) for name, asked in PAIRS.items()),
    )


def acceptance_tests(evidence: Evidence, place: Callable[[int], str]) -> tuple[Test, ...]:
    """The three questions about the sum of accepted − min(1, p/q)."""
    names = (
        "Not fewer kept than min(1, p/q)",
        "Not more kept than min(1, p/q)",
        "Kept as often as min(1, p/q) at every height",
    )
    if not evidence.proposals:
        return tuple(_test(Asked(name, "", "mechanism"), np.nan, np.nan) for name in names)
    excess = float(evidence.kept.excess.sum())
    share = f"{abs(excess):,.1f} of {evidence.proposals:,} proposals"
    few = f"{share} were kept too few" if excess < 0 else "A sure proposal was rejected"
    refused = evidence.found["refused"]
    certain = (
        f"; {place(refused.event)} rejects token {refused.token} though its p is at least its q"
        if refused.count
        else ""
    )
    low, high, heights = (
        Asked(names[0], f"{few}{certain}.", "acceptance too low"),
        Asked(names[1], f"{share} were kept too many: look at the ratio and at the uniform.", "mechanism"),
        Asked(names[2], f"{off_heights(evidence.kept)}: look at the ratio.", "mechanism"),
    )
    sums = evidence.kept
    return _test(low, *too_low(sums)), _test(high, *too_high(sums)), _test(heights, *by_height(sums))


def _test(asked: Asked, statistic: float, pvalue: float) -> Test:
    if np.isnan(pvalue):
        meaning = "Too few events, or none, to ask this."
    else:
        meaning = "Nothing unusual." if pvalue > SMALL else asked.otherwise
    return Test(asked.name, float(statistic), float(pvalue), meaning, asked.about)


def _bins_test(asked: Asked, counts: NDArray[np.int64]) -> Test:
    """Are the bins filled equally? Of two sentences the one holds whose half of the bins has more events."""
    if isinstance(asked.otherwise, tuple):
        first, last = counts.reshape(2, -1).sum(axis=1)
        asked = asked._replace(otherwise=asked.otherwise[int(last > first)])
    return _test(asked, *_uniform(counts))


SMALL = 1e-3  # from here on a test says what else was found; the verdict does not depend on it


def _impossible(asked: Asked, found, place: Callable[[int], str]) -> Test:
    if not found.count:
        return Test(asked.name, 0.0, 1.0, "No such event.", asked.about)
    times = "once" if found.count == 1 else f"{found.count:,} times, first"
    meaning = f"{times} in {place(found.event)}: {asked.otherwise.format(token=found.token)}."
    statistic = np.nan if asked.decides else float(found.count)
    return Test(asked.name, statistic, 0.0, meaning[0].upper() + meaning[1:], asked.about)


def _uniform(counts: NDArray[np.int64]) -> tuple[float, float]:
    """Are equal bins filled equally? Returns the chi-square statistic and its p-value, or NaN."""
    while counts.size > 1 and counts.sum() < LEAST_IN_CELL * counts.size:
        counts = counts.reshape(-1, 2).sum(axis=1)
    if counts.size < 2:
        return np.nan, np.nan
    pvalue = goodness_of_fit(counts, np.full(counts.size, 1 / counts.size)).pvalue
    return float(stats.chi2.isf(pvalue, counts.size - 1)), pvalue


def _independent(square: NDArray[np.int64]) -> tuple[float, float]:
    """Does the later one depend on the earlier one? Returns the chi-square statistic and its p-value, or NaN.

    Both margins are taken as they came: it does not matter whether some outcomes, such as a stop token, have no
    successor, nor whether the outputs follow p, which is asked elsewhere.
    """
    while square.shape[0] > 1 and square.sum() < LEAST_IN_CELL * square.size:
        half = square.shape[0] // 2
        square = square.reshape(half, 2, half, 2).sum(axis=(1, 3))
    square = square[square.sum(axis=1) > 0][:, square.sum(axis=0) > 0]
    if min(square.shape) < 2 or stats.contingency.expected_freq(square).min() < LEAST_EXPECTED:
        return np.nan, np.nan
    found = stats.chi2_contingency(square, correction=False)
    return float(found.statistic), float(found.pvalue)
