"""Questions about how a token came about: what was proposed, what was kept, what replaced it.

Only the law of the outputs must be p. A rule that keeps fewer proposals can still give p, so these questions know three
answers. Keeping a proposal more often than min(1, p/q) is wrong. Keeping it less often is slower. And a correction that
does not follow the residual is one of the two: where outputs follow p and proposals follow q, what is corrected to x
beyond the residual mass of x is exactly what was kept of x below min(p, q).
"""

import numpy as np

from lab.check.position import evidence
from lab.check.position.guard import Seen
from lab.check.position.outputs import SUSPICIOUS, Tokens, Vector, impossible, tokens_follow, untested, weighed
from lab.check.report import Test
from lab.core.rules.rule import ratio

PROPOSE = "Proposals follow q"
OFTEN, RARELY = "No proposal is kept too often", "Proposals are kept often enough"
EMITTED, CORRECT, APART = (
    "A kept proposal comes out",
    "Corrections follow the residual",
    "Corrections forget the proposal",
)
FLAGS = "Flags follow U"
ROUNDING = 1e-6
"""What single precision may add to a ratio or take from it."""


def mechanism_tests(seen: Seen, p: Vector, q: Vector) -> list[Test]:
    """Every question that the known parts allow.

    Args:
        seen: what was drawn.
        p: target, shape (V,).
        q: draft, shape (V,).
    """
    if seen.proposal is None:
        return [] if seen.accepted is None else _total(seen.accepted, p, q)
    tests = [tokens_follow(PROPOSE, "was proposed", seen.proposal, q, "q", "mechanism")]
    tests += [_too_often(seen, p, q), _too_rarely(seen, p, q), _corrections(seen, p, q), _forget(seen, p, q)]
    if not seen.inferred:
        tests.append(_emitted(seen))
        if seen.u is not None:
            tests.append(_flags(seen, p, q))
    return tests


def _total(accepted: np.ndarray, p: Vector, q: Vector) -> list[Test]:
    """Where only flags are known: their share against the sum of min(p, q)."""
    rate = np.array([min(1.0, float(np.minimum(p, q).sum()))])
    hits, tries = np.array([np.count_nonzero(accepted)]), np.array([accepted.size])
    meaning = f"{hits[0] / max(tries[0], 1):.4g} of the proposals were kept, the sum of min(p, q) is {rate[0]:.4g}"
    return [
        weighed(OFTEN, _raised(hits, tries, np.minimum(1, rate + ROUNDING)), "mechanism", meaning),
        weighed(RARELY, _lowered(hits, tries, rate - ROUNDING), "acceptance too low", meaning),
    ]


def _too_often(seen: Seen, p: Vector, q: Vector) -> Test:
    tries, hits = _kept(seen, p.size)
    wrong = np.flatnonzero((hits > 0) & (p == 0))
    if wrong.size:
        what = f"token {wrong[0]} was accepted though p({wrong[0]}) = 0: look at the test at U = 0, or for a mask"
        return impossible(OFTEN, what, "mechanism")
    accept = np.minimum(1, _accept(p, q) + ROUNDING * (p > 0))
    return weighed(OFTEN, _raised(hits, tries, accept), "mechanism", _strangest(hits, tries, p, q, often=True))


def _too_rarely(seen: Seen, p: Vector, q: Vector) -> Test:
    tries, hits = _kept(seen, p.size)
    wrong = np.flatnonzero((hits < tries) & (q > 0) & (p > q * (1 + ROUNDING)))
    if wrong.size:
        x = int(wrong[0])
        what = f"token {x} was rejected though p({x}) = {p[x]:.4g} is at least q({x}) = {q[x]:.4g}"
        return impossible(RARELY, what, "acceptance too low")
    found = _lowered(hits, tries, np.maximum(0, _accept(p, q) - ROUNDING))
    return weighed(RARELY, found, "acceptance too low", _strangest(hits, tries, p, q, often=False))


def _corrections(seen: Seen, p: Vector, q: Vector) -> Test:
    drawn = seen.output[~seen.accepted]
    wrong = np.flatnonzero(q[drawn] > p[drawn] * (1 + ROUNDING))
    if wrong.size:
        x = int(drawn[wrong[0]])
        what = f"token {x} replaced a rejected one though p({x}) is below q({x}): the residual is 0 there"
        return impossible(CORRECT, what, "acceptance too low")
    residual = _residual(p, q)
    if residual is None or not drawn.size or (residual[drawn] == 0).any():
        return untested(CORRECT, "Too little was corrected to compare it.", "acceptance too low")
    return tokens_follow(CORRECT, "came after a rejection", drawn, residual, "residual", "acceptance too low")


