"""Goals of the pages that break the rule."""

from lab.core.pmf import total_variation
from lab.lessons.challenges.goal import ROUNDING, TARGET_TOLERANCE, Challenge, at_least
from lab.lessons.requests import orders_differ
from lab.lessons.verdicts import distance, draws_needed

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

TRANSFORMS = (
    Challenge(
        "orders-differ",
        "Make the kept tokens depend on whether temperature or top-p comes first.",
        lambda target, request, rules: orders_differ(target, request),
    ),
    Challenge(
        "matched-keeps-none",
        "Make “p and q” keep no draft at all, though “p only” keeps at least four in ten.",
        lambda target, request, rules: (
            rules["both"].acceptance_rate() < ROUNDING and at_least(rules["p"].acceptance_rate(), 0.4)
        ),
    ),
    Challenge(
        "far-off",
        "Apply the request in a wrong place so that the output is off by TV = 0.3 or more.",
        lambda target, request, rules: any(at_least(rule.total_variation(), 0.3) for rule in rules.values()),
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
