"""Traces as JSON lines, of any size: fast by Arrow, and line by line from the first place that Arrow refuses."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import json as arrow_json

from lab.check.trace.ahead import ahead
from lab.check.trace.fields import COLUMNS
from lab.check.trace.mappings import Broken, from_arrow, from_events
from lab.check.trace.refusal import Unusable, no_text

BLOCK = 2**21  # bytes that are parsed at a time; a longer line is read by itself
BOM = b"\xef\xbb\xbf"
NO_OBJECT = re.compile(rb"\n[ \t\r]*[^{ \t\r\n]")  # how a line begins that holds something else
PEEK = 2**20


def json_batches(path: Path, done: Callable[[int], None]) -> Iterator[pa.RecordBatch]:
    """Read a file of JSON lines.

    Args:
        path: one object a line; empty lines are skipped.
        done: called with the number of bytes read.

    Raises:
        Unusable: a line is no object, or a value is of the wrong kind.
    """
    read = 0
    try:
        for batch in _fast(path, done):
            yield batch
            read += batch.num_rows
    except (pa.ArrowException, Unusable, UnicodeDecodeError):
        yield from from_events(islice(_objects(path, done), read, None))


def json_line(path: Path, event: int) -> str:
    """The line of an event; line 1 of an empty file."""
    with path.open("rb") as file:
        full = (number for number, line in enumerate(file, 1) if line.strip())
        return f"line {next(islice(full, event, None), 1)}"


def _fast(path: Path, done: Callable[[int], None]) -> Iterator[pa.RecordBatch]:
    kinds = COLUMNS | {"request": _request_kind(path)}
    options = arrow_json.ParseOptions(
        explicit_schema=pa.schema(list(kinds.items())), unexpected_field_behavior="ignore"
    )
    for read, table in ahead(_tables(path, options)):
        done(read)
        yield from from_arrow(table)


def _tables(path: Path, options: arrow_json.ParseOptions) -> Iterator[tuple[int, pa.Table]]:
    """The events of whole lines, some MB at a time, and how many bytes were read until then."""
    with path.open("rb") as file:
        rest = file.read(len(BOM)).removeprefix(BOM)
        while block := file.read(BLOCK):
            lines, _, rest = (rest + block).rpartition(b"\n")
            if lines.strip():
                yield file.tell(), _parsed(lines, options)
        if rest.strip():
            yield file.tell(), _parsed(rest, options)


def _parsed(lines: bytes, options: arrow_json.ParseOptions) -> pa.Table:
    if NO_OBJECT.search(b"\n" + lines):
        raise pa.ArrowInvalid("a line is no object")  # on a first line "null" Arrow 26 would end the process
    read = arrow_json.ReadOptions(block_size=len(lines) + 1, use_threads=False)
    return arrow_json.read_json(pa.BufferReader(lines), read, options)


def _request_kind(path: Path) -> pa.DataType:
    """Arrow must know beforehand whether requests are text or numbers: the first line tells."""
    with path.open("rb") as file:
        first = next((line for line in iter(lambda: file.readline(PEEK), b"") if line.strip()), b"")
    held = _object(first)
    return pa.int64() if isinstance(held, dict) and type(held.get("request")) is int else pa.string()


def _objects(path: Path, done: Callable[[int], None]) -> Iterator[Any]:
    with path.open("rb") as file:
        read = 0
        for number, line in enumerate(file):
            read += len(line)
            if number % 1000 == 0:
                done(read)
            if line.strip():
                yield _object(line)


def _object(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8-sig").rstrip())
    except UnicodeDecodeError:
        return Broken(no_text(line))
    except json.JSONDecodeError as error:
        return Broken(f"this is no JSON from character {error.colno} on: give one whole object a line")
    except (ValueError, RecursionError):  # Python reads no number of thousands of digits
        return Broken("this JSON holds a number that is too long or lists that are too deep: give one object a line")
