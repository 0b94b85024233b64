"""A block of cells pasted out of a spreadsheet or a CSV file: which column is the label, which is p, which is q."""

import re
from itertools import takewhile
from string import ascii_uppercase
from typing import NamedTuple

from lab.core.parsing import at_most, csv_row, decimal_commas, join_labels, join_vector, parse_number, split_vector

MAX_BLOCK = 10_000
Table = dict[str, list[str]]


class Block(NamedTuple):
    """The columns of a block, cells as typed; None where the block has no such column."""

    labels: list[str] | None
    p: list[str]
    q: list[str] | None


def split_block(text: str) -> Block:
    """The columns of a pasted block.

    Args:
        text: a line per token with the columns ``p``; ``p, q``; ``label, number``; or ``label, p, q``, separated by
            tabs, semicolons or commas, or else by spaces, with or without a header line. A single line is one vector.

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
    cut = str.split if separator == "\t" else csv_row  # spreadsheets copy a lone quotation mark as it is
    rows = [[cell.strip() for cell in cut(line, separator)] for line in lines]
    if {len(row) for row in rows} == {1}:
        rows = _spaced(lines)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(f"Line {number} has {len(row)} columns, line 1 has {len(rows[0])}: make them equal.")
    if len(rows[0]) > 3:
        raise ValueError(f"The block has {len(rows[0])} columns: paste p; p and q; or label, p and q.")
    return rows


def _spaced(lines: list[str]) -> list[list[str]]:
    """The cells of lines without any other separator: the numbers at the end of each, and before them a label."""
    parts = [line.split() for line in lines]
    numbers = min(2, *(_numbers_at_end(row) for row in parts[1:]))  # the first line may be a header
    if numbers == 0 or all(_is_number(line) for line in lines[1:]):  # labels, or numbers such as "1 / 3"
        return [[line.strip()] for line in lines]
    rows = [[" ".join(row[:-numbers]), *row[-numbers:]] for row in parts]
    return rows if any(row[0] for row in rows) else [row[1:] for row in rows]


def _numbers_at_end(parts: list[str]) -> int:
    return sum(1 for _ in takewhile(_is_number, reversed(parts)))


def _separator(lines: list[str]) -> str:
    if decimal_commas([part for line in lines for part in line.split()]):
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


def fill(table: Table, text: str, column: str) -> Table:
    """A table of tokens after a block was pasted into one of its columns.

    A block with both p and q takes the place of both. A single column takes the place of the one it was pasted into;
    the others stay. A number that is then missing becomes 0, a missing label the one before or a letter.

    Args:
        table: the columns ``labels``, ``p``, ``q``, V texts each.
        text: see ``split_block``; in the column ``labels`` also one label a line.
        column: where it was pasted.

    Returns:
        A new table, its columns of one length.

    Raises:
        ValueError: see ``split_block``, ``join_vector`` and ``join_labels``.
    """
    new = _pasted(text, column)
    rows = len(new["p"]) if "p" in new and "q" in new else max(map(len, [*table.values(), *new.values()]))
    spare = {"labels": [*table["labels"], *ascii_uppercase[len(table["labels"]) :]]}
    filled = {}
    for name, old in table.items():
        cells = new.get(name, old)[:rows]
        filled[name] = cells + spare.get(name, ["0"] * rows)[len(cells) : rows]
    join_labels(filled["labels"]), join_vector(filled["p"]), join_vector(filled["q"])  # refuse what no text can hold
    return filled


def _pasted(text: str, column: str) -> Table:
    lines = [line for line in text.splitlines() if line.strip()]
    if column == "labels" and not _hold_numbers(lines):
        return {"labels": lines}
    block = split_block(text)
    alone = "q" if column == "q" else "p"
    found = {"labels": block.labels} | ({alone: block.p} if block.q is None else {"p": block.p, "q": block.q})
    return {name: cells for name, cells in found.items() if cells}


def _hold_numbers(lines: list[str]) -> bool:
    """Whether lines that were pasted as labels hold numbers beside them.

    A blank also stands within labels such as "Chapter 2": behind one only what can be a probability is a number.
    """
    cut = [re.split(r"[\t;,]", line) for line in lines]
    if any(len(cells) > 1 and _is_number(cells[-1]) for cells in cut):
        return True
    if len(lines) < 2:
        return False
    rows = _spaced(lines)
    return len(rows[0]) > 1 and all(_is_share(row[-1]) for row in rows[1:])


def _is_share(text: str) -> bool:
    return _is_number(text) and 0 <= parse_number(text) <= 1
