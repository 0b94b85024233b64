"""A small conditional model typed by hand."""

from collections.abc import Sequence

from lab.core.block.models import Table
from lab.core.block.situation import Tokens
from lab.core.parsing import parse_number, split_vector
from lab.core.pmf import as_pmf
from lab.core.rules.rule import Vector


def tree(text: str, labels: Sequence[str]) -> Table:
    """Read a small tree typed by hand: one line a prefix, its tokens, a colon, the law of the next token.

    Args:
        text: for example ``: 0.5 0.5`` (nothing came before), ``a: 1/4 3/4``, ``a b: 25% 75%`` on three lines;
            a line ``else: 0.5 0.5`` gives the row of every prefix that is not written down.
        labels: the tokens' names, in the order of their ids; a name has no blank and no colon.

    Returns:
        The tree as a ``Table``.

    Raises:
        ValueError: names the line and what to do.
    """
    rows: dict[Tokens, Vector] = {}
    default = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            prefix, row = _branch(line, labels)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        if prefix in rows or (prefix is None and default is not None):
            raise ValueError(f"line {number}: this prefix has a row already: keep one of them")
        if prefix is None:
            default = row
        else:
            rows[prefix] = row
    if not rows and default is None:
        raise ValueError("the tree is empty: write one line such as “: 0.5 0.5”")
    return Table(rows, default)


def _branch(line: str, labels: Sequence[str]) -> tuple[Tokens | None, Vector]:
    before, colon, after = line.partition(":")
    if not colon:
        raise ValueError("a colon is missing: write the prefix, a colon, then one probability for each token")
    masses = [parse_number(item) for item in split_vector(after)]
    if len(masses) != len(labels):
        raise ValueError(f"the row has {len(masses)} of {len(labels)} probabilities: write one for each token")
    for label, mass in zip(labels, masses, strict=True):
        if mass < 0:
            raise ValueError(f"the probability of “{label}” is {mass:g}: write 0 or more")
    row = as_pmf(masses, "the row")
    names = before.split()
    unknown = [name for name in names if name not in labels]
    if names == ["else"] and unknown:
        return None, row
    if unknown:
        raise ValueError(f"“{unknown[0]}” is no token: use {', '.join(labels)}")
    return tuple(map(list(labels).index, names)), row
