"""What reaches the reader while cycles run: only verified text, held back where a stop text may be beginning."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from lab.core.block.record import Cycle
from lab.core.block.situation import Tokens

CALL = re.compile(r"<([^<>]+)>")


@dataclass(frozen=True)
class Step:
    """One moment of a timeline.

    Args:
        phase: "draft" (one token is proposed), "verify" (the target reads the whole draft) or "emit".
        start, end: when it happens; emitting takes no time.
        shown: the tokens in the reader's output when it is over.
        taken_back: tokens that were shown before and are no longer, or not there.
    """

    phase: Literal["draft", "verify", "emit"]
    start: float
    end: float
    shown: Tokens
    taken_back: Tokens = ()


@dataclass(frozen=True)
class Readable:
    """What of a text may be shown.

    Args:
        shown: safe to show: no stop text begins in it.
        held: its ending that may turn out to begin a stop text; "" once stopped.
        stopped: whether a stop text is complete; it and all behind it is dropped.
    """

    shown: str
    held: str
    stopped: bool


def timeline(
    cycles: Iterable[Cycle], draft_time: float = 1.0, verify_time: float = 1.0, unverified: bool = False
) -> tuple[Step, ...]:
    """Draft, verify and emit, cycle after cycle, with what the reader sees.

    Args:
        cycles: the cycles of one request, in order, see ``run_request``.
        draft_time: time of one draft step.
        verify_time: time of one verifying pass.
        unverified: whether drafts are shown at once, before they are verified: the fault to look at.

    Returns:
        The steps in order. With verified tokens only, nothing is ever taken back.
    """
    steps: list[Step] = []
    now, output = 0.0, ()
    for cycle in cycles:
        ahead: Tokens = ()
        for event in cycle.events:
            ahead += (event.token,) if unverified else ()
            steps.append(Step("draft", now, now + draft_time, output + ahead))
            now += draft_time
        steps.append(Step("verify", now, now + verify_time, output + ahead))
        now += verify_time
        agreed = _common(ahead, cycle.emitted)
        output += cycle.emitted
        steps.append(Step("emit", now, now, output, ahead[agreed:]))
    return tuple(steps)


def readable(text: str, stops: Sequence[str]) -> Readable:
    """Split verified text into what may be shown and what must wait, however the tokens cut a stop text.

    Args:
        text: all verified text so far.
        stops: the stop texts; empty ones are ignored.

    Returns:
        The text before the stop text that is complete first; or, while there is none, the text without the longest
        ending that a stop text begins with.
    """
    stops = [stop for stop in stops if stop]
    complete = [(text.index(stop) + len(stop), text.index(stop)) for stop in stops if stop in text]
    if complete:
        return Readable(text[: min(complete)[1]], "", True)
    sizes = range(max(map(len, stops), default=1) - 1, 0, -1)
    held = next((size for size in sizes if any(_begins(text, stop, size) for stop in stops)), 0)
    return Readable(text[: len(text) - held], text[len(text) - held :], False)


def tool_calls(text: str) -> tuple[str, ...]:
    """A toy parser: every complete ``<name>`` in a text is a tool call.

    Args:
        text: what the reader's side has received.
    """
    return tuple(CALL.findall(text))


def false_calls(steps: Sequence[Step], decode: Callable[[Tokens], str]) -> tuple[str, ...]:
    """Tool calls that fire on shown text but are not in the final output: nobody can take them back.

    Args:
        steps: a timeline.
        decode: tokens → text.

    Returns:
        The calls in the order in which they fire; a call fires once for each place where it appears.
    """
    final = _fired(steps[-1].shown, decode) if steps else {}
    seen: dict[tuple[int, str], None] = {}
    for step in steps:
        seen |= _fired(step.shown, decode)
    return tuple(name for (place, name) in seen if (place, name) not in final)


def _fired(shown: Tokens, decode: Callable[[Tokens], str]) -> dict[tuple[int, str], None]:
    return {(call.start(), call[1]): None for call in CALL.finditer(decode(shown))}


def _common(first: Tokens, second: Tokens) -> int:
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))))


def _begins(text: str, stop: str, size: int) -> bool:
    return size < len(stop) and size <= len(text) and text.endswith(stop[:size])
