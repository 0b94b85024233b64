"""Traces as CSV, of any size: fast by Arrow, and row by row from the first place that Arrow refuses."""

import csv
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv
from pyarrow import types

from lab.check.trace.ahead import ahead
from lab.check.trace.fields import COLUMNS
from lab.check.trace.mappings import Broken, from_arrow, from_events
from lab.check.trace.refusal import Unusable, no_text

BLOCK = 2**21  # bytes that are parsed at a time
LONGEST_CELL = 2**27
TRUTHS = {"true": True, "false": False, "1": True, "0": False}
MARKS = str.maketrans("[](),;", "      ")  # lists may be written as Python writes them


def csv_batches(path: Path, done: Callable[[int], None]) -> Iterator[pa.RecordBatch]:
    """Read a CSV file with a header; the numbers of a list are separated by blanks, empty cells are empty.

    Args:
        path: the file.
        done: called with the number of bytes read.

    Raises:
        Unusable: a row has another number of cells than the header, or a cell holds the wrong kind of value.
    """
    read = 0
    try:
        for batch in _fast(path, done):
            yield batch
            read += batch.num_rows
    except (pa.ArrowException, Unusable, UnicodeDecodeError):
        yield from from_events(islice(_rows(path, done), read, None))


def csv_line(path: Path, event: int) -> str:
    """The line on which the row of an event ends; line 1 of an empty file."""
    rows = (number for number, cells in _cells(path) if cells)  # the header comes first
    numbers = list(islice(rows, event + 1, event + 2))
    return f"line {numbers[0] if numbers else 1}"


def _fast(path: Path, done: Callable[[int], None]) -> Iterator[pa.RecordBatch]:
    _, header = next(_cells(path), (1, []))
    known = [] if isinstance(header, Broken) else [name for name in COLUMNS if name in header]
    if not known:
        raise pa.ArrowInvalid("no header that is known")
    kinds = {name: _kind(COLUMNS[name]) for name in known}
    with path.open("rb", buffering=0) as file:  # a buffer would keep ``tell`` waiting for the reading thread
        reader = arrow_csv.open_csv(
            file,
            read_options=arrow_csv.ReadOptions(block_size=BLOCK),
            convert_options=arrow_csv.ConvertOptions(
                column_types=kinds, include_columns=list(kinds), null_values=[""], strings_can_be_null=True
            ),
        )
        for batch in ahead(reader):
            done(file.tell())
            columns = {name: _parsed(name, batch[name]) for name in kinds}
            yield from from_arrow(pa.RecordBatch.from_pydict(columns))


def _kind(kind: pa.DataType) -> pa.DataType:
    """What Arrow reads a column as: lists as text, and whole numbers as numbers, since some write 3 as 3.0."""
    return pa.string() if types.is_list(kind) else pa.float64() if types.is_integer(kind) else kind


def _parsed(name: str, cells: pa.Array) -> pa.Array:
    if not types.is_list(COLUMNS[name]):
        return cells
    plain = pc.utf8_trim_whitespace(pc.replace_substring_regex(cells, r"[\[\](),;]", " "))
    return pc.utf8_split_whitespace(plain).cast(COLUMNS[name])


def _rows(path: Path, done: Callable[[int], None]) -> Iterator[Any]:
    """The rows as mappings."""
    header: list[str] = []
    for number, cells in _cells(path):
        if number % 1000 == 0:
            done(number)
        if isinstance(cells, Broken):
            yield cells
        elif not header and not set(cells) & set(COLUMNS):
            yield Broken("the header above names no field of a trace: give p, output and others, with commas between")
            return
        elif not header:
            header = cells
        elif cells and len(cells) != len(header):
            yield Broken(f"this row has {len(cells)} cells and the header {len(header)}: give one for each name")
        elif cells:
            yield {
                name: _value(COLUMNS[name], cell) for name, cell in zip(header, cells, strict=True) if name in COLUMNS
            }


def _cells(path: Path) -> Iterator[tuple[int, list[str] | Broken]]:
    """Line number and cells of each row; ends with ``Broken`` where the rest cannot be read."""
    csv.field_size_limit(LONGEST_CELL)
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file)
        try:
            for cells in reader:
                yield reader.line_num, cells
        except UnicodeDecodeError:
            file.buffer.seek(0)
            yield reader.line_num + 1, Broken(no_text(file.buffer.read(4)))
        except csv.Error as error:
            yield reader.line_num, Broken(f"this is no CSV ({error})")


def _value(kind: pa.DataType, cell: str) -> Any:
    """What a cell means; the cell itself where it does not fit."""
    if cell == "" or kind == pa.string():
        return cell or None
    if kind == pa.bool_():
        return TRUTHS.get(cell.lower(), cell)
    try:
        return [float(part) for part in cell.translate(MARKS).split()] if types.is_list(kind) else float(cell)
    except ValueError:
        return cell
