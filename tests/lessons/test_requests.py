"""The words for requests say what the arithmetic says."""

import numpy as np
import pytest

from lab.core.decoding import Request
from lab.core.logits import log_weights
from lab.lessons.requests import (
    each_place,
    gives_request,
    greedy_rule,
    greedy_sentence,
    order_sentence,
    orders_differ,
    script,
    setting,
    steps_to_show,
    swapped,
    tie_sentence,
    why_wrong,
)

P, Q, LABELS = (0.45, 0.3, 0.2, 0.05), (0.25, 0.35, 0.1, 0.3), ("the", "a", "cat", "dog")
TARGET, DRAFT = log_weights(P), log_weights(Q)


def test_only_two_of_four_places_give_the_requested_law():
    rules = each_place(TARGET, DRAFT, Request(temperature=0.7, top_p=0.9))
    assert {place: gives_request(rule) for place, rule in rules.items()} == {
        "both": True,
        "p": True,
        "q": False,
        "proposal": False,
    }


def test_the_order_sentence_names_both_kept_sets():
    labels, target = ("a", "b", "c", "d"), log_weights([0.6, 0.2, 0.15, 0.05])
    hot = Request(temperature=2, top_p=0.7)
    for request in (hot, Request(temperature=2, top_p=0.7, order=swapped(hot.order))):
        assert orders_differ(target, request)
        assert order_sentence(target, request, labels) == (
            "Temperature before top-p keeps “a”, “b”, “c”. Top-p before temperature keeps “a”, “b”."
        )
    assert not orders_differ(target, Request(top_p=0.7))
    assert "no difference" in order_sentence(target, Request(top_p=0.7), labels)


def test_the_tie_sentence_speaks_only_of_ties():
    tied = log_weights([0.4, 0.3, 0.3])
    assert "Keeping the first: “a”, “b”. Keeping all of them: “a”, “b”, “c”." in tie_sentence(
        tied, Request(top_k=2), "abc"
    )
    assert tie_sentence(TARGET, Request(top_k=2), LABELS) == ""


def test_at_temperature_0_the_sentence_is_argmax_equality():
    cold = greedy_rule(TARGET, DRAFT, Request())
    assert (
        "favourite “a”, the target's is “the”, so the proposal is never kept, and “the” comes out"
        in greedy_sentence(cold, LABELS)
    )
    assert "is always kept" in greedy_sentence(greedy_rule(TARGET, TARGET, Request()), LABELS)
    assert "several tie" in greedy_sentence(greedy_rule([0, 0], [0, 0], Request(ties="all")), ("a", "b"))


def test_the_wrong_ratio_is_told_in_the_numbers_of_the_law():
    rules = each_place(TARGET, DRAFT, Request(top_k=2))
    assert "“the” is proposed with probability 0, but the ratio divides by 0.25" in why_wrong(rules, LABELS)
    assert "too little" in why_wrong(each_place(TARGET, DRAFT, Request()), LABELS)


def test_the_steps_end_with_the_other_order():
    rows = steps_to_show(TARGET, Request(top_k=2))
    assert [name for name, _ in rows] == [
        "Before the request",
        "Temperature 1",
        "Top-k 2",
        "Top-p off",
        "Min-p off",
        "The same with top-p before temperature",
    ]
    assert rows[2][1] == pytest.approx([0.6, 0.4, 0, 0])


def test_a_setting_names_everything():
    assert setting(Request(0.5, 3, 0.9, 0.1, ties="all")) == (
        "temperature 0.5, top-k 3, top-p 0.9, min-p 0.1; temperature → top-k → top-p → min-p; ties: all"
    )


def test_the_script_runs_and_gives_the_law_of_typed_logits():
    typed = {"p": np.array([2.0, -np.inf, 0.0])}
    places = dict.fromkeys(("temperature", "top_k", "top_p", "min_p"), "both")
    names = {"np": np, "q": [0.2, 0.3, 0.5]}
    exec(script(Request(temperature=0.5), places, typed), names)
    assert names["rule"].output_law() == pytest.approx(np.array([1, 0, np.exp(-4)]) / (1 + np.exp(-4)))
