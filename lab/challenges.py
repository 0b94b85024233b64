"""Goals to play for: each is a sentence and a check that the page can make."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lab.core.acceptance import acceptance_rate, residual, residual_mass
from lab.core.block import Cycle
from lab.core.comparison import same_argmax
from lab.core.pmf import total_variation
from lab.core.repeats import accepted_count_law
from lab.requests import orders_differ
from lab.verdicts import distance, draws_needed

TARGET_TOLERANCE = 0.005
ROUNDING = 1e-12  # a sum of typed decimals may miss its goal by less than this


@dataclass(frozen=True)
class Challenge:
    """A goal for the reader's own pair, or for whatever else a page lets them change.

    Attributes:
        key: short name, unique.
        goal: what to reach, one sentence.
        reached: whether a subject reaches it: a situation, or success probability and n.
    """

    key: str
    goal: str
    reached: Callable[..., bool]


ONE_PROPOSAL = (
    Challenge(
        "five-of-five",
        "Make it a coin flip whether all of n = 5 proposals are accepted.",
        lambda success, n: n == 5 and _near(accepted_count_law(success, n)[-1], 0.5),
    ),
    Challenge(
        "seven-of-ten",
        "With n = 10, make 7 the most likely number accepted.",
        lambda success, n: n == 10 and accepted_count_law(success, n).argmax() == 7,
    ),
    Challenge(
        "rarely-all",
        "Let each proposal be accepted with probability 0.9 or more, but all of them together in less than 1 %.",
        lambda success, n: success >= 0.9 and accepted_count_law(success, n)[-1] < 0.01,
    ),
)

ACCEPTANCE = (
    Challenge(
        "half-with-same-favourite",
        "Make α = 0.5 while both models like the same token best.",
        lambda s: _near(acceptance_rate(s.p, s.q), 0.5) and same_argmax(s.p, s.q),
    ),
    Challenge(
        "high-with-other-favourite",
        "Make α at least 0.95 while the favourites differ.",
        lambda s: _at_least(acceptance_rate(s.p, s.q), 0.95) and not same_argmax(s.p, s.q),
    ),
    Challenge(
        "never-kept",
        "Make α = 0.",
        lambda s: acceptance_rate(s.p, s.q) == 0,
    ),
)

RECOMBINE = (
    Challenge(
        "one-token-residual",
        "Make a residual that is one token only, while α is at least 0.5.",
        lambda s: _at_least(acceptance_rate(s.p, s.q), 0.5) and np.count_nonzero(residual_mass(s.p, s.q)) == 1,
    ),
    Challenge(
        "residual-is-target",
        "Make the residual equal to p itself.",
        lambda s: residual_mass(s.p, s.q).any() and np.allclose(residual(s.p, s.q), s.p, rtol=0, atol=1e-9),
    ),
    Challenge(
        "blind-but-kept",
        "Make the target's favourite a token that is never proposed.",
        lambda s: bool(np.any((s.p == s.p.max()) & (s.q == 0))),
    ),
)


def _at_least(value: float, goal: float) -> bool:
    return value >= goal - ROUNDING


MONTE_CARLO = (
    Challenge(
        "most-scatter",
        "Make the share of kept drafts as uncertain as it can be.",
        lambda s: _near(acceptance_rate(s.p, s.q), 0.5),
    ),
    Challenge(
        "no-scatter",
        "Make the share of kept drafts the same under every seed, while p and q differ.",
        lambda s: acceptance_rate(s.p, s.q) == 0,
    ),
    Challenge(
        "half-without-a-draft",
        "Make a token come out in half of all draws, though the draft never proposes it.",
        lambda s: bool(np.any(np.isclose(s.p, 0.5, atol=TARGET_TOLERANCE) & (s.q == 0))),
    ),
)

TRANSFORMS = (
    Challenge(
        "orders-differ",
        "Make the kept tokens depend on whether temperature or top-p comes first.",
        lambda target, request, rules: orders_differ(target, request),
    ),
    Challenge(
        "matched-is-worse",
        "Make “p only” keep more drafts than “p and q”.",
        lambda target, request, rules: rules["p"].acceptance_rate() > rules["both"].acceptance_rate() + ROUNDING,
    ),
    Challenge(
        "far-off",
        "Apply the request in a wrong place so that the output is off by TV = 0.3 or more.",
        lambda target, request, rules: any(_at_least(rule.total_variation(), 0.3) for rule in rules.values()),
    ),
)

PRECISION = (
    Challenge(
        "forbidden-token",
        "Let a token come out that p forbids.",
        lambda case, how, seen: bool(seen.forbidden.any()),
    ),
    Challenge(
        "lost-in-logarithms",
        "Compute with logarithms, and lose a token all the same.",
        lambda case, how, seen: how.space == "log" and bool(seen.unreachable.any()),
    ),
    Challenge(
        "nothing-to-see",
        "Bring the distance TV below 10^−12 while α stays below 1.",
        lambda case, how, seen: seen.rule.total_variation() < ROUNDING and seen.rule.acceptance_rate() < 1 - ROUNDING,
    ),
)

WRONG_RULES = (
    Challenge(
        "harmless-fault",
        "Make a rule that is biased in general give exactly p, while p and q differ.",
        lambda s, rule: not rule.exact and not distance(rule) and total_variation(s.p, s.q) > TARGET_TOLERANCE,
    ),
    Challenge(
        "hidden-fault",
        "Make a bias that a million draws do not find nine times in ten.",
        lambda s, rule: distance(rule) > 0 and draws_needed(rule, 0.9) > 10**6,
    ),
    Challenge(
        "worse-than-the-draft",
        "Make a rule whose output is farther from p than q is.",
        lambda s, rule: distance(rule) > total_variation(s.p, s.q) + ROUNDING,
    ),
)

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


def _doubtful(cycle: Cycle) -> bool:
    return all(event.accept[event.token] < 1 for event in cycle.events)


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
        lambda alpha, draft_len, costs: _at_least(alpha, 0.7) and costs.speed(alpha, draft_len) < 1 - ROUNDING,
    ),
    Challenge(
        "twice-with-few",
        "Be twice as fast with α at most 0.6.",
        lambda alpha, draft_len, costs: alpha <= 0.6 and _at_least(costs.speed(alpha, draft_len), 2),
    ),
    Challenge(
        "one-is-best",
        "Make γ = 1 the best draft length while drafts take no time at all.",
        lambda alpha, draft_len, costs: costs.cost_ratio == 0 and costs.best(alpha) == 1,
    ),
)


def _near(value: float, goal: float) -> bool:
    return abs(value - goal) <= TARGET_TOLERANCE + ROUNDING
