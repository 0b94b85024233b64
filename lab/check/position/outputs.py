"""Questions about the tokens that come out: their law, and whether each of them is drawn anew."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from lab.check.position import evidence
from lab.check.report import About, Test
from lab.core.rules.rule import ratio

FOLLOW, INDEPENDENT, BESIDE = "Outputs follow p", "Successive outputs are independent", "Outputs make up for proposals"
LOOK = "look for a mask or mismatched distributions"
GROUPS = 12
LAGS = (2, 3, 4, 8, 16, 32, 64)
SUSPICIOUS = 1e-3
Tokens = NDArray[np.int64]
Vector = NDArray[np.float64]


def outputs_follow(output: Tokens, p: Vector, q: Vector, others: list[Vector]) -> Test:
    """Are the outputs drawn from p?

    Half of the bet is spread over the laws of known wrong rules, half over all laws near p.

    Args:
        output: shape (size,).
        p: target, shape (V,).
        q: draft, shape (V,): tokens that it overrates get a look of their own.
        others: laws that known wrong rules would give, each of shape (V,).
    """
    return tokens_follow(FOLLOW, "came out", output, p, "p", "output", split=q > p, others=others)


def tokens_follow(
    name: str,
    verb: str,
    drawn: Tokens,
    law: Vector,
    letter: str,
    about: About,
    split: NDArray[np.bool_] | None = None,
    others: list[Vector] | None = None,
) -> Test:
    """Are these tokens drawn from this law? A token of probability 0 settles it at once."""
    counts = np.bincount(drawn, minlength=law.size)
    forbidden = np.flatnonzero((counts > 0) & (law == 0))
    if forbidden.size:
        return impossible(name, f"token {forbidden[0]} {verb} though {letter}({forbidden[0]}) = 0: {LOOK}", about)
    if drawn.size == 0 or np.count_nonzero(law) == 1:
        return untested(name, "There is nothing to choose.", about)
    found = evidence.fit(counts, law, split)
    if others:
        found = evidence.mean([found, evidence.mean(evidence.against(counts, law, others))])
    return weighed(name, found, about, _furthest(counts, law, verb, letter))


def successive_outputs(output: Tokens, p: Vector) -> Test:
    """Is each output drawn anew, whatever came before it, one draw or up to 64 draws ago?"""
    further = [lag for lag in LAGS if lag < output.size]
    bets = [_again(output[:-lag], output[lag:], p) for lag in further] if (p[output] > 0).all() else []
    what = "After an output the same token comes"
    return _pairs(INDEPENDENT, output[:-1], output[1:], p, what, "a generator seeded anew", bets)


def two_requests(first: Tokens, second: Tokens, p: Vector) -> Test:
    """Are the outputs of two requests, token by token, drawn apart?"""
    name, what = "Two requests are independent", "Beside a request's token the other one has the same"
    return _pairs(name, first, second, p, what, "randomness shared by requests")


def beside_proposals(proposal: Tokens, output: Tokens, p: Vector, q: Vector) -> Test:
    """Do outputs and proposals together balance, token by token?

    Where proposals follow q and outputs follow p, the gain (x came out) − min(1, p/q)·(x was proposed) − (p − q)⁺ has
    mean 0 for each token, however few proposals are kept. It varies much less than the outputs alone where p and q are
    near each other, so smaller mistakes show.
    """
    size = output.size
    accept = ratio(p, q)
    proposed, came = (np.bincount(part, minlength=p.size) for part in (proposal, output))
    both = np.bincount(output[output == proposal], minlength=p.size)
    rest = np.maximum(p - q, 0)
    gains = np.array([1 - accept - rest, -accept - rest, 1 - rest, -rest])
    counts = np.array([both, proposed - both, came - both, size - proposed - came + both])
    kept = np.flatnonzero(p + q > 0)
    capital = evidence.fair_game(gains[:, kept], counts[:, kept]).ravel()
    found = evidence.mean([evidence.mean(capital), _overrated(proposal, output, p, q, accept)])
    drift = (gains * counts).sum(axis=0) / max(size, 1)
    x = int(np.argmax(np.abs(drift)))
    meaning = (
        f"Token {x} comes out {abs(drift[x]):.2g} too {'often' if drift[x] > 0 else 'rarely'} beside its proposals"
    )
    return weighed(BESIDE, found, "output", meaning)


def impossible(name: str, what: str, about: About) -> Test:
    """A test that ended with something that an exact sampler never does."""
    return Test(name, math.nan, 0.0, f"{what[0].upper()}{what[1:]}.", about)


def untested(name: str, why: str, about: About) -> Test:
    """A test that could not be done."""
    return Test(name, math.nan, math.nan, why, about)


def weighed(name: str, found: float, about: About, meaning: str) -> Test:
    """A test that ended with some evidence; its statistic is in powers of ten."""
    return Test(name, found / math.log(10), evidence.pvalue(found), f"{meaning}.", about)


def _overrated(proposal: Tokens, output: Tokens, p: Vector, q: Vector, accept: Vector) -> float:
    """The same game on all tokens with q > p together: they should come out as often as they are kept."""
    over = q > p
    gain = over[output] - np.where(over[proposal], accept[proposal], 0.0)
    values, counts = np.unique(gain, return_counts=True)
    return evidence.mean(evidence.fair_game(values[:, None], counts[:, None]).ravel())


def _pairs(
    name: str, before: Tokens, after: Tokens, p: Vector, what: str, look: str, more: Sequence[float] = ()
) -> Test:
    if np.count_nonzero(p) == 1 or not before.size:
        return untested(name, "There is nothing to choose.", "output")
    if (p[before] == 0).any() or (p[after] == 0).any():
        return untested(name, "A token of probability 0 came out, which says enough.", "output")
    bets = [_again(before, after, p), _table(before, after, p), *([evidence.mean(more)] if more else [])]
    found = evidence.mean(bets) - _misfit(after, p)
    share = [np.bincount(part, minlength=p.size) / part.size for part in (before, after)]
    times = (before == after).mean() / max(share[0] @ share[1], 1e-300)  # 0/0 where the two have no token in common
    hint = f": look for {look}" if evidence.pvalue(found) < SUSPICIOUS else ""
    return weighed(name, found, "output", f"{what} {times:.3g} times as often as it should{hint}")


def _again(before: Tokens, after: Tokens, p: Vector) -> float:
    """Evidence that the same token comes again too often or too rarely."""
    tries, hits = (np.bincount(part, minlength=p.size) for part in (before, before[before == after]))
    return evidence.mean(evidence.tilted(hits, tries, p).sum(axis=1))


def _misfit(drawn: Tokens, p: Vector) -> float:
    """What a better law for single tokens would explain; that is no sign of dependence.

    Taking something away from evidence keeps it valid: Wasserman, Ramdas, Balakrishnan, "Universal inference" (2020).
    """
    group = evidence.grouping(p, GROUPS)
    counts, law = np.bincount(group[drawn], minlength=group.max() + 1), np.bincount(group, p)
    return float((xlogy(counts, counts / counts.sum()) - xlogy(counts, law)).sum())


def _table(before: Tokens, after: Tokens, p: Vector) -> float:
    group = evidence.grouping(p, GROUPS)
    size = int(group.max()) + 1
    counts = np.bincount(group[before] * size + group[after], minlength=size**2).reshape(size, size)
    law = np.bincount(group, p)
    return evidence.rows(counts, law, before.size * law)


def _furthest(counts: Tokens, law: Vector, verb: str, letter: str) -> str:
    share, size = counts / counts.sum(), counts.sum()
    error = np.sqrt(law * (1 - law) / size)
    x = int(np.argmax(np.divide(np.abs(share - law), error, out=np.zeros_like(law), where=error > 0)))
    return f"Token {x} {verb} with share {share[x]:.4g}, {letter}({x}) = {law[x]:.4g}"
