"""The tests of a block sampler: counts of whole sequences and of their parts against exact laws."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from lab.check.block.case import Case, Law, impossible, named, words
from lab.check.block.guard import Rows
from lab.check.report import Test
from lab.core.block import Tokens
from lab.core.block.situation import rows_of
from lab.core.goodness import goodness_of_fit
from lab.core.rules.rule import Vector

LEAST = 25
"""Rarer cells than this expected count share one: then the far tail of the chi-square law holds within a third."""
SUSPICIOUS = 1e-3  # from here on a test says what to look for; the verdict does not depend on it
NOTHING = float("nan")

Ints = NDArray[np.int64]


def places(rows: Rows, law: Law) -> Ints:
    """Which sequence of the law each row is, shape (size,); -1 where the law has no such sequence."""
    place = {tokens: number for number, tokens in enumerate(law.sequences)}
    return np.array([place.get(tokens, -1) for tokens in rows.sequences], np.int64)[rows.of]


def support_test(rows: Rows, asked: Case) -> Test:
    """Does every sequence that came out have a positive probability?"""
    name = "Only sequences that the target can give come out"
    for number, tokens in enumerate(rows.sequences):
        if why := impossible(asked, tokens):
            many = int((rows.of == number).sum())
            return Test(name, NOTHING, 0.0, f"{_capital(why)} ({many:,} of {rows.of.size:,} rows).")
    return Test(name, NOTHING, 1.0, f"{len(rows.sequences):,} different sequences, each of them possible.")


def greedy_test(rows: Rows, asked: Case) -> Test:
    """Is every token a favourite of the target? Where several tokens tie, any of them is right."""
    name = "Every token is a favourite of the target"
    row = rows_of(asked.target, "target")
    for tokens in rows.sequences:
        for place, token in enumerate(tokens[: asked.length]):
            p = row(tokens[:place])
            if p[token] < p.max():
                wrong = (
                    f"{_capital(named(tokens))}: {_after(tokens[:place])} the favourite is {p.argmax()}, not {token}."
                )
                return Test(name, NOTHING, 0.0, wrong)
    return Test(
        name, NOTHING, 1.0, "Each token has the largest p at its place; where tokens tie, any of them is right."
    )


def law_tests(at: Ints, law: Law) -> Iterator[Test]:
    """Whole sequences, the first token, and each token with the one before it, against the exact law.

    Args:
        at: which sequence each row is, shape (size,), -1 for none.
        law: the exact law.
    """
    counts = np.bincount(at[at >= 0], minlength=law.mass.size)
    whole = _fit("Whole sequences follow the target", counts, law.mass)
    if whole.pvalue < 0.5:  # a worst sequence is worth naming only where something may be wrong
        whole = Test(whole.name, whole.statistic, whole.pvalue, f"{whole.meaning} {_furthest(counts, law)}")
    yield whole
    length = law.padded.shape[1]
    if length > 1:
        yield _part_fit("The first token follows the target", counts, law, slice(0, 1))
    for last in range(2, length + 1 if length > 2 else 2):
        name = f"Tokens {last - 1} and {last} follow the target together"
        yield _part_fit(name, counts, law, slice(last - 2, last))


def pair_tests(first: Ints, second: Ints, law: Law, who: str) -> Iterator[Test]:
    """Are two rows independent? Equal rows are counted, and first tokens are compared with the product of their law.

    Args:
        first, second: which sequence each is, shape (n,) each, -1 for none.
        law: the exact law of either.
        who: how the two are called: "Successive rows".
    """
    known = (first >= 0) & (second >= 0)
    first, second, chance = first[known], second[known], float(law.mass @ law.mass)
    equal, pairs = int((first == second).sum()), int(known.sum())
    pvalue = stats.binomtest(equal, pairs, chance).pvalue if pairs and chance < 1 - 1e-12 else NOTHING
    said = f"{equal:,} of {pairs:,} pairs are equal; {chance * pairs:,.0f} are expected."
    if pvalue < SUSPICIOUS:
        said += " Look for shared randomness."
    yield Test(f"{who} are equal as often as by chance", float(equal), float(pvalue), said)
    tokens, of = np.unique(law.padded[:, 0], return_inverse=True)
    single = np.bincount(of, law.mass)
    counts = np.bincount(of[first] * tokens.size + of[second], minlength=tokens.size**2)
    yield _fit(f"{who} begin independently", counts, np.outer(single, single).ravel())


def neighbours(at: Ints) -> tuple[Ints, Ints]:
    """Rows 0, 2, 4, … and the rows behind them, so that no row is in two pairs."""
    pairs = at.size // 2
    return at[: 2 * pairs : 2], at[1 : 2 * pairs : 2]


def _part_fit(name: str, counts: Ints, law: Law, part: slice) -> Test:
    parts, of = np.unique(law.padded[:, part], axis=0, return_inverse=True)
    of = of.ravel()
    sums = np.bincount(of, counts, len(parts)).astype(np.int64)
    return _fit(name, sums, np.bincount(of, law.mass, len(parts)))


def _fit(name: str, counts: Ints, law: Vector) -> Test:
    law = law / law.sum()
    counts, merged = merge_rare(counts, law)
    fit = goodness_of_fit(counts, merged)
    if np.isnan(fit.pvalue):
        why = "the law leaves no choice" if fit.method == "one token" else "too few to compare"
        return Test(name, NOTHING, NOTHING, f"Nothing to test here: {why}.")
    distance = float(np.abs(counts / counts.sum() - merged).sum() / 2)
    return Test(
        name, distance, fit.pvalue, f"Total variation {distance:.4f} between counts and law, {fit.cells} cells."
    )


def merge_rare(counts: Ints, law: Vector) -> tuple[Ints, Vector]:
    """Put all cells that expect fewer than ``LEAST`` into one, the last."""
    rare = law * counts.sum() < LEAST
    if rare.sum() < 2:
        return counts, law
    return np.append(counts[~rare], counts[rare].sum()), np.append(law[~rare], law[rare].sum())


def _furthest(counts: Ints, law: Law) -> str:
    expected = law.mass * counts.sum()
    worst = int(np.argmax(np.abs(counts - expected) / np.sqrt(expected)))
    said = f"{counts[worst]:,} times where {expected[worst]:,.0f} are expected"
    return f"Furthest off: {named(law.sequences[worst])}, {said}."


def _after(tokens: Tokens) -> str:
    return f"after {words(tokens)}" if tokens else "at the first place"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
