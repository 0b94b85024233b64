"""A draft block in words and as a table, as far as it is shown."""

from collections.abc import Sequence

import pandas as pd

from lab.charts.figure import tabular
from lab.core.block import Cycle
from lab.core.numbers import fmt


def fate_of(cycle: Cycle, place: int, shown: int) -> str:
    """What is known of a draft after the first ``shown`` tests."""
    if place < shown or cycle.passed < min(shown, place):
        return cycle.events[place].fate
    return ""


def cycle_table(cycle: Cycle, names: Sequence[str], shown: int) -> pd.DataFrame:
    """One row for each draft; what is not shown yet is empty."""
    rows = []
    for place, event in enumerate(cycle.events):
        fate = fate_of(cycle, place, shown)
        tested = fate in ("accepted", "rejected")
        rows.append(
            {
                "Position": str(place + 1),
                "Draft": names[event.token],
                "p": fmt(event.p[event.token]),
                "q": fmt(event.q[event.token]),
                "Kept with probability": fmt(float(event.accept[event.token])),
                "u": fmt(event.u) if tested else "",
                "Fate": fate + (", emitted" if fate and event.emitted else ""),
            }
        )
    return tabular(rows)


def cycle_words(cycle: Cycle, names: Sequence[str], shown: int) -> str:
    """The text alternative."""
    drafts = "; ".join(
        f"{place + 1} {names[event.token]}: kept with probability {fmt(float(event.accept[event.token]))}"
        f"{', ' + fate if (fate := fate_of(cycle, place, shown)) else ''}"
        for place, event in enumerate(cycle.events)
    )
    if shown <= len(cycle.events):
        return f"The draft proposes {len(cycle.events)} tokens. {drafts}."
    emitted = ", ".join(names[token] for token in cycle.emitted)
    count = f"{len(cycle.emitted)} token{'' if len(cycle.emitted) == 1 else 's'}"
    last = f"The token drawn last is the {cycle.final_kind} {names[cycle.final]}"
    return f"A cycle with {len(cycle.events)} drafts. {drafts}. {last}. It emits {count}: {emitted}."
