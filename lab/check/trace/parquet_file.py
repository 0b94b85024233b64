"""Traces as Parquet, of any size."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from lab.check.trace.fields import COLUMNS
from lab.check.trace.mappings import from_arrow
from lab.check.trace.refusal import Unusable

BYTES, MOST_ROWS = 2**23, 2**15  # held at a time


def parquet_batches(path: Path, done: Callable[[int], None]) -> Iterator[pa.RecordBatch]:
    """Read a Parquet file.

    Args:
        path: the file.
        done: called with the number of bytes that the rows read so far take on average.

    Raises:
        Unusable: this is no Parquet file, it is damaged, or a column is of another kind.
    """
    try:
        with parquet.ParquetFile(path, pre_buffer=False) as file:
            rows, read = file.metadata.num_rows, 0
            for batch in file.iter_batches(_rows_at_a_time(file), columns=_known(file)):
                yield from from_arrow(batch)
                read += batch.num_rows
                done(path.stat().st_size * read // rows)
    except (pa.ArrowException, OSError) as error:
        said = str(error).splitlines()[0]
        raise Unusable(0, f"this cannot be read as Parquet ({said}): write the whole file again") from error


def _known(file: parquet.ParquetFile) -> list[str]:
    return [name for name in file.schema_arrow.names if name in COLUMNS]


def _rows_at_a_time(file: parquet.ParquetFile) -> int:
    """As many rows as fit into ``BYTES``, judged by the first one."""
    first = next(file.iter_batches(1, columns=_known(file)), None)
    return MOST_ROWS if first is None else max(1, min(MOST_ROWS, BYTES // max(1, first.nbytes)))
