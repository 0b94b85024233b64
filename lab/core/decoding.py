"""A request of several transforms in a stated order, and where an engine applies them.

The target law is p *after* the request. The draft may propose from any law at all, transformed or not: the output
stays exact as long as the ratio and the residual read the law that really proposes, and the requested p.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.logits import Logits, as_logits, softmax
from lab.core.rules import RULES, Rule
from lab.core.transforms import STEPS, Ties, min_p, temperature, top_k, top_p

Order = tuple[str, ...]

PLACES = ("both", "p", "q", "proposal")
"""Where a transform is applied: to p and q; p only; q only; p and the proposal, while the ratio reads q without it."""
ORDERS: tuple[Order, ...] = tuple(permutations(STEPS))
IN_TARGET, IN_PROPOSAL, IN_RATIO = ("both", "p", "proposal"), ("both", "q", "proposal"), ("both", "q")


@dataclass(frozen=True)
class Request:
    """What a request asks for; the defaults change nothing.

    Args:
        temperature: finite, 0 or more.
        top_k: how many tokens to keep; 0 for all.
        top_p: mass to keep, in [0, 1].
        min_p: least share of the favourite's probability, in [0, 1].
        order: the four steps, first to last.
        ties: what a cut keeps of equally likely tokens, "first" or "all".
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    order: Order = tuple(STEPS)
    ties: Ties = "first"

    def trace(self, logits: ArrayLike, only: Collection[str] = tuple(STEPS)) -> list[tuple[str, Logits]]:
        """Follow logits through the request.

        Args:
            logits: shape (V,), finite or -inf.
            only: the steps to take; the others are left out.

        Returns:
            ("start", logits), then one (step, logits after it) for each step, in order.

        Raises:
            ValueError: a setting is outside its range, order is no order of the four steps, or logits are none.
        """
        if sorted(self.order) != sorted(STEPS):
            raise ValueError(f"order is {self.order}: name each of {', '.join(STEPS)} once")
        rows = [("start", as_logits(logits))]
        for step in self.order:
            if step in only:
                rows.append((step, self._take(step, rows[-1][1])))
        return rows

    def law(self, logits: ArrayLike, only: Collection[str] = tuple(STEPS)) -> NDArray[np.float64]:
        """Law of a token after the request, shape (V,), sum 1; arguments as in ``trace``."""
        return softmax(self.trace(logits, only)[-1][1])

    def _take(self, step: str, logits: Logits) -> Logits:
        if step == "temperature":
            return temperature(logits, self.temperature, self.ties)
        if step == "top_k":
            return top_k(logits, self.top_k or logits.size, self.ties)
        if step == "top_p":
            return top_p(logits, self.top_p, self.ties)
        return min_p(logits, self.min_p)


def everywhere(place: str) -> dict[str, str]:
    """The same place for all four transforms."""
    return dict.fromkeys(STEPS, place)


def requested_rule(target: ArrayLike, draft: ArrayLike, request: Request, places: Mapping[str, str]) -> Rule:
    """Speculative sampling as an engine does it that applies each transform at its place.

    Args:
        target: logits of the target model, shape (V,).
        draft: logits of the draft model, shape (V,).
        request: what is asked for.
        places: one of ``PLACES`` for each of the four steps.

    Returns:
        The rule; its ``target`` is p after the whole request, whatever the engine does. A token that the ratio thinks
        impossible (q = 0) is kept where the p in use is positive.

    Raises:
        ValueError: see ``Request.trace``; or a place is none of ``PLACES``; or the models differ in length.
    """
    _check(places)
    wanted, p = _laws(request, target, tuple(STEPS), _steps(places, IN_TARGET))
    proposal, in_ratio = _laws(request, draft, _steps(places, IN_PROPOSAL), _steps(places, IN_RATIO))
    rule = RULES["other_row"](p, proposal, row=in_ratio)
    matched = set(places.values()) <= {"both", "p"}
    return replace(
        rule,
        key="requested",
        title="Speculative sampling under a request",
        kind="exact" if matched else "biased",
        mass="The output is the requested p if p was transformed and the ratio reads the law that really proposes.",
        reference="",
        target=wanted,
    )


def temperature_curve(
    target: ArrayLike, draft: ArrayLike, request: Request, places: Mapping[str, str], temperatures: Iterable[float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Acceptance rate and distance from the requested target as the temperature changes, everything else kept.

    Args:
        target, draft, request, places: see ``requested_rule``.
        temperatures: n values, finite, 0 or more.

    Returns:
        Acceptance rates and total variation distances, each of shape (n,), in [0, 1].

    Raises:
        ValueError: see ``requested_rule``.
    """
    rules = [requested_rule(target, draft, replace(request, temperature=t), places) for t in temperatures]
    return np.array([r.acceptance_rate() for r in rules]), np.array([r.total_variation() for r in rules])


def _check(places: Mapping[str, str]) -> None:
    for step in STEPS:
        if places.get(step) not in PLACES:
            raise ValueError(f"{step} is applied to {places.get(step)!r}: choose one of {', '.join(PLACES)}")


def _steps(places: Mapping[str, str], where: Collection[str]) -> tuple[str, ...]:
    return tuple(step for step in STEPS if places[step] in where)


def _laws(request: Request, logits: ArrayLike, *steps: tuple[str, ...]) -> list[NDArray[np.float64]]:
    known = {only: request.law(logits, only) for only in set(steps)}  # most places ask for the same law twice
    return [known[only] for only in steps]
