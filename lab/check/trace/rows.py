"""Dense and sparse rows of one model as laws."""

import numpy as np
import pyarrow as pa

from lab.check.trace.laws import Flags, Floats, Ints, Laws, row_sum

SUM_TOLERANCE = 2**-9  # rounding every entry to bfloat16 moves a sum of 1 by no more than this


def rows(record: pa.RecordBatch, model: str) -> tuple[Laws, Floats, Flags]:
    """Read the rows of one model, dense or sparse, and rescale them to sum 1.

    Args:
        record: columns as in ``fields.SCHEMA``, checked by ``check_order``.
        model: "p" or "q".

    Returns:
        The laws; how far each sum was from what it must be (a dense row: 1, a sparse one: at most 1), shape (n,);
        which rows are dense, shape (n,).
    """
    dense = record[model].is_valid().to_numpy(zero_copy_only=False)
    full, listed = _offsets(record[model]), _offsets(record[f"{model}_probs"])
    sizes = np.where(dense, np.diff(full), np.diff(listed))
    starts = np.concatenate([[0], np.cumsum(sizes)])
    from_dense = np.repeat(dense, sizes)
    probs, ids = np.empty(starts[-1]), np.empty(starts[-1], np.int64)
    probs[from_dense] = _entries(record[model])
    probs[~from_dense] = _entries(record[f"{model}_probs"])
    ids[from_dense] = (np.arange(starts[-1]) - np.repeat(starts[:-1], sizes))[from_dense]
    ids[~from_dense] = _entries(record[f"{model}_ids"])
    return _rescaled(ids, probs, starts, dense)


def _rescaled(ids: Ints, probs: Floats, starts: Ints, dense: Flags) -> tuple[Laws, Floats, Flags]:
    sizes = np.diff(starts)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):  # sums of bad rows are refused by the caller
        sums = row_sum(probs, starts)
        off = np.where((sizes > 0) & (dense | (sums > 1)), np.abs(sums - 1), 0.0)
        probs = probs / np.repeat(np.where(off > 0, sums, 1.0), sizes)
    rest = np.where(dense, 0.0, np.maximum(1 - sums, 0.0))
    return Laws(ids, probs, starts, rest), off, dense


def _offsets(lists: pa.ListArray) -> Ints:
    sizes = lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])


def _entries(lists: pa.ListArray) -> np.ndarray:
    return lists.flatten().to_numpy(zero_copy_only=False)
