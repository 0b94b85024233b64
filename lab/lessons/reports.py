"""Public bug reports retold: some are right, some are false alarms. Which is which follows from the law."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.core.rules import RULES, Rule
from lab.core.rules.rule import one_hot
from lab.situation import Situation

ROUND, BUGS_IN_A_ROUND = 204, 3  # random stream; real bugs beside one false alarm
TOP_K = 2  # of the report on top-k


@dataclass(frozen=True)
class Report:
    """What somebody reported, and the rule that the code really follows.

    Attributes:
        title: how the report is called, neutral.
        says: the complaint in plain words.
        rule: function of (p, q) giving the rule that the code follows.
        why: what the look at the law shows.
        reference: where it was met.
        false_alarm: whether the output law is p for every pair.
    """

    title: str
    says: str
    rule: Callable[[NDArray, NDArray], Rule]
    why: str
    reference: str
    false_alarm: bool = False


def _two_children(p: NDArray, q: NDArray) -> Rule:
    """The draft's top tokens tried in turn, each kept with p, then taken out of p: the first is certain to be tried."""
    return RULES["one_hot"](p, one_hot(int(np.argmax(q)), q.size))


ALARMS = (
    Report(
        "The array called target",
        "After a rejection the code draws from the array called “target”. It should be the residual.",
        RULES["speculative"],
        "The test had already written the residual into that array. Only the name misleads; the law is right.",
        "NJUNLP/MCSD#5",
        True,
    ),
    Report(
        "An argmax instead of a draw",
        "After a rejection the code takes an argmax: of residual divided by fresh exponential noise. "
        "That is no random draw from the residual.",
        RULES["speculative"],
        "It is one. Token i wins such a race with a probability in proportion to its residual.",
        "vllm-project/vllm#8320",
        True,
    ),
    Report(
        "The draft ignores the temperature",
        "The draft always proposes its top token, whatever temperature was asked for. The output cannot follow p.",
        lambda p, q: RULES["match_target"](p, q, greedy=True),
        "Each proposal is compared with a sample of p, and that sample comes out, matched or not. Only α depends on q.",
        "z-lab/dflash#74",
        True,
    ),
    Report(
        "The tree test ignores q",
        "The draft's top tokens are tried one after the other. Each is kept with p(x), as if q(x) were 1; after a "
        "rejection x is taken out of p. The draft's q never enters.",
        _two_children,
        "The top tokens are tried for certain, so q = 1 is true of them, and p without x is the right residual.",
        "SafeAILab/EAGLE#329",
        True,
    ),
)


def _bug(title: str, says: str, key: str, **options) -> Report:
    shown = RULES[key]([0.5, 0.5], [0.5, 0.5])
    return Report(title, says, lambda p, q: RULES[key](p, q, **options), shown.mass, shown.reference)


BUGS = (
    _bug(
        "Softmax after a rejection",
        "After a rejection the code applies a softmax to max(p − q, 0) and draws. It should divide by the sum.",
        "softmax_residual",
    ),
    _bug("The plain target after a rejection", "After a rejection the code draws from p as it is.", "unmodified_p"),
    _bug(
        "A comparison without chance",
        "A guide explains: keep x if p(x) ≥ q(x), else draw from the residual. No uniform number is mentioned.",
        "accept_if_larger",
    ),
    _bug(
        "A greedy helper",
        "The helper model always proposes its top token. The ratio test divides by its full softmax.",
        "greedy_draft",
    ),
    _bug(
        "Top-k on one side",
        f"Proposals come from q after top-k, here with k = {TOP_K}. The ratio test divides by q before it.",
        "top_k_draft",
        top_k=TOP_K,
    ),
    _bug(
        "An empty buffer",
        "The q that the ratio test reads is never filled: it is 0 everywhere, and x/0 counts as 1.",
        "missing_q",
        stored=0,
    ),
    _bug(
        "Noise used twice",
        "Draft and correction are both drawn by exponential races, with one and the same noise vector.",
        "shared_noise",
    ),
    _bug("A stuck random number", "On one backend the uniform number U of the test U ≤ p/q is always 0.", "accept_all"),
    _bug(
        "One test for all tokens",
        "Every token gets its own ratio test, and x is kept only if none of them fails.",
        "whole_distribution",
    ),
    _bug(
        "A changed tensor",
        "For the correction the code sets p(x) to 0. The test afterwards reads the changed p.",
        "erased_target",
    ),
    _bug(
        "The largest entry of the residual",
        "After a rejection the code always emits the token with the largest residual.",
        "argmax_residual",
    ),
    _bug(
        "Two lists, one index",
        "Each model's top 3 are listed by token number. The residual subtracts list from list, place by place.",
        "misaligned_residual",
    ),
)


def round_of(s: Situation, number: int) -> tuple[Report, ...]:
    """The reports of a round, 1 or more: one false alarm among real bugs, chosen and shuffled by the seed."""
    rng = s.rng(ROUND, number)
    bugs = rng.choice(len(BUGS), BUGS_IN_A_ROUND, replace=False)
    reports = [ALARMS[(number - 1) % len(ALARMS)], *(BUGS[i] for i in bugs)]
    return tuple(reports[i] for i in rng.permutation(len(reports)))
