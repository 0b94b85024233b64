"""A request as time: one row a cycle, its drafts one after the other, then the verifying pass."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import altair as alt

from lab.charts.colors import ACCEPTED, DRAFT, INSIDE, NEUTRAL, REJECTED, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.marks import box, frame, hatch, key, text
from lab.charts.scene import Scene, layers
from lab.core.block import Cycle
from lab.core.numbers import fmt

FILLS = {"accepted": ACCEPTED, "rejected": REJECTED, "discarded": NEUTRAL}
FOOT, TOP, LINE = 0.08, 0.56, 0.78
ROW, HEAD = 62, 0.6


def request_timeline(
    cycles: Sequence[Cycle], pieces: Sequence[str], now: float, draft_time: float = 1.0, verify_time: float = 1.0
) -> Figure:
    """Draw what has happened until a moment; what is still to come is dashed.

    Args:
        cycles: the request.
        pieces: V texts, one for each token.
        now: the moment.
        draft_time, verify_time: how long a draft step and a verifying pass take.
    """
    longest = max(len(cycle.events) for cycle in cycles) * draft_time + verify_time
    scene, start, rows = _keys(len(cycles)), 0.0, []
    for number, cycle in enumerate(cycles, start=1):
        foot, length = len(cycles) - number, len(cycle.events) * draft_time + verify_time
        past = now - start
        scene += _drafts(cycle, pieces, (foot, past, draft_time / longest), (draft_time, length))
        scene += _verify(foot, past, (length - verify_time, length), longest)
        scene += Scene(texts=[_line(number, cycle, pieces, foot, past >= length)])
        rows.append(_row(number, cycle, pieces, (start, length), past >= length))
        start += length
    table = tabular(rows)
    return Figure(_template(len(cycles)), scene.data(), table, _alt(rows, now), "timeline")


def first_drafts(cycle: Cycle, pieces: Sequence[str], draft_time: float = 1.0, verify_time: float = 1.0) -> Figure:
    """Draw the first cycle before its drafts are verified, and not how many cycles follow; arguments as above."""
    figure = request_timeline([cycle], pieces, len(cycle.events) * draft_time, draft_time, verify_time)
    drafts = _said([event.token for event in cycle.events], pieces)
    return replace(figure, alt=f"Cycle 1 of a request drafts {drafts}. Nothing is verified yet.")


@cache
def _template(rows: int) -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    y = alt.Y("y:Q").scale(domain=[0, rows + HEAD], nice=False).axis(None)
    return template(layers(x, y, {"token": "Token", "part": "Step"}), height=round((rows + HEAD) * ROW))


def _drafts(cycle: Cycle, pieces: Sequence[str], place: tuple, times: tuple[float, float]) -> Scene:
    (foot, past, width), (step, length) = place, times
    scene = Scene()
    for at, event in enumerate(cycle.events):
        corners = (at * width, (at + 1) * width, foot + FOOT, foot + TOP)
        if past < (at + 1) * step:
            scene += Scene(lines=frame(corners, dash=True))
            continue
        fate = event.fate if past >= length else "draft"
        cell = box(corners, FILLS.get(fate, DRAFT), pieces[event.token], fate, "")
        middle = (foot + FOOT + foot + TOP) / 2
        halo = REJECTED if fate == "rejected" else "transparent"
        word = text((at + 0.5) * width, middle, pieces[event.token], size=12, color=INSIDE, slot=width, halo=halo)
        scene += Scene([cell], frame(corners, color=INSIDE) + hatch([cell], spacing=0.012, lean=0.03), texts=[word])
    return scene


def _verify(foot: int, past: float, ends: tuple[float, float], longest: float) -> Scene:
    corners = (ends[0] / longest, ends[1] / longest, foot + FOOT, foot + TOP)
    if past < ends[1]:
        return Scene(lines=frame(corners, dash=True))
    middle = (corners[0] + corners[1]) / 2
    words = text(middle, foot + (FOOT + TOP) / 2, "verify", size=12, color="#FFFFFF", slot=corners[1] - corners[0])
    return Scene([box(corners, TARGET, "all drafts", "verify", "")], frame(corners, color=INSIDE), texts=[words])


def _line(number: int, cycle: Cycle, pieces: Sequence[str], foot: int, over: bool) -> dict:
    words = f"Cycle {number}"
    if over:
        words += f" emits {len(cycle.emitted)}: {_said(cycle.emitted, pieces)}"
    return text(0, foot + LINE, words, align="left", bold=over, size=13)


def _keys(rows: int) -> Scene:
    y, scene = rows + HEAD / 2, Scene()
    for x, (words, fill) in zip((0, 0.27, 0.54, 0.8), (("draft", DRAFT), *FILLS.items()), strict=True):
        scene += Scene(**key(x, y, words, hatched=words == "rejected", fill=fill, stroke=""))
    return scene


def _said(tokens: Sequence[int], pieces: Sequence[str]) -> str:
    return "“" + "".join(pieces[token] for token in tokens) + "”"


def _row(number: int, cycle: Cycle, pieces: Sequence[str], times: tuple[float, float], over: bool) -> dict[str, str]:
    start, length = times
    known = {"Drafts": "", "Accepted": "", "Emitted": ""}
    if over:
        drafts = _said([event.token for event in cycle.events], pieces)
        known = {"Drafts": drafts, "Accepted": str(cycle.passed), "Emitted": _said(cycle.emitted, pieces)}
    return {"Cycle": str(number), "Begins": fmt(start), "Ends": fmt(start + length)} | known


def _alt(rows: list[dict[str, str]], now: float) -> str:
    over = [row for row in rows if row["Emitted"]]
    told = "; ".join(
        f"cycle {row['Cycle']} drafts {row['Drafts']}, accepts {row['Accepted']}, emits {row['Emitted']}"
        for row in over
    )
    begun = f"At time {fmt(now)}, {len(over)} of {len(rows)} cycles are over"
    return f"{begun}: {told}." if told else f"{begun}."
