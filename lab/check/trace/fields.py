"""The columns of a trace: their names, what each may hold, and how a column of any source becomes one of these."""

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import types

ROW, IDS = pa.list_(pa.float64()), pa.list_(pa.int64())
COLUMNS: dict[str, pa.DataType] = {
    "request": pa.string(),
    "position": pa.int64(),
    "proposal": pa.int64(),
    "accepted": pa.bool_(),
    "output": pa.int64(),
    "u": pa.float64(),
    "p": ROW,
    "q": ROW,
    "p_ids": IDS,
    "p_probs": ROW,
    "q_ids": IDS,
    "q_probs": ROW,
    "p_proposal": pa.float64(),
    "q_proposal": pa.float64(),
    "p_output": pa.float64(),
    "q_output": pa.float64(),
}
"""Name → type of every column, the same in every kind of file; ``docs/trace-format.md`` says what they mean."""

SCHEMA = pa.schema(list(COLUMNS.items()))
WORDS = {
    pa.string(): "text or a whole number",
    pa.int64(): "a whole number from 0 to 2^40 − 1",
    pa.bool_(): "true or false",
    pa.float64(): "a number",
    ROW: "a list of numbers",
    IDS: "a list of whole numbers",
}


def column(name: str, values: pa.Array) -> pa.Array:
    """Bring one column to its type, without any guess.

    Args:
        name: one of ``COLUMNS``.
        values: what a source holds under this name.

    Returns:
        The same values as ``COLUMNS[name]``.

    Raises:
        ValueError: the values are of another kind, such as text for a number or 2.5 for a token.
    """
    wanted = COLUMNS[name]
    if values.type == wanted:
        return values
    if types.is_dictionary(values.type):
        values = values.dictionary_decode()
    try:
        if not _fits(values.type, wanted) or (wanted == pa.bool_() and not _zeros_and_ones(values)):
            raise pa.ArrowInvalid("other kind")
        return values.cast(wanted)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise ValueError(f"{name} holds {values.type}: give {WORDS[wanted]}") from error


def table(columns: dict[str, pa.Array], size: int) -> pa.RecordBatch:
    """Put columns side by side; a column that is not there is empty, and one with another name is left out."""
    arrays = [
        column(name, columns[name]) if name in columns else pa.nulls(size, kind) for name, kind in COLUMNS.items()
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def _fits(held: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether a cast only changes the width of numbers, never their kind."""
    if types.is_null(held):
        return True
    if types.is_list(wanted):
        return _is_list(held) and _fits(held.value_type, wanted.value_type)
    if wanted == pa.string():
        return types.is_string(held) or types.is_large_string(held) or types.is_integer(held)
    if wanted == pa.bool_():
        return types.is_boolean(held) or types.is_integer(held)
    return types.is_integer(held) or types.is_floating(held)


def _is_list(held: pa.DataType) -> bool:
    return types.is_list(held) or types.is_large_list(held) or types.is_fixed_size_list(held)


def _zeros_and_ones(values: pa.Array) -> bool:
    if not types.is_integer(values.type):
        return True
    return bool(pc.all(pc.is_in(values, pa.array([0, 1, None], values.type))).as_py() in (True, None))
