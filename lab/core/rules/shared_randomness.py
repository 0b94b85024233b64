"""The right test and the right residual, drawn with randomness that was used before."""

import numpy as np

from lab.core.rules.rule import Parts, Vector, law_of, ratio, residual_or_p, rule


@rule(
    "shared_uniform",
    "One uniform for test and correction",
    "biased",
    "After a rejection U is at least p/q, so the first tokens of the residual come too rarely.",
    "vllm-project/vllm-ascend#16370",
)
def shared_uniform(p: Vector, q: Vector) -> Parts:
    """Test x with U, then find the correction at the same U on the residual's cumulative sum."""
    accept, residual = ratio(p, q), residual_or_p(p, q)
    ends = residual.cumsum() / residual.sum()
    reached = np.maximum(ends - accept[:, None], 0)  # the part of [accept(x), 1) below each end
    return q, accept, np.array([law_of(np.diff(row, prepend=0), otherwise=residual) for row in reached])


@rule(
    "shared_noise",
    "One noise vector for draft and correction",
    "biased",
    "A rejected x has won the draft's race on this noise, which makes some corrections more likely than the residual.",
    "vllm-project/vllm#54282",
)
def shared_noise(p: Vector, q: Vector) -> Parts:
    """Propose argmin E/q and correct with argmin E/residual on one vector E of standard exponentials."""
    return q, ratio(p, q), race(q, residual_or_p(p, q))


def race(q: Vector, r: Vector) -> Vector:
    """Law of argmin E/r given argmin E/q, for one vector E of independent standard exponentials.

    Let s and t be the two winning times. Given w = s/t, "E_i is at least max(q_i s, r_i t) for all i" has an
    exponential law in t with rate G(w), the sum of max(q_i w, r_i). Winners x and y differ exactly where
    r_x/q_x < w < r_y/q_y, with density q_x r_y / G(w)^2 in w; they agree, with probability r_x / G(r_x/q_x), where w
    stays at r_x/q_x. Between neighbouring ratios G is linear, so the integral of 1/G^2 is width / (G(left) G(right)).

    Args:
        q: law of the first race, shape (V,).
        r: law of the second race, shape (V,).

    Returns:
        Shape (V, V): row x is the law of the second winner where x won the first race; r where q(x) = 0.
    """
    with np.errstate(over="ignore"):  # r/q may leave the float range where q is 1e-310
        slope = np.divide(r, q, out=np.where(r > 0, np.inf, 0.0), where=q > 0)
    proposed = (q > 0) & np.isfinite(slope)
    knots = np.unique(np.append(slope[proposed], 0.0))
    rate = np.maximum(q * knots[:, None], r).sum(axis=1)
    area = np.append(0.0, np.cumsum(np.diff(knots) / rate[:-1] / rate[1:]))
    at = np.minimum(knots.searchsorted(slope), knots.size - 1)
    reached = np.where(np.isinf(slope), area[-1] + 1 / rate[-1], area[at])
    rows = r * np.maximum(reached - reached[:, None], 0)
    np.fill_diagonal(rows, np.divide(r, q * rate[at], out=np.zeros_like(r), where=proposed))
    return np.where(proposed[:, None], rows, r)
