"""The words for requests: steps, orders, places; and what follows from them, in plain sentences."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.decoding import PLACES, Order, Request, everywhere, requested_rule
from lab.core.logits import softmax
from lab.core.numbers import display_labels, fmt
from lab.core.rules import Rule

STEP_NAMES = {"temperature": "temperature", "top_k": "top-k", "top_p": "top-p", "min_p": "min-p"}
PLACE_NAMES = {
    "both": "p and q",
    "p": "p only",
    "q": "q only",
    "proposal": "p and proposal, not ratio",
}
SAME, OTHER = "the requested law", "another law"
ROUNDING = 1e-12  # a distance this small is rounding


def order_name(order: Order) -> str:
    """An order in words: "temperature → top-k → top-p → min-p"."""
    return " → ".join(STEP_NAMES[step] for step in order)


def setting(request: Request) -> str:
    """A request in words, for the notebook."""
    return (
        f"temperature {fmt(request.temperature)}, top-k {request.top_k or 'off'}, top-p {fmt(request.top_p)}, "
        f"min-p {fmt(request.min_p)}; {order_name(request.order)}; ties: {request.ties}"
    )


def each_place(target: ArrayLike, draft: ArrayLike, request: Request) -> dict[str, Rule]:
    """The rule for each of ``PLACES``, all four transforms at the same place."""
    return {place: requested_rule(target, draft, request, everywhere(place)) for place in PLACES}


def gives_request(rule: Rule) -> bool:
    """Whether the requested law comes out, to rounding."""
    return rule.total_variation() < ROUNDING


def swapped(order: Order) -> Order:
    """The order with temperature and top-p changing places."""
    other = {"temperature": "top_p", "top_p": "temperature"}
    return tuple(other.get(step, step) for step in order)


def orders_differ(logits: ArrayLike, request: Request) -> bool:
    """Whether temperature before top-p and top-p before temperature keep different tokens."""
    laws = (request.law(logits), replace(request, order=swapped(request.order)).law(logits))
    return not np.array_equal(*(law > 0 for law in laws))


def order_sentence(logits: ArrayLike, request: Request, labels: tuple[str, ...]) -> str:
    """Which tokens of the target stay with temperature before top-p, and which with top-p first."""
    here = request if _cools_first(request.order) else replace(request, order=swapped(request.order))
    there = replace(here, order=swapped(here.order))
    first, second = (_kept(logits, one, labels) for one in (here, there))
    if first == second:
        return f"Here it makes no difference whether temperature or top-p comes first. What stays: {first}."
    return f"Temperature before top-p keeps {first}. Top-p before temperature keeps {second}."


def tie_sentence(logits: ArrayLike, request: Request, labels: tuple[str, ...]) -> str:
    """Whether a cut goes through equally likely tokens of the target, and what the two ways to cut keep; "" if not."""
    first, everyone = (_kept(logits, replace(request, ties=ties), labels) for ties in ("first", "all"))
    if first == everyone:
        return ""
    return f"A cut goes through equally likely tokens. Keeping the first: {first}. Keeping all of them: {everyone}."


def greedy_sentence(rule: Rule, labels: tuple[str, ...]) -> str:
    """What the rule has become at temperature 0."""
    names = display_labels(labels)
    if np.count_nonzero(rule.target) > 1 or np.count_nonzero(rule.proposal) > 1:
        return "Temperature 0 leaves the favourites only, and here several tie."
    wanted, proposed = names[int(rule.target.argmax())], names[int(rule.proposal.argmax())]
    kept = "is always kept" if wanted == proposed else "is never kept"
    return (
        f"At temperature 0 the rule is argmax equality: the draft proposes its favourite “{proposed}”, the target's is "
        f"“{wanted}”, so the proposal {kept}, and “{wanted}” comes out: greedy search, exactly."
    )


def worst_token(rule: Rule) -> int:
    """The position whose output differs most from the request, the first of equals."""
    return int(np.abs(rule.output_law() - rule.target).argmax())


def _cools_first(order: Order) -> bool:
    return order.index("temperature") < order.index("top_p")


def _kept(logits: ArrayLike, request: Request, labels: tuple[str, ...]) -> str:
    law = request.law(logits)
    return ", ".join(f"“{name}”" for name, mass in zip(display_labels(labels), law, strict=True) if mass > 0)


def steps_to_show(logits: ArrayLike, request: Request) -> list[tuple[str, NDArray[np.float64]]]:
    """A model's law after each step, and at the end what the other order of temperature and top-p would leave."""
    amounts = {
        "start": "Before the request",
        "temperature": f"Temperature {fmt(request.temperature)}",
        "top_k": f"Top-k {request.top_k or 'off'}",
        "top_p": f"Top-p {fmt(request.top_p) if request.top_p < 1 else 'off'}",
        "min_p": f"Min-p {fmt(request.min_p) if request.min_p else 'off'}",
    }
    rows = [(amounts[step], softmax(after)) for step, after in request.trace(logits)]
    first = "top-p before temperature" if _cools_first(request.order) else "temperature before top-p"
    return [*rows, (f"The same with {first}", replace(request, order=swapped(request.order)).law(logits))]


def why_wrong(rules: dict[str, Rule], labels: tuple[str, ...]) -> str:
    """The two wrong places, told on the token where the second one is farthest off."""
    wrong, right = rules["proposal"], rules["both"]
    if gives_request(wrong):
        return "Under this request the draft changes too little for the wrong ratio to show."
    token = worst_token(wrong)
    return (
        f"With the request in the proposal only, “{display_labels(labels)[token]}” is proposed with probability "
        f"{fmt(wrong.proposal[token])}, but the ratio divides by {fmt(rules['p'].proposal[token])}. So it comes out "
        f"with {fmt(wrong.output_law()[token])} in place of {fmt(right.target[token])}."
    )


def script(request: Request, places: dict[str, str], typed: dict[str, NDArray[np.float64]]) -> str:
    """Python that gives the numbers on the screen.

    Args:
        request: what is asked for.
        places: where each transform is applied.
        typed: logits typed in place of log p ("p") or log q ("q").
    """
    models = {name: f"np.array({typed[name].tolist()})" if name in typed else f"log_weights({name})" for name in "pq"}
    models = {name: code.replace("-inf", "-np.inf") for name, code in models.items()}
    return f"""
from lab.core.decoding import Request, requested_rule
from lab.core.logits import log_weights

request = {request!r}
places = {places!r}
rule = requested_rule({models["p"]}, {models["q"]}, request, places)
print("requested law:", rule.target)
print("output law:", rule.output_law())
print("alpha:", rule.acceptance_rate())
print("distance TV:", rule.total_variation())
"""


def greedy_rule(target: ArrayLike, draft: ArrayLike, request: Request) -> Rule:
    """The rule once the temperature has gone to 0, in p and q."""
    return requested_rule(target, draft, replace(request, temperature=0.0), everywhere("both"))
