"""Text to numbers, vectors, labels and back.

A vector is kept as the texts that people type (``1/3``, ``0,5``, ``25%``); numbers are made only where needed.
Every function here ends in a value or in a ValueError whose sentence says what to do.
"""

import csv
import io
import math
import re
import unicodedata

from lab.core.numbers import showable

MIN_TOKENS, MAX_TOKENS = 2, 12
MAX_LABEL, MAX_NUMBER = 200, 100
MAX_TYPED = 1_000  # characters of a name that are kept until it is mended
MAX_VECTOR = 2_500  # twelve fields of 100 characters fit, quoted ones too

_SIGNS = str.maketrans({"−": "-", "⁄": "/", "∕": "/", "％": "%", "٪": "%"})
_DECIMAL = r"([0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE]([+-]?[0-9]{1,4}))?"
_NUMBER = re.compile(rf"([+-]?)\s*{_DECIMAL}\s*(?:/\s*{_DECIMAL}\s*)?(%?)")
_OPENING = re.compile(r"(?:[^\W\d][\w.]*\s*[=:(]\s*)*")  # p =   q:   p = np.array(
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+%?")
_AROUND_SIGN = re.compile(r"\s+(?=[%/])|(?<=/)\s+")


def parse_number(text: str, such_as: str = "0.5, 1/3 or 25%", within: str = "from 0 to 1") -> float:
    """The number that a typed text means: a decimal with point or comma, a fraction, or a percentage.

    Args:
        text: for example ``0.5``, ``.5``, ``0,5``, ``1/3``, ``½``, ``25%``, ``1e-300``; blanks around it do not matter.
        such_as: examples for the message, where the number is not a probability.
        within: which numbers are meant, for the message.

    Returns:
        A finite float, negative where a minus was typed.

    Raises:
        ValueError: the text is no such number, divides by zero, or lies outside the range of a float.
    """
    text = text.strip().translate(_SIGNS)
    if not text:
        raise ValueError(f"A number is missing: write one such as {such_as}.")
    if len(text) > MAX_NUMBER:
        raise ValueError(f"A number of {len(text)} characters is too long: use at most {MAX_NUMBER}.")
    if len(text) == 1:  # ½ alone; in 1½ the same step would make it 11/2
        text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    match = _NUMBER.fullmatch(text)
    if not match:
        raise ValueError(f"“{text}” is not a number: write one such as {such_as}.")
    value = _value(text, *match.groups())
    if not math.isfinite(value):
        raise ValueError(f"“{text}” is too large: write a number {within}.")
    return value


def _value(text: str, sign: str, top: str, top_exp: str, bottom: str, bottom_exp: str, percent: str) -> float:
    over = _decimal(top, top_exp, shift=-2 if percent else 0)
    under = _decimal(bottom or "1", bottom_exp)
    if under == 0:
        raise ValueError(f"“{text}” divides by zero: write another number below the fraction bar.")
    value = over / under
    if value == 0 and re.search("[1-9]", top):
        raise ValueError(f"“{text}” is too close to zero: write 0, or at least 1e-300.")
    return -value if sign == "-" else value


def _decimal(digits: str, exponent: str | None, shift: int = 0) -> float:
    return float(f"{digits.replace(',', '.')}e{int(exponent or 0) + shift}")  # a shifted exponent rounds only once


def split_vector(text: str) -> list[str]:
    """The entries of a vector written as one text, each as typed.

    Semicolons separate; without them commas, tabs and line ends do; without those, blanks. A comma between digits is a
    decimal comma where every entry stands alone between blanks (``0,5 0,3 0,2``). A name and brackets around the
    vector are dropped. A line that ends in a semicolon is taken literally: CSV with semicolons.

    Args:
        text: at most 2,500 characters.

    Returns:
        At most 12 entries without blanks around them; an empty entry stays.

    Raises:
        ValueError: the text or the list is too long.
    """
    return at_most([item.strip() for item in _items(_short(text).strip())], "entries")


