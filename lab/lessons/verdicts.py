"""What a rule does to one pair: exact, slower or biased; who gains; how many draws it takes to see it."""

import math

import numpy as np

from lab.core.acceptance import acceptance_rate
from lab.core.numbers import display_labels, fmt, fmt_signed
from lab.core.rules import Rule, detection_power, draws_to_detect
from lab.formulas import written_sum
from lab.situation import Situation

EXACT = "Exact: the output follows p, and as many drafts are kept as can be"
SLOWER = "Slower: the output follows p, but fewer drafts are kept"
BIASED = "Biased: the output does not follow p"
VERDICTS = (EXACT, SLOWER, BIASED)
NO_TOKEN = "No token"
ROUNDING = 1e-12  # a difference of this size is rounding

LEVEL, POWERS = 0.001, (0.8, 0.9, 0.99)
HUNDRED, TEN_THOUSAND, MILLION, MORE, NEVER = MAGNITUDES = (
    "A hundred or fewer",
    "Up to ten thousand",
    "Up to a million",
    "More than a million",
    "No number of draws shows it",
)


def verdict(rule: Rule, s: Situation) -> str:
    """The verdict on this very pair, from the exact output law and acceptance rate."""
    if distance(rule):
        return BIASED
    return SLOWER if rule.acceptance_rate() < acceptance_rate(s.p, s.q) - ROUNDING else EXACT


def gainers(rule: Rule, s: Situation) -> tuple[str, ...]:
    """The tokens that gain most, all of equals; "No token" where none gains."""
    gain = rule.output_law() - rule.target
    if gain.max() <= ROUNDING:
        return (NO_TOKEN,)
    return tuple(np.array(display_labels(s.labels), dtype=object)[gain >= gain.max() - ROUNDING])


def magnitude(rule: Rule) -> str:
    """How many draws a test needs to find the bias nine times in ten, in words."""
    needed = draws_needed(rule, 0.9)
    if math.isinf(needed):
        return NEVER
    bounds = (100, 10**4, 10**6)
    return next((words for words, bound in zip(MAGNITUDES, bounds, strict=False) if needed <= bound), MORE)


def draws_needed(rule: Rule, power: float) -> float:
    """Draws at which a chi-square test at ``LEVEL`` finds the bias with this power; infinity where it never does."""
    if not distance(rule):
        return math.inf
    return draws_to_detect(rule.output_law(), rule.target, LEVEL, power)


def distance(rule: Rule) -> float:
    """TV of the output law from p; 0 where it is rounding."""
    off = rule.total_variation()
    return 0.0 if off <= ROUNDING else off


def chance_to_see(rule: Rule, draws: int) -> float:
    """Chance that the same test, made once on this many draws, finds the bias."""
    if not distance(rule):
        return LEVEL
    return detection_power(rule.output_law(), rule.target, draws, LEVEL)


def in_general(rule: Rule, here: str) -> str:
    """What kind of rule it is for every pair, and whether this pair shows it."""
    if rule.kind == "deliberate approximation":
        return (
            "**A deliberate approximation.** It leaves p on purpose. It needs an evaluation of its own and may not "
            "borrow the proof of the exact rule." + (_not_here(here))
        )
    if rule.kind == "biased":
        return f"**Biased** in general.{_not_here(here)}"
    if here == SLOWER:
        return "**Exact but slower.** The output law is p for every pair; only speed is lost."
    return "**Exact.** The output law is p for every pair." + (
        " On other pairs it keeps fewer drafts than can be kept." if rule.kind == "exact but slower" else ""
    )


def token_sum(rule: Rule, s: Situation) -> str:
    """Where the output of the token that is farthest off comes from, in numbers."""
    output = rule.output_law()
    token = int(np.abs(output - rule.target).argmax())
    kept = rule.proposal[token] * rule.accept[token]
    error = output[token] - rule.target[token]
    off = fmt_signed(error) if abs(error) > ROUNDING else "0"
    name, parts = display_labels(s.labels)[token], written_sum((kept, output[token] - kept), output[token])
    return f"“{name}” comes out with {parts} (kept + corrected). Wanted: p = {fmt(rule.target[token])}. Error: {off}."


def _not_here(here: str) -> str:
    return "" if here == BIASED else " On this very pair it happens to give p. Change p or q and look again."
