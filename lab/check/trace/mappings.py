"""Events from Python: mappings, data frames and record batches become columns."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from lab.check.trace.fields import COLUMNS, WORDS, column, table
from lab.check.trace.refusal import Unusable

CHUNK = 4096  # events held at a time, fewer where their rows are long
MOST_ENTRIES = 2**20
ONE_BY_ONE = (pa.ArrowException, ValueError, TypeError, OverflowError)


@dataclass(frozen=True)
class Broken:
    """Stands where a source could not read an event, and says why."""

    reason: str


def from_events(events: Iterable[Any]) -> Iterator[pa.RecordBatch]:
    """Turn mappings, one an event, or record batches into record batches; only a few thousand are held at a time."""
    waiting: list[Any] = []
    entries = 0
    for held in events:
        if isinstance(held, (pa.RecordBatch, pa.Table)):
            yield from from_mappings(waiting)
            yield from from_arrow(held)
            waiting = []
            continue
        waiting.append(held)
        entries += _entries(held)
        if len(waiting) == CHUNK or entries >= MOST_ENTRIES:
            yield from from_mappings(waiting)
            waiting, entries = [], 0
    yield from from_mappings(waiting)


def _entries(held: Any) -> int:
    row = held.get("p") if isinstance(held, Mapping) else None
    return len(row) if hasattr(row, "__len__") else 0


def from_arrow(held: pa.RecordBatch | pa.Table) -> Iterator[pa.RecordBatch]:
    """Bring the columns of a record batch or a table to their types."""
    batches = [held] if isinstance(held, pa.RecordBatch) else held.to_batches(max_chunksize=CHUNK)
    for batch in batches:
        known = {name: batch[name] for name in batch.schema.names if name in COLUMNS}
        try:
            yield table(known, batch.num_rows)
        except ONE_BY_ONE as error:
            raise Unusable(0, str(error)) from error


def from_frame(frame: pd.DataFrame) -> Iterator[pa.RecordBatch]:
    """Cut a data frame into record batches; NaN and None are empty."""
    known = [name for name in frame.columns if name in COLUMNS]
    for start in range(0, len(frame), CHUNK):
        rows = frame[known].iloc[start : start + CHUNK]
        yield from _columns({name: rows[name].tolist() for name in known}, len(rows))


def from_mappings(events: list[Any]) -> Iterator[pa.RecordBatch]:
    """Turn some mappings into one record batch; where a value does not fit, name the event and the field."""
    good = next((place for place, held in enumerate(events) if not isinstance(held, Mapping)), len(events))
    if good:
        yield from _columns({name: [held.get(name) for held in events[:good]] for name in COLUMNS}, good)
    if good < len(events):
        bad = events[good]
        raise Unusable(
            0, bad.reason if isinstance(bad, Broken) else f"an event is {_short(bad)}: give names and values"
        )


def _columns(values: dict[str, list[Any]], size: int) -> Iterator[pa.RecordBatch]:
    try:
        batch = table({name: _column(name, cells) for name, cells in values.items()}, size)
    except ONE_BY_ONE:
        yield from _one_by_one(values, size)
    else:
        yield batch


def _column(name: str, cells: list[Any]) -> pa.Array:
    if COLUMNS[name] == pa.string():
        cells = [_text(cell) for cell in cells]
    return column(name, pa.array(cells, from_pandas=True))


def _text(cell: Any) -> str | None:
    """A name as text; whole numbers are names too."""
    if isinstance(cell, (int, np.integer)) and not isinstance(cell, bool):
        return str(cell)
    return cell


def _one_by_one(values: dict[str, list[Any]], size: int) -> Iterator[pa.RecordBatch]:
    """The same for values of mixed kinds: each event by itself, up to the first that does not fit."""
    for event in range(size):
        try:
            one = table({name: _one(name, cells[event]) for name, cells in values.items()}, 1)
        except ONE_BY_ONE as error:
            raise Unusable(0, str(error)) from None
        yield one


def _one(name: str, cell: Any) -> pa.Array:
    try:
        return _column(name, [cell])
    except ONE_BY_ONE:
        raise ValueError(f"{name} is {_short(cell)}: give {WORDS[COLUMNS[name]]}") from None


def _short(value: Any) -> str:
    text = "null" if value is None else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
