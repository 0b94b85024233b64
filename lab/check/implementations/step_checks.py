"""The situations in which the sampling step is checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from lab.check.findings import Finding, Limit, of_report
from lab.check.implementations.transformers_step import DTYPES, Step, forced_uniform, largest_uniform, step
from lab.check.position.check import check_sampler

DETECTABLE = 0.04
CAME = "A token with p = 0 came out "
KEPT, REFUSED = "as it must", "other than it must"


@dataclass(frozen=True)
class Pair:
    """Two laws to put through the step. Args: name, what is special; p and q, shape (V,); size, number of calls."""

    name: str
    p: tuple[float, ...]
    q: tuple[float, ...]
    size: int = 20_000


PAIRS = (
    Pair("an ordinary pair", (0.4, 0.3, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4), 50_000),
    Pair("a drafted token with p = 0", (0.0, 0.6, 0.4), (0.5, 0.3, 0.2)),
    Pair("a token with q = 0", (0.5, 0.3, 0.2), (0.6, 0.4, 0.0)),
    Pair("draft = target", (0.5, 0.3, 0.2), (0.5, 0.3, 0.2)),
    Pair("disjoint", (0.6, 0.4, 0.0, 0.0), (0.0, 0.0, 0.5, 0.5)),
    Pair("a blind draft", (0.7, 0.2, 0.05, 0.05), (0.25, 0.25, 0.25, 0.25)),
    Pair("one-hot target", (1.0, 0.0, 0.0), (0.4, 0.3, 0.3)),
    Pair("one token", (1.0,), (1.0,), 2_000),
)


def step_findings(share: float, seed: int) -> Iterator[Finding]:
    """Check the step on every pair in every format.

    Args:
        share: share of the full number of calls, above 0.
        seed: seed of every check.
    """
    for dtype in DTYPES:
        for pair in PAIRS:
            yield check_pair(step(pair.p, pair.q, dtype), pair.name, dtype, _part(pair.size, share), seed)
        yield check_pair(*last_bit(dtype), dtype, _part(20_000, share), seed)


def check_pair(one: Step, name: str, dtype: str, size: int, seed: int) -> Finding:
    """One report as a finding, with how often tokens of p = 0 came out."""
    report = check_sampler(one, one.p, one.q, size, seed, detectable=DETECTABLE)
    return of_report("step", name, dtype, report, _forbidden(one), DETECTABLE)


def last_bit(dtype: str) -> tuple[Step, str]:
    """Logits that differ in one last bit, such that one p is a little below its q and no p is above its own."""
    rng = np.random.default_rng(0)
    for _ in range(1000):
        one = step(rng.dirichlet(np.ones(3)), (1.0, 1.0, 1.0), dtype)
        draft = one.target.clone()
        draft[0] = torch.nextafter(draft[0], torch.zeros((), dtype=draft.dtype))
        p, q = (logits.softmax(dim=-1) for logits in (one.target, draft))
        if (p <= q).all() and q[0] > 0.3 and p[0] / q[0] < largest_uniform(dtype):
            return Step(one.target, draft), "p and q differ in a last bit"
    raise ValueError(f"no pair of logits in {dtype} differs in a last bit alone: look at more of them")


def endpoint_findings(seed: int) -> Iterator[Finding]:
    """Force the smallest and the largest uniform of each format."""
    for dtype in DTYPES:
        low, high = 0.0, largest_uniform(dtype)
        zero = step((0.0, 0.6, 0.4), (0.5, 0.3, 0.2), dtype)
        yield _forced("u = 0: a draft with p = 0 must be refused", dtype, low, zero, 0, accept=False)
        more = step((0.6, 0.4), (0.4, 0.6), dtype)
        yield _forced(f"u = {_one_minus(high)}: a draft with p > q must be kept", dtype, high, more, 0, accept=True)
        same = step((0.6, 0.4), (0.6, 0.4), dtype)
        yield _forced(f"u = {_one_minus(high)}: a draft with p = q must be kept", dtype, high, same, 0, accept=True)
        one, name = last_bit(dtype)
        token = int(np.argmax(one.q - one.p))
        yield _forced(f"u = {_one_minus(high)}: {name}, any token with p > 0 must come", dtype, high, one, token, None)


def step_limits(findings: Sequence[Finding], seed: int) -> Iterator[Limit]:
    """The arithmetic of what the findings show."""
    seen = [f"{row.dtype}, {row.situation}: {row.said.partition(CAME)[2]}" for row in findings if CAME in row.said]
    yield Limit(
        "A token with p = 0 can come out.",
        "The test is `r_i <= probability_ratio`. With p = 0 the ratio is 0, so a uniform of exactly 0 keeps the token; "
        "`<` would not. A uniform of 0 has the chance 2^-24 in float32, and far more in the short formats. Assisted "
        "generation samples in float32, so there it takes 16.8 million drafts of such a token to expect one.",
        f"{' '.join(seen) or 'Never in this run.'} {_zeros(seed)}",
    )
    broken = [_error_seen(row) for row in findings if "last bit" in row.situation]
    yield Limit(
        "A rejection can end in an error where p and q are almost equal.",
        "Where no p is above its q, the residual max(p − q, 0) is 0 everywhere. In exact numbers p and q would then be "
        "equal and nothing rejected; rounded, they can sum to a little less and a little more than 1. A rejection then "
        "divides 0 by 0, and `torch.multinomial` raises a RuntimeError. Drawing from p in this case would do.",
        "; ".join(broken) + ".",
    )


def _error_seen(row: Finding) -> str:
    how = "forced uniform" if row.part == "endpoint" else f"up to {row.size:,} calls"
    return f"{row.dtype}, {how}: {'RuntimeError' if 'RuntimeError' in row.said else 'no error'}"


def _part(size: int, share: float) -> int:
    return max(1, round(size * share))


def _forbidden(one: Step) -> str:
    if not one.last or not (one.p == 0).any():
        return ""
    drafted = one.p[one.last["proposal"]] == 0
    came = int((one.p[one.last["output"]] == 0).sum())
    if not drafted.any() or not came:
        return ""
    return f"{CAME}{came} times in {int(drafted.sum()):,} drafts of it, 2^{np.log2(came / drafted.sum()):.1f}."


def _forced(what: str, dtype: str, u: float, one: Step, proposal: int, accept: bool | None) -> Finding:
    try:
        with forced_uniform(u):
            record = one.run([proposal])
    except RuntimeError as error:
        return Finding("endpoint", what, dtype, 1, REFUSED, f"RuntimeError: {str(error).splitlines()[0]}")
    output, accepted = int(record["output"][0]), bool(record["accepted"][0])
    right = one.p[output] > 0 if accept is None else accepted == accept
    seen = (
        f"Token {proposal} was {'kept' if accepted else 'refused'}; token {output} came out, p = {one.p[output]:.3g}."
    )
    return Finding("endpoint", what, dtype, 1, KEPT if right else REFUSED, seen)


def _one_minus(u: float) -> str:
    return f"1 − 2^{np.log2(1 - u):.0f}"


def _zeros(seed: int) -> str:
    torch.manual_seed(seed)
    size, said = 2**24, []
    for name, dtype in DTYPES.items():
        zeros = int((torch.rand_like(torch.empty(size, dtype=dtype)) == 0).sum())
        said.append(f"{zeros:,} in {name}" + (f" (2^{np.log2(zeros / size):.1f})" if zeros else ""))
    return f"Zeros among {size:,} values of `torch.rand_like`: {', '.join(said)}."
