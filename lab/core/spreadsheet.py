"""A block of cells pasted out of a spreadsheet or a CSV file: which column is the label, which is p, which is q."""

import csv
from typing import NamedTuple

from lab.core.parsing import at_most, decimal_commas, parse_number, split_vector

MAX_BLOCK = 10_000


class Block(NamedTuple):
    """The columns of a block, cells as typed; None where the block has no such column."""

    labels: list[str] | None
    p: list[str]
    q: list[str] | None


def split_block(text: str) -> Block:
    """The columns of a pasted block.

    Args:
        text: a line per token with the columns ``p``; ``p, q``; ``label, number``; or ``label, p, q``, separated by
            tabs, semicolons or commas, with or without a header line. A single line is one vector.

    Returns:
        A Block of at most 12 tokens; a single vector stands in ``p``, whichever of the two it is meant to be.

    Raises:
        ValueError: too many tokens or columns, lines of different lengths, or a text too long.
    """
    if len(text) > MAX_BLOCK:
        raise ValueError(f"A block of {len(text)} characters is too long: use at most {MAX_BLOCK}.")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return Block(None, split_vector("".join(lines)), None)
    rows = _rows(lines)
    if not any(map(_is_number, rows[0])):
        rows = rows[1:]  # a header
    return _named(list(map(list, zip(*at_most(rows, "tokens"), strict=True))))


def _rows(lines: list[str]) -> list[list[str]]:
    separator = _separator(lines)
    cut = [line.split("\t") for line in lines] if separator == "\t" else csv.reader(lines, delimiter=separator)
    rows = [[cell.strip() for cell in row] for row in cut]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(f"Line {number} has {len(row)} columns, line 1 has {len(rows[0])}: make them equal.")
    if len(rows[0]) > 3:
        raise ValueError(f"The block has {len(rows[0])} columns: paste p; p and q; or label, p and q.")
    return rows


def _separator(lines: list[str]) -> str:
    if decimal_commas([line.strip() for line in lines]):
        return ";"
    return next((sign for sign in "\t;," if any(sign in line for line in lines)), ";")


def _named(columns: list[list[str]]) -> Block:
    if len(columns) == 3:
        return Block(*columns)
    if len(columns) == 1:
        return Block(None, columns[0], None)
    first, second = columns
    return Block(None, first, second) if any(map(_is_number, first)) else Block(first, second, None)


def _is_number(text: str) -> bool:
    try:
        parse_number(text)
    except ValueError:
        return False
    return True
