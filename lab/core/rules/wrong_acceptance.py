"""A draft that really follows q, with a wrong test of its proposal."""

import numpy as np

from lab.core.rules.rule import Parts, Vector, one_hot, option, ratio, residual_or_p, rule, without_proposal


@rule(
    "argmax_check",
    "Match the top of p",
    "biased",
    "Every draw ends at the target's favourite: greedy decoding, whatever p was asked for.",
    "lablup/mlxcel#902",
)
def argmax_check(p: Vector, q: Vector) -> Parts:
    """Keep x where it is the most likely token of p; otherwise emit that one."""
    favourite = one_hot(int(np.argmax(p)), p.size)
    return q, favourite, favourite


@rule(
    "accept_if_larger",
    "Keep where p(x) is at least q(x)",
    "biased",
    "A token that the draft overrates is always rejected, so its own mass p(x) is lost to the others.",
    "vllm-project/vllm-project.github.io#80",
)
def accept_if_larger(p: Vector, q: Vector) -> Parts:
    """Keep x where p(x) ≥ q(x), with no chance for the rest; the correction is the residual."""
    return q, (p >= q).astype(np.float64), residual_or_p(p, q)


@rule(
    "threshold",
    "Keep where p(x) is at least 0.25",
    "biased",
    "Likely tokens keep all of q(x) instead of min(p, q); unlikely ones keep nothing.",
)
def threshold(p: Vector, q: Vector, threshold: float = 0.25) -> Parts:
    """Keep x where p(x) reaches a fixed threshold; the correction is the residual."""
    return q, (p >= option("threshold", threshold, 0, 1)).astype(np.float64), residual_or_p(p, q)


@rule(
    "accept_all",
    "Keep every x",
    "biased",
    "Nothing is rejected, so the draft's law q comes out.",
    "vllm-project/vllm-ascend#13730",
)
def accept_all(p: Vector, q: Vector) -> Parts:
    """Keep every x, as a test does whose uniform is stuck at 0."""
    return q, np.ones_like(p), residual_or_p(p, q)


@rule(
    "logit_ratio",
    "Ratio of log-probabilities",
    "biased",
    "A ratio of logits is no ratio of probabilities: any constant added to the logits changes it.",
)
def logit_ratio(p: Vector, q: Vector, shift: float = 0.0) -> Parts:
    """Keep x where U < logit of p / logit of q; logits are log-probabilities plus ``shift``, the same for all."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logits_p, logits_q = np.log(p) + shift, np.log(q) + shift
        kept = np.clip(np.nan_to_num(logits_p / logits_q, nan=0.0), 0, 1)  # U < NaN is false: rejected
    return q, np.where(q > 0, kept, 0), residual_or_p(p, q)


@rule(
    "whole_distribution",
    "Ratio test of every token at once",
    "biased",
    "The proposal is judged by all tokens' ratios, so good proposals are thrown away with the bad ones.",
    "NVIDIA/TensorRT-LLM",
)
def whole_distribution(p: Vector, q: Vector) -> Parts:
    """Test every token with its own uniform and keep x only where all of them pass; the correction is the residual."""
    return q, np.full_like(p, ratio(p, q)[q > 0].prod()), residual_or_p(p, q)


@rule(
    "match_or_ratio",
    "Match a sample of p, or pass the ratio test",
    "biased",
    "A second way to pass accepts more than min(p, q) of the tokens that the draft overrates.",
)
def match_or_ratio(p: Vector, q: Vector) -> Parts:
    """Keep x where it equals a fresh sample of p or passes the ratio test; the correction is the residual."""
    return q, 1 - (1 - p) * (1 - ratio(p, q)), residual_or_p(p, q)


@rule(
    "erased_target",
    "Take x out of p, then test",
    "biased",
    "p(x) is set to 0 before it is tested, so every proposal is rejected and cannot come back.",
    "vllm-project/vllm-ascend#2881",
)
def erased_target(p: Vector, q: Vector) -> Parts:
    """Take x out of the shared p first, test it there, and draw from what is left."""
    return q, np.zeros_like(p), without_proposal(p)
