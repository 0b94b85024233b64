"""A request as its reader sees it: a toy assistant that calls tools, decoded block by block."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

import numpy as np

from lab.core.block import Cycle, Markov, Tokens, run_request
from lab.core.numbers import fmt
from lab.core.streaming import Readable, Step, false_calls, readable, timeline, tool_calls
from lab.situation import Situation

PIECES = ("I ", "look ", "it up ", "<", "find", "pay", ">", " ok. ", "EN", "D", "T. ")
LENGTH = 24  # tokens of a request, if no stop text ends it
DRAFT_TIME, VERIFY_TIME = 1.0, 2.0
AMOUNTS = {"None": 0, "1 to 5": 5, "6 to 12": 12, "13 or more": np.inf}
REQUESTS = 501  # random stream

_FOLLOWS = {  # token → what the target says next, and what a poor draft says
    "I ": ({"look ": 0.9, "<": 0.1}, {"look ": 0.6, "<": 0.4}),
    "look ": ({"it up ": 1.0}, {"it up ": 0.7, "<": 0.3}),
    "it up ": ({"<": 0.8, "I ": 0.2}, {"<": 0.6, "EN": 0.4}),
    "<": ({"find": 1.0}, {"find": 0.2, "pay": 0.8}),
    "find": ({">": 1.0}, {">": 0.9, "I ": 0.1}),
    "pay": ({">": 1.0}, {">": 1.0}),
    ">": ({" ok. ": 1.0}, {" ok. ": 0.8, "EN": 0.2}),
    " ok. ": ({"I ": 0.5, "<": 0.2, "EN": 0.3}, {"I ": 0.2, "<": 0.6, "EN": 0.2}),
    "EN": ({"D": 0.4, "T. ": 0.6}, {"D": 0.7, "T. ": 0.3}),
    "D": ({" ok. ": 1.0}, {" ok. ": 0.5, "I ": 0.5}),
    "T. ": ({"I ": 0.7, "<": 0.3}, {"I ": 0.4, "<": 0.6}),
}


def models(differs: float) -> tuple[Markov, Markov]:
    """Target and draft: chains over ``PIECES``.

    Args:
        differs: 0 where the draft is the target, 1 where it is poor; between, a mixture of both rows.
    """
    target, poor = (np.array([_row(_FOLLOWS[piece][which]) for piece in PIECES]) for which in (0, 1))
    draft = (1 - differs) * target + differs * poor
    return Markov(target[7], target), Markov(draft[7], draft)  # a request begins as after " ok. "


def spoken(tokens: Tokens) -> str:
    """The text of tokens."""
    return "".join(PIECES[token] for token in tokens)


@dataclass(frozen=True, eq=False)
class Stream:
    """One request.

    Attributes:
        cycles: its cycles, up to the one in which a stop text is complete.
        stops: the stop texts.
        unverified: whether drafts are shown at once.
    """

    cycles: tuple[Cycle, ...]
    stops: tuple[str, ...]
    unverified: bool

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The timeline."""
        return timeline(self.cycles, DRAFT_TIME, VERIFY_TIME, self.unverified)

    @property
    def duration(self) -> float:
        """When the last step is over."""
        return self.steps[-1].end

    def at(self, time: float) -> Readable:
        """What of the text may be shown at a time."""
        past = [step for step in self.steps if step.end <= time]
        return self.seen(past[-1]) if past else self.readable(())

    def seen(self, step: Step) -> Readable:
        """What of the text may be shown after a step; after the last one nothing is held back any more."""
        found = self.readable(step.shown)
        return replace(found, shown=found.shown + found.held, held="") if step is self.steps[-1] else found

    def readable(self, tokens: Tokens) -> Readable:
        """What of the text of tokens may be shown."""
        return readable(spoken(tokens), self.stops)

    @property
    def taken_back(self) -> int:
        """How many tokens were shown and then taken back."""
        return sum(len(step.taken_back) for step in self.steps)

    @property
    def calls(self) -> tuple[str, ...]:
        """The tool calls of the final text."""
        return tool_calls(self.at(self.duration).shown)

    @property
    def false_calls(self) -> tuple[str, ...]:
        """The calls that fired though the final text does not hold them."""
        return false_calls(self.steps, lambda tokens: self.readable(tokens).shown)

    @property
    def dropped(self) -> Tokens:
        """Verified tokens behind the complete stop text: no reader sees them."""
        emitted = sum((cycle.emitted for cycle in self.cycles), ())
        return tuple(token for place, token in enumerate(emitted) if self.readable(emitted[:place]).stopped)


def request(s: Situation, number: int, draft_len: int, differs: float, stop: str = "") -> tuple[Cycle, ...]:
    """The cycles of one request, decided by seed and number; a stop text ends it with the cycle that completes it."""
    cycles = run_request(*models(differs), draft_len, LENGTH, s.rng(REQUESTS, number))
    stops = (stop,) if stop else ()
    texts = accumulate(spoken(cycle.emitted) for cycle in cycles)
    ends = [place for place, text in enumerate(texts, start=1) if readable(text, stops).stopped]
    return cycles[: ends[0]] if ends else cycles


def amount(count: int) -> str:
    """A count of tokens in one of four words."""
    return next(word for word, most in AMOUNTS.items() if count <= most)


def history(stream: Stream) -> list[dict[str, str]]:
    """Every step: when it ends, what is done, what the reader sees, what is taken back."""
    return [
        {
            "Time": fmt(step.end),
            "Phase": step.phase,
            "Shown": seen.shown,
            "Held back": seen.held,
            "Taken back": spoken(step.taken_back),
        }
        for step, seen in ((step, stream.seen(step)) for step in stream.steps)
    ]


def follows() -> list[dict[str, str]]:
    """The two models in words: what may come next, with the target's and the poor draft's probability."""
    return [
        {
            "After": piece,
            "Target": ", ".join(f"{then.strip()} {fmt(chance)}" for then, chance in _FOLLOWS[piece][0].items()),
            "Poor draft": ", ".join(f"{then.strip()} {fmt(chance)}" for then, chance in _FOLLOWS[piece][1].items()),
        }
        for piece in PIECES
    ]


def script(seed: int, number: int, draft_len: int, differs: float, stop: str) -> str:
    """A script that decodes the very request of the page."""
    return f"""from lab.situation import Situation
from lab.lessons.streams import Stream, request

seed = Situation((), (), (), {seed})
cycles = request(seed, {number}, {draft_len}, {differs!r}, {stop!r})
for unverified in (False, True):
    stream = Stream(cycles, {((stop,) if stop else ())!r}, unverified)
    print("unverified:" if unverified else "verified:", repr(stream.at(stream.duration).shown))
    print("  taken back:", stream.taken_back, " calls:", stream.calls, " false calls:", stream.false_calls)
"""


def _row(chances: dict[str, float]) -> Sequence[float]:
    return [chances.get(piece, 0.0) for piece in PIECES]
