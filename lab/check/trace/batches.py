"""Some thousand events of a trace as arrays, checked one by one."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pyarrow as pa
from pandas.util import hash_array

from lab.check.trace.batch import Batch
from lab.check.trace.laws import Floats, Ints, at, find
from lab.check.trace.refusal import check_order, check_rows, check_tokens, check_values
from lab.check.trace.rows import rows

MOST_ENTRIES = 2**18  # listed tokens worked on at a time: a few MB for each array


def pieces(record: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """Cut a record batch so that no piece lists more than ``MOST_ENTRIES`` tokens, unless one event does."""
    sizes = sum(lengths(record, name) for name in ("p", "q", "p_ids", "q_ids"))
    group = (np.cumsum(sizes) - sizes) // MOST_ENTRIES if record.num_rows else np.zeros(0, np.int64)
    cuts = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), record.num_rows]
    for start, end in pairwise(cuts):
        if end > start:
            yield record.slice(start, end - start)


def lengths(record: pa.RecordBatch, name: str) -> Ints:
    """Number of entries of each list, 0 where there is none, shape (n,)."""
    return record[name].value_lengths().fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)


def read(record: pa.RecordBatch, first: int) -> Batch:
    """Turn columns into checked arrays.

    Args:
        record: columns as in ``fields.SCHEMA``.
        first: number of events before these.

    Returns:
        The events; rows that do not sum to 1 because they were rounded are rescaled.

    Raises:
        Unusable: an event cannot be used; it names the event and says why.
    """
    check_order(record)
    proposal, output = whole(record, "proposal"), whole(record, "output")
    p, p_off, p_dense = rows(record, "p")
    q, q_off, q_dense = rows(record, "q")
    check_rows(record, (p, p_off, p_dense), (q, q_off, q_dense))
    p_place, q_place = find(p, output), find(q, proposal)
    proposal_in_p, output_in_q = find(p, proposal), find(q, output)
    same = output == proposal
    p_proposal = at(p.probs, proposal_in_p, number(record, "p_proposal"))
    q_proposal = at(q.probs, q_place, number(record, "q_proposal"))
    p_output = at(p.probs, p_place, np.where(same, p_proposal, number(record, "p_output")))
    q_output = at(q.probs, output_in_q, np.where(same, q_proposal, number(record, "q_output")))
    batch = Batch(
        first,
        names(record),
        whole(record, "position"),
        proposal,
        record["accepted"].fill_null(False).to_numpy(zero_copy_only=False),
        output,
        number(record, "u"),
        p,
        q,
        p_proposal,
        q_proposal,
        p_output,
        q_output,
        p_place,
        q_place,
        np.where(p_off + q_off > 1e-6, p_off + q_off, 0.0),
    )
    check_tokens(batch, p_dense, q_dense)
    check_values(record, batch, (proposal_in_p, q_place, p_place, output_in_q))
    return batch


def whole(record: pa.RecordBatch, name: str) -> Ints:
    """A column of whole numbers, -1 where there is none."""
    return record[name].fill_null(-1).to_numpy(zero_copy_only=False)


def number(record: pa.RecordBatch, name: str) -> Floats:
    """A column of numbers, NaN where there is none."""
    return record[name].fill_null(np.nan).to_numpy(zero_copy_only=False)


def names(record: pa.RecordBatch) -> Ints:
    """A hash of each request's name; chance that two of a million requests share one: 3e-8."""
    coded = record["request"].fill_null("").dictionary_encode()
    hashes = hash_array(np.asarray(coded.dictionary.to_pylist(), dtype=object), categorize=False)
    return hashes.view(np.int64)[coded.indices.to_numpy()]
