"""What a cycle costs and buys, as the page on cost shows it: in target steps, or from times a reader has measured."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lab.core.block import ngram, shipped_text
from lab.core.cost import best_draft_len, break_even, expected_tokens, measured_speedup, speedup
from lab.core.metrics import DEFINITIONS, Metrics, count_metrics, exact_metrics
from lab.core.numbers import Written, fmt
from lab.core.parsing import parse_number

LONGEST_DRAFT = 10
ALPHAS = np.arange(11) / 10  # the columns of the map
LENGTHS = np.arange(1, LONGEST_DRAFT + 1)  # its rows

NAMES = {
    "alpha": "Acceptance rate α",
    "per_tested": "Accepted per tested draft",
    "per_drafted": "Accepted per proposed draft",
    "by_position": "Accepted at position {}",
    "conditional": "Accepted at position {}, if tested",
    "coverage": "Coverage",
    "mean_accepted": "Accepted drafts per cycle",
    "tokens_without_bonus": "Tokens per cycle, bonus left out",
    "tokens_with_bonus": "Tokens per cycle, bonus counted",
}
"""What each field of ``Metrics`` is called; the first six are shares."""
SHARES = tuple(NAMES)[:6]


@dataclass(frozen=True)
class Costs:
    """What the steps cost, in target steps: a verifying pass of γ drafts takes ``base + growth × γ``.

    Attributes:
        cost_ratio: c, one draft step.
        base: a verifying pass without the part that grows.
        growth: what each draft adds to a verifying pass.
    """

    cost_ratio: float
    base: float = 1.0
    growth: float = 0.0

    def verify(self, draft_len: int) -> float:
        """One verifying pass."""
        return self.base + self.growth * draft_len

    def cycle(self, draft_len: int) -> float:
        """One cycle."""
        return self.cost_ratio * draft_len + self.verify(draft_len)

    def speed(self, alpha: float, draft_len: int) -> float:
        """Walltime factor against ordinary decoding."""
        return float(speedup(alpha, draft_len, self.cost_ratio, self.verify(draft_len)))

    def speed_of(self, tokens: float, draft_len: int) -> float:
        """Walltime factor where a cycle emits so many tokens on average."""
        return float(measured_speedup(tokens, draft_len, self.cost_ratio, 1.0, self.verify(draft_len)))

    def best(self, alpha: float) -> int:
        """The fastest draft length within reach of the page; 0 where ordinary decoding is faster."""
        return best_draft_len(alpha, self.cost_ratio / self.base, self.growth / self.base, LONGEST_DRAFT)

    def speeds(self) -> NDArray[np.float64]:
        """The map: walltime factor for each of ``LENGTHS`` and each of ``ALPHAS``."""
        rows = LENGTHS[:, None]
        return speedup(ALPHAS, rows, self.cost_ratio, self.base + self.growth * rows)

    @lru_cache(maxsize=200)  # noqa: B019  (costs are small values, and a search for each length takes its time)
    def break_evens(self) -> tuple[float, ...]:
        """For each of ``LENGTHS`` the acceptance rate where drafting begins to pay; NaN where it never does."""
        return tuple(break_even(n, self.cost_ratio, self.verify(n)) for n in LENGTHS.tolist())


def read_time(text: str, zero: bool) -> float:
    """A typed time in milliseconds.

    Args:
        text: such as 2, 0.5, 0,5 or 5/2.
        zero: whether nothing at all is a time too.

    Returns:
        A number from 1e-6, or 0, to 1e6.

    Raises:
        ValueError: says what to write instead.
    """
    least, words = (0, "from 0") if zero else (1e-6, "from 0.000001")
    within = f"{words} to 1,000,000"
    time = parse_number(text, "2, 0.5 or 5/2", within)
    if not least <= time <= 1e6:
        raise ValueError(f"“{text.strip()}” cannot be a time here: write a number of milliseconds {within}.")
    return time


def costs_of_times(draft: float, target: float, verify: float, draft_len: int) -> Costs:
    """Costs from measured times in any one unit.

    A verifying pass is taken to grow in a straight line from one target step at γ = 0 to the measured pass; where that
    would shrink, to stay as measured.

    Args:
        draft: one draft step, 0 or more.
        target: one ordinary target step, above 0.
        verify: one verifying pass at ``draft_len``, above 0.
        draft_len: γ, 1 or more.

    Raises:
        ValueError: a time is out of range.
    """
    measured_speedup(1.0, draft_len, draft, target, verify)  # says what is wrong
    ratio = verify / target
    return Costs(draft / target, min(1.0, ratio), max(0.0, ratio - 1) / draft_len)


def kinds(alpha: float, spread: float) -> tuple[float, float]:
    """Acceptance rates of easy and hard text with mean α: ``spread`` above and below, or as far as both are rates."""
    spread = min(spread, alpha, 1 - alpha)
    return alpha + spread, alpha - spread


def uneven_metrics(rates: tuple[float, float], draft_len: int) -> Metrics:
    """Every metric, exactly, where half of the cycles meet each kind of text."""
    law = sum(_leading_law(rate, draft_len) for rate in rates) / len(rates)
    return count_metrics(np.arange(law.size), draft_len, law, sum(rates) / len(rates))


def letter_metrics(draft_len: int) -> Metrics:
    """Every metric, exactly, for letters of the text that ships with Python, where a word begins.

    The target knows the last letter, the draft knows none.
    """
    text = shipped_text().lower()
    target, draft = ngram(text, 2), ngram(text, 1)
    return exact_metrics(target, draft, draft_len, target.encode(" "))


def shares(metrics: Metrics) -> dict[str, float]:
    """The metrics that are shares, by name; the two kinds by position get a row a position."""
    found: dict[str, float] = {}
    for key in SHARES:
        value = getattr(metrics, key)
        rows = enumerate(np.atleast_1d(value).tolist(), start=1)
        found |= {NAMES[key].format(place): each for place, each in rows}
    return found


def dictionary(metrics: Metrics) -> list[dict[str, str]]:
    """The translator: each metric with its value and its definition in one line."""
    return [
        {"Metric": NAMES[key].format("i"), "Here": _written(getattr(metrics, key)), "Means": DEFINITIONS[key]}
        for key in NAMES
    ]


def formula_beside(metrics: Metrics, draft_len: int) -> tuple[float, float]:
    """Tokens per cycle: exactly, and by the formula for independent positions at the same α."""
    return metrics.tokens_with_bonus, float(expected_tokens(metrics.alpha, draft_len))


def script(alpha: float, draft_len: int, ops_ratio: float, costs: Costs) -> str:
    """A script that gives the numbers of the page."""
    return f"""from lab.core.cost import expected_tokens, operations
from lab.lessons.costs import Costs

alpha, draft_len = {alpha!r}, {draft_len}
costs = {costs!r}
print("tokens per cycle:", expected_tokens(alpha, draft_len))
print("target steps per cycle:", costs.cycle(draft_len))
print("walltime factor:", costs.speed(alpha, draft_len))
print("operations factor:", operations(alpha, draft_len, {ops_ratio!r}))
print("best draft length:", costs.best(alpha))
"""


def _leading_law(alpha: float, draft_len: int) -> NDArray[np.float64]:
    """Law of the number of accepted drafts when each is accepted with probability ``alpha``, shape (γ + 1,)."""
    reached = alpha ** np.arange(draft_len + 1)
    return np.append(reached[:-1] - reached[1:], reached[-1])


def _written(value: float | NDArray[np.float64]) -> Written:
    return Written(", ".join(fmt(each) for each in np.atleast_1d(value).tolist()), np.asarray(value).tolist())
