"""Goals of the pages with several positions."""

from lab.core.block import Cycle
from lab.lessons.challenges.goal import ROUNDING, Challenge, at_least


def _doubtful(cycle: Cycle) -> bool:
    return all(event.accept[event.token] < 1 for event in cycle.events)


DRAFT_BLOCK = (
    Challenge(
        "all-pass",
        "Find a cycle in which five drafts or more all pass, while they could have failed.",
        lambda setup, cycle: cycle.passed >= 5 and cycle.final_kind == "bonus" and _doubtful(cycle),
    ),
    Challenge(
        "stop-inside",
        "Let a stop token end the output though a draft behind it was accepted.",
        lambda setup, cycle: setup.rule.exact and cycle.ended == "stop" and cycle.passed > len(cycle.emitted),
    ),
    Challenge(
        "wrong-but-full",
        "Find a cycle that emits γ + 1 tokens although a draft was rejected.",
        lambda setup, cycle: cycle.final_kind == "correction" and len(cycle.emitted) > setup.draft_len,
    ),
)

STREAMING = (
    Challenge(
        "false-call",
        "Let three calls or more fire that are not in the final text.",
        lambda stream, differs: len(stream.false_calls) >= 3,
    ),
    Challenge(
        "nothing-taken-back",
        "Show unverified drafts of a draft unlike the target, and take nothing back.",
        lambda stream, differs: stream.unverified and differs > 0 and stream.taken_back == 0,
    ),
    Challenge(
        "stop-inside-a-block",
        "Let a stop text be complete while two verified tokens or more stand behind it.",
        lambda stream, differs: len(stream.dropped) >= 2,
    ),
)

COST = (
    Challenge(
        "kept-but-slower",
        "Keep most drafts (α at least 0.7), and be slower than ordinary decoding.",
        lambda alpha, draft_len, costs: at_least(alpha, 0.7) and costs.speed(alpha, draft_len) < 1 - ROUNDING,
    ),
    Challenge(
        "twice-with-few",
        "Be twice as fast with α at most 0.6.",
        lambda alpha, draft_len, costs: alpha <= 0.6 and at_least(costs.speed(alpha, draft_len), 2),
    ),
    Challenge(
        "one-is-best",
        "Make γ = 1 the best draft length while drafts take no time at all.",
        lambda alpha, draft_len, costs: costs.cost_ratio == 0 and costs.best(alpha) == 1,
    ),
)
