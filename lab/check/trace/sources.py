"""Where events come from: each source gives record batches, and says where an event stands."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from lab.check.trace.csv_file import csv_batches, csv_line
from lab.check.trace.json_lines import json_batches, json_line
from lab.check.trace.mappings import from_arrow, from_events, from_frame
from lab.check.trace.parquet_file import parquet_batches

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Source:
    """A trace that is read once.

    Args:
        batches: gives record batches with the columns of ``fields.SCHEMA``; calls its argument with what is done.
        place: number of an event, from 0 → where it stands: "line 17".
        total: size of all, in the unit of what is done; 0 where unknown.
        name: what the record says about it.
    """

    batches: Callable[[Progress], Iterator[pa.RecordBatch]]
    place: Callable[[int], str]
    total: int
    name: str


def source_of(events: str | Path | pd.DataFrame | pa.Table | pa.RecordBatch | Iterable[Any]) -> Source:
    """Find out how to read events.

    Args:
        events: a file (``.csv``, ``.parquet``, any other name: JSON lines), a data frame, an Arrow table or record
            batch, or an iterable of mappings or record batches.

    Raises:
        ValueError: the file is not there, or events is nothing of this.
    """
    if isinstance(events, (str, Path)):
        return _file(Path(events))
    if isinstance(events, pd.DataFrame):
        return Source(lambda _: from_frame(events), _event, 0, "data frame")
    if isinstance(events, (pa.Table, pa.RecordBatch)):
        return Source(lambda _: from_arrow(events), _event, 0, "Arrow table")
    if isinstance(events, Iterable) and not hasattr(events, "keys"):
        return Source(lambda _: from_events(events), _event, 0, "events")
    raise ValueError(f"events is {type(events).__name__}: give a file, a data frame, or an iterable of mappings")


def _file(path: Path) -> Source:
    try:
        with path.open("rb"):
            size = path.stat().st_size
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}: give a file that can be read") from error
    if path.suffix.lower() in (".parquet", ".pq"):
        return Source(lambda done: parquet_batches(path, done), lambda event: f"row {event + 1}", size, path.name)
    if path.suffix.lower() == ".csv":
        return Source(lambda done: csv_batches(path, done), lambda event: csv_line(path, event), size, path.name)
    return Source(lambda done: json_batches(path, done), lambda event: json_line(path, event), size, path.name)


def _event(event: int) -> str:
    return f"event {event + 1}"
