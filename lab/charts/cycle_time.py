"""One cycle as time: what it costs, and what ordinary decoding takes for as many tokens."""

from functools import cache

import altair as alt

from lab.charts.colors import DRAFT, INSIDE, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.marks import box, frame, text
from lab.charts.scene import Scene, layers
from lab.core.numbers import fmt

CYCLE, PLAIN = 1.5, 0.1  # where the two rows begin
BAR, WORDS = 0.62, 0.2


def cycle_time(draft_len: int, cost_ratio: float, verify: float, tokens: float | None) -> Figure:
    """Draw the steps of one cycle end to end, and below them the target steps of ordinary decoding.

    Args:
        draft_len: γ, 1 or more.
        cost_ratio: one draft step, in target steps.
        verify: one verifying pass, in target steps.
        tokens: mean tokens per cycle; None while it is not to be told.
    """
    total = draft_len * cost_ratio + verify
    end = max(total, draft_len + 1.0)
    scene = _cycle(draft_len, cost_ratio, verify, end) + _plain(draft_len, tokens, end)
    scene += Scene(texts=_words(draft_len, total, tokens))
    rows = [
        ("Draft steps", f"{draft_len}", fmt(draft_len * cost_ratio)),
        ("Verifying pass", "1", fmt(verify)),
        ("One cycle", "", fmt(total)),
    ]
    if tokens is not None:
        rows.append(("Ordinary decoding of as many tokens", fmt(tokens), fmt(tokens)))
    table = tabular(rows, ["What", "How many", "Time in target steps"])
    return Figure(_template(), scene.data(), table, _alt(draft_len, cost_ratio, verify, tokens), "cycle-time")


@cache
def _template() -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    y = alt.Y("y:Q").scale(domain=[0, 2.7], nice=False).axis(None)
    tip = {"token": "Step", "part": "Of", "mass": "Target steps"}
    return template(layers(x, y, tip), height=270)


def _cycle(draft_len: int, cost_ratio: float, verify: float, end: float) -> Scene:
    boxes, ends = [], (CYCLE, CYCLE + BAR)
    for step in range(draft_len if cost_ratio else 0):
        corners = (step * cost_ratio / end, (step + 1) * cost_ratio / end, *ends)
        boxes.append(box(corners, DRAFT, f"draft {step + 1}", "draft", fmt(cost_ratio)))
    start = draft_len * cost_ratio
    corners = (start / end, (start + verify) / end, *ends)
    boxes.append(box(corners, TARGET, "verify", "target", fmt(verify)))
    return _outlined(boxes)


def _plain(draft_len: int, tokens: float | None, end: float) -> Scene:
    ends = (PLAIN, PLAIN + BAR)
    if tokens is None:
        places = [(step / end, (step + 1) / end, *ends) for step in range(draft_len + 1)]
        dashed = [side for place in places for side in frame(place, dash=True)]
        return Scene(lines=dashed, texts=[text((draft_len + 1) / end / 2, PLAIN + BAR / 2, "?", size=28)])
    boxes = [
        box((step / end, min(step + 1, tokens) / end, *ends), TARGET, f"token {step + 1}", "target", "1")
        for step in range(draft_len + 1)
        if step < tokens
    ]
    return _outlined(boxes)


def _outlined(boxes: list[dict]) -> Scene:
    lines = [line for row in boxes for line in frame((row["x"], row["x2"], row["y"], row["y2"]), color=INSIDE)]
    return Scene(boxes, lines)


def _words(draft_len: int, total: float, tokens: float | None) -> list[dict]:
    cycle = f"One cycle: {fmt(total)} target steps"
    parts = f"{draft_len} × draft, then 1 × verify"
    plain = "Ordinary decoding: one step a token" if tokens is None else f"Ordinary decoding: {fmt(tokens)} steps"
    note = f"of 1 to {draft_len + 1} tokens" if tokens is None else f"for the {fmt(tokens)} tokens of a cycle"
    rows = ((CYCLE, cycle, parts), (PLAIN, plain, note))
    return [
        words
        for foot, title, under in rows
        for words in (
            text(0, foot + BAR + WORDS + 0.2, title, align="left", bold=True, size=14),
            text(0, foot + BAR + WORDS - 0.04, under, align="left", size=12),
        )
    ]


def _alt(draft_len: int, cost_ratio: float, verify: float, tokens: float | None) -> str:
    total = draft_len * cost_ratio + verify
    cycle = (
        f"One cycle of {draft_len} draft steps at {fmt(cost_ratio)} and one verifying pass at {fmt(verify)} takes "
        f"{fmt(total)} target steps."
    )
    if tokens is None:
        return f"{cycle} It emits 1 to {draft_len + 1} tokens; ordinary decoding takes one step for each."
    return f"{cycle} Ordinary decoding takes {fmt(tokens)} target steps for the {fmt(tokens)} tokens of a cycle."