def _forget(seen: Seen, p: Vector, q: Vector) -> Test:
    """Does the correction depend on which token was rejected? A table of rejected groups by corrections."""
    rejected, residual = ~seen.accepted, _residual(p, q)
    before, after = seen.proposal[rejected], seen.output[rejected]
    if residual is None or not after.size or (residual[after] == 0).any() or np.count_nonzero(residual) == 1:
        return untested(APART, "There is nothing to choose.", "mechanism")
    weight = q * (1 - _accept(p, q))
    rows, columns = evidence.grouping(weight, 12), evidence.grouping(residual, 12)
    shape = int(rows.max()) + 1, int(columns.max()) + 1
    counts = np.bincount(rows[before] * shape[1] + columns[after], minlength=shape[0] * shape[1]).reshape(shape)
    expected = np.bincount(rows, weight) * seen.output.size
    found = evidence.rows(counts, np.bincount(columns, residual), expected)
    if evidence.pvalue(found) > SUSPICIOUS:
        return weighed(APART, found, "mechanism", "Corrections are much the same after each rejected token")
    return weighed(APART, found, "mechanism", _strangest_pair(counts, rows, columns, residual))


def _strangest_pair(counts: Tokens, rows: Tokens, columns: Tokens, residual: Vector) -> str:
    """Which correction lies farthest off after which rejected token; ``rows`` and ``columns`` group the tokens."""
    law, tries = np.bincount(columns, residual), counts.sum(axis=1, keepdims=True)
    spread = np.sqrt(tries * law * (1 - law))
    far = np.divide(np.abs(counts - tries * law), spread, out=np.zeros(counts.shape), where=spread > 0)
    x, y = np.unravel_index(int(far.argmax()), far.shape)
    before, after = _named(rows, int(x)), _named(columns, int(y))
    return (
        f"Where {before} was rejected, {after} came with share {counts[x, y] / tries[x, 0]:.4g}, the residual gives it "
        f"{law[y]:.4g}: look for randomness used twice"
    )


def _named(groups: Tokens, group: int) -> str:
    members = np.flatnonzero(groups == group)
    return f"token {members[0]}" if members.size == 1 else "a rarer token"


def _emitted(seen: Seen) -> Test:
    wrong = np.flatnonzero(seen.accepted & (seen.output != seen.proposal))
    if not wrong.size:
        return Test(EMITTED, 0.0, 1.0, "Each accepted proposal is the output.", "mechanism")
    at = int(wrong[0])
    what = f"in draw {at} token {seen.proposal[at]} was accepted and token {seen.output[at]} came out"
    return impossible(EMITTED, what, "mechanism")


def _flags(seen: Seen, p: Vector, q: Vector) -> Test:
    """Recompute every flag; where U and the ratio agree to single precision, either flag will do."""
    accept = _accept(p, q)[seen.proposal]
    clear = (np.abs(seen.u - accept) > ROUNDING) | (p[seen.proposal] >= q[seen.proposal] * (1 + ROUNDING))
    wrong = np.flatnonzero(clear & (seen.accepted != (seen.u < accept)))
    if not wrong.size:
        return Test(FLAGS, 0.0, 1.0, "Every flag is U < min(1, p/q).", "mechanism")
    kept = wrong[seen.accepted[wrong]]
    at = int(kept[0] if kept.size else wrong[0])
    verb, about = ("accepted", "mechanism") if kept.size else ("rejected", "acceptance too low")
    what = f"in draw {at} token {seen.proposal[at]} was {verb} at U = {seen.u[at]:.9g}, min(1, p/q) = {accept[at]:.9g}"
    return impossible(FLAGS, f"{what}; {wrong.size:,} flags are wrong", about)


def _kept(seen: Seen, tokens: int) -> tuple[Tokens, Tokens]:
    return tuple(np.bincount(part, minlength=tokens) for part in (seen.proposal, seen.proposal[seen.accepted]))


def _accept(p: Vector, q: Vector) -> Vector:
    """min(1, p/q); a token that should never be proposed counts as kept where p > 0."""
    return np.where(q > 0, ratio(p, q), p > 0)


def _residual(p: Vector, q: Vector) -> Vector | None:
    """The residual distribution, with a trace for tokens whose p and q differ by rounding; None where that is all."""
    mass = np.maximum(p - q, 0)
    if mass.sum() <= ROUNDING:
        return None
    mass = np.where((p > 0) & (np.abs(p - q) <= ROUNDING * q), np.maximum(mass, ROUNDING * q), mass)
    return mass / mass.sum()


def _raised(hits: Tokens, tries: Tokens, chance: Vector) -> float:
    return _one_sided(hits, tries, chance, [factor for factor in evidence.FACTORS if factor > 1])


def _lowered(hits: Tokens, tries: Tokens, chance: Vector) -> float:
    return _one_sided(hits, tries, chance, [factor for factor in evidence.FACTORS if factor < 1])


def _one_sided(hits: Tokens, tries: Tokens, chance: Vector, factors: list[float]) -> float:
    """Half of the bet on all tokens together, half spread over single ones."""
    bets, possible = evidence.tilted(hits, tries, chance, factors), tries > 0
    if not possible.any():
        return 0.0
    return evidence.mean([evidence.mean(bets.sum(axis=1)), evidence.mean(bets[:, possible].ravel())])


def _strangest(hits: Tokens, tries: Tokens, p: Vector, q: Vector, often: bool) -> str:
    excess = (hits - tries * _accept(p, q)) * (1 if often else -1)
    x = int(np.argmax(excess))
    return f"Token {x} was kept in {hits[x]:,} of {tries[x]:,} proposals, min(1, p/q) = {_accept(p, q)[x]:.4g}"
