"""What the reader sees: verified text only, stop texts that come in pieces, tool calls that must not fire."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.block import Iid, Markov, run_request
from lab.core.streaming import Readable, false_calls, readable, timeline, tool_calls

TARGET = Markov([0.5, 0.5], [[0.75, 0.25], [0.25, 0.75]])
DRAFT = Markov([0.25, 0.75], [[0.5, 0.5], [0.625, 0.375]])


def request(seed, target=TARGET, draft=DRAFT, draft_len=3):
    return run_request(target, draft, draft_len, 9, np.random.default_rng(seed))


@given(st.integers(0, 2**32 - 1))
def test_verified_output_only_grows(seed):
    steps = timeline(request(seed))
    for before, after in pairwise(steps):
        assert after.shown[: len(before.shown)] == before.shown
    assert not any(step.taken_back for step in steps)


@given(st.integers(0, 2**32 - 1))
def test_both_ways_end_with_the_same_text(seed):
    cycles = request(seed)
    emitted = sum((cycle.emitted for cycle in cycles), ())
    assert timeline(cycles)[-1].shown == timeline(cycles, unverified=True)[-1].shown == emitted


@given(st.integers(0, 2**32 - 1))
def test_shown_drafts_that_were_rejected_are_taken_back(seed):
    cycles = request(seed)
    emits = [step for step in timeline(cycles, unverified=True) if step.phase == "emit"]
    for cycle, step in zip(cycles[:-1], emits, strict=False):
        rejected = [event.token for event in cycle.events if event.fate != "accepted"]
        if rejected and rejected[0] != cycle.final:
            assert list(step.taken_back) == rejected


def test_a_timeline_by_hand():
    """Two drafts of 1 ms and a pass of 5 ms; the target never wants what the draft says."""
    cycles = run_request(Iid([1, 0]), Iid([0, 1]), 2, 1, np.random.default_rng(0))
    steps = timeline(cycles, 1, 5, unverified=True)
    assert [(step.phase, step.start, step.end) for step in steps] == [
        ("draft", 0, 1),
        ("draft", 1, 2),
        ("verify", 2, 7),
        ("emit", 7, 7),
    ]
    assert [step.shown for step in steps] == [(1,), (1, 1), (1, 1), (0,)]
    assert steps[-1].taken_back == (1, 1)


def test_a_call_that_the_target_never_made():
    """The draft says <a>; the target says bbb. Streamed unverified, the call fires."""
    letters = "<a>b"
    draft = Markov([1, 0, 0, 0], [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1]])
    cycles = run_request(Iid([0, 0, 0, 1]), draft, 3, 3, np.random.default_rng(0))

    def decode(tokens):
        return "".join(letters[token] for token in tokens)

    assert false_calls(timeline(cycles), decode) == ()
    assert false_calls(timeline(cycles, unverified=True), decode) == ("a",)
    assert false_calls((), decode) == ()


def test_tool_calls_are_complete_ones():
    assert tool_calls("say <mail> and <pay") == ("mail",)
    assert tool_calls("<a><b>") == ("a", "b")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", Readable("hello", "", False)),
        ("hello EN", Readable("hello ", "EN", False)),
        ("hello END", Readable("hello ", "", True)),
        ("hello END of it", Readable("hello ", "", True)),
        ("hello ENT", Readable("hello ENT", "", False)),
        ("E", Readable("", "E", False)),
        ("a ##", Readable("a ", "##", False)),
        ("a ### END", Readable("a ", "", True)),
    ],
)
def test_a_stop_text_in_pieces(text, expected):
    assert readable(text, ["END", "###", ""]) == expected


@given(st.text(alphabet="ab", max_size=12), st.lists(st.text(alphabet="ab", max_size=3), max_size=2))
def test_what_was_shown_is_never_taken_back(text, stops):
    """Fed letter by letter, the shown text only grows, and stays where a stop text was first complete."""
    shown = [readable(text[:size], stops).shown for size in range(len(text) + 1)]
    assert all(after.startswith(before) for before, after in pairwise(shown))
    sizes = [size for size in range(len(text) + 1) if readable(text[:size], stops).stopped]
    assert not sizes or set(shown[sizes[0] :]) == {shown[-1]}
    assert bool(sizes) == any(stop and stop in text for stop in stops)
