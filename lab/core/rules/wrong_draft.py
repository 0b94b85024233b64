"""The right formulas with a q that is not the law which proposed x."""

import numpy as np
from numpy.typing import ArrayLike

from lab.core.pmf import as_pmf
from lab.core.rules.rule import Parts, Vector, largest, law_of, one_hot, option, ratio, residual_or_p, rule


@rule(
    "greedy_draft",
    "Top token of q, then ratio test",
    "biased",
    "The draft's favourite is proposed always, but tested as if it came with probability q(x).",
    "huggingface/transformers#32867",
)
def greedy_draft(p: Vector, q: Vector) -> Parts:
    """Propose the most likely token of q; ratio and residual use the whole q."""
    return one_hot(int(np.argmax(q)), q.size), ratio(p, q), residual_or_p(p, q)


@rule(
    "top_k_draft",
    "Top 2 of q, then ratio test",
    "biased",
    "The tokens kept by top-k are proposed more often than q says, so they pass too easily.",
    "huggingface/transformers#47932",
)
def top_k_draft(p: Vector, q: Vector, top_k: int = 2) -> Parts:
    """Propose from q cut to its k most likely tokens; ratio and residual use q before the cut."""
    kept = largest(q, option("top_k", top_k, 1, np.inf))
    return law_of(np.where(kept, q, 0), otherwise=q), ratio(p, q), residual_or_p(p, q)


@rule(
    "other_temperature",
    "Ratio test at temperature 2",
    "biased",
    "Test and residual balance two laws that nobody draws from and nobody asked for.",
    "ohdearquant/lattice#974",
)
def other_temperature(p: Vector, q: Vector, temperature: float = 2.0) -> Parts:
    """Propose from q; ratio and residual use the softmax of both models at another temperature."""
    hot_p, hot_q = (_tempered(law, option("temperature", temperature, 0.01, 100)) for law in (p, q))
    return q, np.where(q > 0, ratio(hot_p, hot_q), 0), residual_or_p(hot_p, hot_q)


@rule(
    "missing_q",
    "Ratio test with the top entry of q",
    "biased",
    "Where q was not stored, the ratio is given the value 1: the token is always accepted, even where p(x) = 0.",
    "zhongkaifu/TensorSharp#74",
)
def missing_q(p: Vector, q: Vector, stored: int = 1) -> Parts:
    """Only the ``stored`` most likely entries of q reach the test; the others read 0 and their ratio counts as 1."""
    known = largest(q, option("stored", stored, 0, np.inf))
    read = np.where(known, q, 0)
    return q, np.where(known, ratio(p, q), 1.0), residual_or_p(p, read)


@rule(
    "q_as_one",
    "Keep with p(x), then the residual",
    "biased",
    "Proposals are kept with p(x) only, but the residual still subtracts all of q, so some of p is never made up for.",
)
def q_as_one(p: Vector, q: Vector) -> Parts:
    """Keep x where U < p(x)/1, the rule for a certain draft, but correct with the residual of p and q."""
    return q, p, residual_or_p(p, q)


@rule(
    "other_row",
    "Ratio test with another row of q",
    "biased",
    "Proposals are tested against odds they were not drawn with: some pass too easily, some too hard.",
)
def other_row(p: Vector, q: Vector, row: ArrayLike | None = None) -> Parts:
    """Propose from q; ratio and residual read ``row`` (where absent: q moved on by one token) in its place."""
    read = np.roll(q, 1) if row is None else as_pmf(row, "row")
    if read.size != q.size:
        raise ValueError(f"row has {read.size} tokens and q has {q.size}: give one entry for each token")
    kept = np.where(read > 0, ratio(p, read), p > 0)  # p/0 is infinite, 0/0 is NaN and fails the test
    return q, kept, residual_or_p(p, read)


def _tempered(law: Vector, temperature: float) -> Vector:
    return law_of((law / law.max()) ** (1 / temperature), otherwise=law)
