"""Tiny conditional models: prefix → law of the next token.

A model that reads only the end of its prefix says so: ``recent(prefix)`` is that end, and for a longer prefix it must
follow from the end of the shorter one and the tokens behind it. Prefixes with one recent end can then be merged.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from lab.core.block.situation import Model, Tokens, recent_of
from lab.core.pmf import as_pmf
from lab.core.rules.rule import Vector, one_hot


@dataclass(frozen=True, eq=False)
class Table:
    """A model as a table: one row for each prefix that is written down.

    Args:
        rows: prefix → pmf.
        default: the row of every other prefix; None where there is none.
    """

    rows: Mapping[Tokens, ArrayLike]
    default: ArrayLike | None = None

    def __call__(self, prefix: Tokens) -> ArrayLike:
        row = self.rows.get(prefix, self.default)
        if row is None:
            raise ValueError(f"the table has no row for the prefix {prefix}: write one, or give a default row")
        return row


@dataclass(frozen=True, eq=False)
class Iid:
    """Every token from one law, whatever came before. Args: ``pmf``, shape (V,)."""

    pmf: ArrayLike

    def recent(self, prefix: Tokens) -> Tokens:
        return ()

    def __call__(self, prefix: Tokens) -> ArrayLike:
        return self.pmf


@dataclass(frozen=True, eq=False)
class Markov:
    """A first-order Markov chain.

    Args:
        first: law of the first token, shape (V,).
        transition: one row for each last token, shape (V, V).
    """

    first: ArrayLike
    transition: ArrayLike

    def recent(self, prefix: Tokens) -> Tokens:
        return prefix[-1:]

    def __call__(self, prefix: Tokens) -> ArrayLike:
        return self.transition[prefix[-1]] if prefix else self.first


@dataclass(frozen=True, eq=False)
class Greedy:
    """A model at temperature 0: all mass on its most probable token, on the lowest id among equals."""

    model: Model

    def recent(self, prefix: Tokens) -> Tokens:
        return recent_of(self.model, prefix)

    def __call__(self, prefix: Tokens) -> Vector:
        row = as_pmf(self.model(prefix), f"model after {prefix}")
        return one_hot(int(np.argmax(row)), row.size)
