"""A sampler that misbehaves is told what it did."""

import re
from contextlib import suppress

import numpy as np
import pytest

from lab.check.block.case import case
from lab.check.block.check import check_block_sampler
from lab.check.block.guard import run_sampler
from lab.core.block import Iid

COIN = Iid([0.5, 0.5])


def raises(*request):
    raise RuntimeError("no weights")


def hides_its_mistake(target, draft, draft_len, length, size, rng):
    with suppress(Exception):
        target([0])
    return np.zeros((size, length), int)


def writes_into_a_row(target, draft, draft_len, length, size, rng):
    row = target(())
    row[0] = 0.0
    return np.ones((size, length), int)


MISUSES = [
    ("x", "It is 'x', which is no function: give a function of"),
    (raises, "The sampler raised RuntimeError: no weights"),
    (lambda target, *rest: target([0]), r"The target was called with \[0\]: a prefix is a tuple"),
    (lambda target, draft, *rest: draft((0, 7)), "The draft was called with 7 at position 1 of a prefix"),
    (hides_its_mistake, "a prefix is a tuple"),
    (writes_into_a_row, r"changed the row of the target after \(\)"),
    (lambda *request: np.zeros((request[4], 2), int), r"array of int64 of shape \(4, 2\)"),
    (lambda *request: np.zeros((request[4], 3)), "array of float64"),
    (lambda *request: np.zeros((request[4], 3), bool), "array of bool"),
    (lambda *request: np.zeros((3, 3), int), "returned 3 sequences; 4 were asked for"),
    (lambda *request: np.full((request[4], 3), -1), "Row 0 has -1 at position 0: ids go from 0 to 1"),
    (lambda *request: [(0, 1, 0)] * 3 + [(0, 1, 2)], "Row 3 has 2 at position 2"),
    (lambda *request: [(0, 1, 0.5)] * 4, "an integer array or a list of tuples is right"),
    (lambda *request: [(True, 1, 0)] * 4, "an integer array or a list of tuples is right"),
    (lambda *request: None, "The sampler returned None"),
]


@pytest.mark.parametrize(("sampler", "message"), MISUSES)
def test_a_misuse_is_a_fail_with_its_reason(sampler, message):
    report = check_block_sampler(sampler, COIN, COIN, 2, 3, size=4)
    assert report.verdict == "fail"
    assert len(report.tests) == 1
    assert re.search(message, report.reason)


def test_what_came_out_is_kept_row_by_row():
    rows = run_sampler(lambda *request: [(1, 0), (0, 0), (1, 0)], case(COIN, COIN, 1, 2), 3, np.random.default_rng(0))
    assert [rows.sequences[number] for number in rows.of] == [(1, 0), (0, 0), (1, 0)]


def test_a_row_filled_up_behind_a_stop_is_as_long_as_its_tokens():
    asked = case(COIN, COIN, 1, 3, stop=(1,))
    rows = run_sampler(lambda *request: np.array([[1, -1, -1], [0, 0, 0]]), asked, 2, np.random.default_rng(0))
    assert [rows.sequences[number] for number in rows.of] == [(1,), (0, 0, 0)]


def test_stop_and_greedy_reach_a_sampler_that_takes_them():
    seen = {}

    def sampler(target, draft, draft_len, length, size, rng, stop=(), greedy=False):
        seen.update(stop=stop, greedy=greedy)
        return [(1,)] * size

    run_sampler(sampler, case(COIN, COIN, 1, 3, stop=(1,), greedy=True), 2, np.random.default_rng(0))
    assert seen == {"stop": {1}, "greedy": True}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ((0, 1), "Sequence 0 1 ends after 2 of 3 tokens, and not with a stop token"),
        ((0, 1, 0, 1), "Sequence 0 1 0 1 has 4 tokens though the length cap is 3"),
        ((), "The empty sequence ends after 0 of 3 tokens"),
    ],
)
def test_a_sequence_of_another_length_is_named(row, message):
    report = check_block_sampler(lambda *request: [row] * request[4], COIN, COIN, 2, 3, size=10)
    assert report.verdict == "fail"
    assert message in report.reason
