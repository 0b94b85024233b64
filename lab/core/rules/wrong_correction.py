"""The right test, min(1, p/q), with a wrong law after a rejection."""

import numpy as np
from scipy.special import softmax

from lab.core.rules.rule import Parts, Vector, largest, law_of, one_hot, option, ratio, residual_or_p, rule


@rule(
    "unmodified_p",
    "Ratio test, then p itself",
    "biased",
    "Accepted mass is counted twice: a token that was already accepted comes again out of the correction.",
    "ShopeeLLM/Spec-RL#14",
)
def unmodified_p(p: Vector, q: Vector) -> Parts:
    """After a rejection draw from p itself."""
    return q, ratio(p, q), p


@rule(
    "argmax_p",
    "Ratio test, then the top of p",
    "biased",
    "All rejected mass goes to the target's favourite; the other tokens of the residual get nothing.",
)
def argmax_p(p: Vector, q: Vector) -> Parts:
    """After a rejection emit the most likely token of p."""
    return q, ratio(p, q), one_hot(int(np.argmax(p)), p.size)


@rule(
    "argmax_residual",
    "Ratio test, then the top of the residual",
    "biased",
    "All rejected mass goes to the largest entry of the residual; its smaller entries get nothing.",
    "jaymody/speculative-sampling#3",
)
def argmax_residual(p: Vector, q: Vector) -> Parts:
    """After a rejection emit the most likely token of the residual."""
    return q, ratio(p, q), one_hot(int(np.argmax(residual_or_p(p, q))), p.size)


@rule(
    "softmax_residual",
    "Ratio test, then a softmax of max(p − q, 0)",
    "biased",
    "Softmax flattens the residual and gives mass to tokens whose residual is 0.",
    "huggingface/transformers#28508",
)
def softmax_residual(p: Vector, q: Vector) -> Parts:
    """After a rejection draw from the softmax of the positive part of p − q, instead of dividing it by its sum."""
    return q, ratio(p, q), softmax(np.maximum(p - q, 0))


@rule(
    "swapped_residual",
    "Ratio test, then max(q − p, 0)",
    "biased",
    "Rejected mass returns to the very tokens that the draft overrates, never to those it underrates.",
)
def swapped_residual(p: Vector, q: Vector) -> Parts:
    """After a rejection draw from the positive part of q − p: the letters are swapped."""
    return q, ratio(p, q), residual_or_p(q, p)


@rule(
    "absolute_difference",
    "Ratio test, then the difference |p − q|",
    "biased",
    "Half of the rejected mass returns to the tokens that the draft overrates.",
)
def absolute_difference(p: Vector, q: Vector) -> Parts:
    """After a rejection draw from the absolute value of p − q, not from its positive part."""
    return q, ratio(p, q), law_of(np.abs(p - q), otherwise=p)


@rule(
    "misaligned_residual",
    "Ratio test, then the residual of two lists",
    "biased",
    "Where the two lists hold different tokens, one token's q is subtracted from another token's p.",
    "ggml-org/llama.cpp",
)
def misaligned_residual(p: Vector, q: Vector, listed: int = 3) -> Parts:
    """List each model's most likely tokens in the order of their ids; subtract place by place, whatever they hold."""
    count = option("listed", listed, 1, np.inf)
    tokens, others = (np.flatnonzero((law > 0) & largest(law, count)) for law in (p, q))
    places = min(tokens.size, others.size)
    difference = np.zeros_like(p)
    difference[tokens] = p[tokens]
    difference[tokens[:places]] -= q[others[:places]]
    return q, ratio(p, q), law_of(np.maximum(difference, 0), otherwise=p)
