"""What a rule does, told without its verdict: what proposes, what keeps, what comes after a rejection."""

from dataclasses import dataclass

from lab.core.rules import TITLES

FROM_Q = "x is drawn from q."
RATIO = "x stays where U < min(1, p(x)/q(x))."
RESIDUAL = "Draw from the residual of p and q."


@dataclass(frozen=True)
class Recipe:
    """A rule in neutral words.

    Attributes:
        keeps: when a proposed x stays, one sentence.
        corrects: what comes after a rejection, one sentence.
        proposes: how x is drawn, one sentence.
    """

    keeps: str = RATIO
    corrects: str = RESIDUAL
    proposes: str = FROM_Q


RECIPES: dict[str, Recipe] = {
    "speculative": Recipe(),
    "match_target": Recipe(
        "y is drawn from p; x stays where x = y.",
        "Emit y.",
    ),
    "one_hot": Recipe(
        "x stays where U < p(x).",
        "Take x out of p, rescale, draw from the rest.",
    ),
    "unmodified_p": Recipe(corrects="Draw from p."),
    "argmax_p": Recipe(corrects="Emit the most likely token of p."),
    "argmax_residual": Recipe(corrects="Emit the most likely token of the residual."),
    "softmax_residual": Recipe(corrects="Draw from the softmax of max(p − q, 0)."),
    "swapped_residual": Recipe(corrects="Divide max(q − p, 0) by its sum and draw from that."),
    "absolute_difference": Recipe(corrects="Divide |p − q| by its sum and draw from that."),
    "misaligned_residual": Recipe(
        corrects="List the 3 likeliest tokens of p and of q, each list by token number. Subtract list from list, "
        "place by place; draw from the positive part.",
    ),
    "argmax_check": Recipe(
        "x stays where it is the most likely token of p.",
        "Emit the most likely token of p.",
    ),
    "accept_if_larger": Recipe("x stays where p(x) ≥ q(x)."),
    "threshold": Recipe("x stays where p(x) ≥ 0.25."),
    "accept_all": Recipe("Every x stays."),
    "logit_ratio": Recipe("x stays where U < log p(x) / log q(x)."),
    "whole_distribution": Recipe(
        "Each token y with q(y) > 0 gets a U of its own; x stays where U < p(y)/q(y) for all y.",
    ),
    "match_or_ratio": Recipe(
        "x stays where it equals a fresh sample of p, or where U < min(1, p(x)/q(x)).",
    ),
    "erased_target": Recipe(
        "p(x) is set to 0 first; then x stays where U < p(x)/q(x).",
        "Draw from p with x taken out, rescaled.",
    ),
    "greedy_draft": Recipe(proposes="x is the most likely token of q, always."),
    "top_k_draft": Recipe(proposes="q is cut to its 2 likeliest tokens and rescaled; x is drawn from that."),
    "other_temperature": Recipe(
        "p and q are brought to temperature 2; x stays where U < min(1, p(x)/q(x)) with these.",
        "Draw from the residual of p and q at temperature 2.",
    ),
    "missing_q": Recipe(
        "Only the largest entry of q is stored. Where q(x) is not stored, the ratio counts as 1.",
        "Draw from the residual of p and the stored part of q.",
    ),
    "q_as_one": Recipe("x stays where U < p(x)."),
    "other_row": Recipe(
        "r is q moved on by one token. x stays where U < min(1, p(x)/r(x)).",
        "Draw from the residual of p and r.",
    ),
    "shared_uniform": Recipe(
        corrects="Draw from the residual of p and q, by inverting its cumulative sum at the same U.",
    ),
    "shared_noise": Recipe(
        corrects="Draw from the residual r of p and q: the token with the smallest E/r, with the same noise E.",
        proposes="x is drawn from q: each token gets exponential noise E; the smallest E/q wins.",
    ),
    "lenience": Recipe("x stays where U < min(1, p(x)/(q(x)/2))."),
    "typical": Recipe(
        "x stays where p(x) is above 0.09 or above 0.3 × exp(−entropy of p).",
        "Draw from p.",
    ),
}

BY_NAME: dict[str, str] = {title: key for key, title in sorted(TITLES.items(), key=lambda item: item[1].casefold())}
"""Title → key in ``lab.core.rules.RULES``, in the order of the alphabet, which tells nothing."""