def _items(text: str) -> list[str]:
    if text.endswith(";") and len(text.splitlines()) == 1:
        return csv_row(text[:-1], ";")
    text = text[_OPENING.match(text).end() :].strip().strip("[](){}").strip()
    if ";" in text:
        return text.removesuffix(";").split(";")
    glued = _AROUND_SIGN.sub("", text)
    if decimal_commas(glued.split()):
        return glued.split()
    if "," in text:
        return re.split(r"\s*[,\n\t]\s*", text)
    return re.split(r"\s*\n\s*| *\t *|[^\S\t\n]+", glued) if glued else []


def decimal_commas(chunks: list[str]) -> bool:
    """Whether the commas in two or more texts are decimal commas, as in ``0,5`` and ``0,3``."""
    with_comma = [chunk for chunk in chunks if "," in chunk]
    return len(chunks) > 1 and bool(with_comma) and all(map(_DECIMAL_COMMA.fullmatch, with_comma))


def join_vector(items: list[str]) -> str:
    """The one text that ``split_vector`` reads back as these entries.

    Args:
        items: at most 12 entries, each on one line.

    Returns:
        Entries joined by commas; by semicolons where commas would be misread.

    Raises:
        ValueError: too many entries, too long, or a line end in one.
    """
    items = [item.strip() for item in at_most(items, "entries")]
    _short(";".join(items))
    for text in (",".join(items), ";".join(items), _to_csv_row(items, ";") + ";"):
        if [item.strip() for item in _items(text)] == items:
            return _short(text)
    raise ValueError("An entry holds a line end: write each entry on one line.")


def _short(text: str) -> str:
    if len(text) > MAX_VECTOR:
        raise ValueError(f"A vector of {len(text)} characters is too long: use at most {MAX_VECTOR}.")
    return text


def split_labels(text: str) -> list[str]:
    """The labels written by ``join_labels``: one row of CSV, blanks kept.

    Args:
        text: one line; ``the,a,"x, y"``.

    Returns:
        At most 12 labels of at most 1,000 characters; a situation takes at most 200.

    Raises:
        ValueError: too many labels, one too long, or a line end among them.
    """
    return _checked_labels(csv_row(text, ","))


def join_labels(labels: list[str]) -> str:
    """One line of text that ``split_labels`` reads back as exactly these labels.

    Args:
        labels: at most 12, each at most 1,000 characters and without a line end.

    Returns:
        One row of CSV.

    Raises:
        ValueError: too many labels, one too long, or a line end in one.
    """
    return _to_csv_row(_checked_labels(labels), ",")


def _checked_labels(labels: list[str]) -> list[str]:
    for number, label in enumerate(at_most(labels, "labels"), 1):
        if len(label) > MAX_TYPED:
            raise ValueError(f"Label {number} has {len(label)} characters: use at most {MAX_LABEL}.")
        if "\n" in label or "\r" in label:
            raise ValueError(f"Label {number} holds a line end: write it on one line.")
        if showable(label) != label:
            raise ValueError(f"Label {number} holds a character that cannot be shown: leave it out.")
    return labels


def csv_row(text: str, separator: str) -> list[str]:
    """The cells of one row of CSV."""
    try:
        rows = list(csv.reader([text], delimiter=separator))
    except csv.Error:
        raise ValueError("A line end stands in the middle: write everything on one line.") from None
    return rows[0] if rows else []


def _to_csv_row(cells: list[str], separator: str) -> str:
    row = io.StringIO()
    csv.writer(row, delimiter=separator, lineterminator="").writerow(cells)
    return row.getvalue()


def at_most(items: list, what: str) -> list:
    """The items, or a ValueError where there are more than the 12 that the lab can show."""
    if len(items) > MAX_TOKENS:
        raise ValueError(f"There are {len(items)} {what}: use at most {MAX_TOKENS}.")
    return items
