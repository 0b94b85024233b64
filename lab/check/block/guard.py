"""Runs somebody's block sampler: what it does wrong is told, never crashed on."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import index

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lab.check.block.case import END, Case
from lab.core.block import Model, Tokens
from lab.core.block.situation import rows_of

BlockSampler = Callable[..., object]


class Misuse(Exception):
    """A sampler asked for what no sampler may ask for."""


@dataclass(frozen=True, eq=False)
class Rows:
    """What came out.

    Args:
        sequences: the different sequences.
        of: which of them each row is, shape (size,).
    """

    sequences: list[Tokens]
    of: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Watched:
    """A model as a sampler sees it: every look is checked, and one array is handed out for one prefix.

    Args:
        name: "target" or "draft".
        vocabulary: number of tokens V.
        row: prefix → checked row, shape (V,).
        given: what was handed out, so that a change to it is seen.
        trouble: what went wrong, also where the sampler hides it.
    """

    name: str
    vocabulary: int
    row: Model
    given: dict[Tokens, np.ndarray] = field(default_factory=dict)
    trouble: list[Exception] = field(default_factory=list)

    def __call__(self, prefix: Tokens) -> np.ndarray:
        try:
            self._check(prefix)
            if prefix not in self.given:
                self.given[prefix] = self.row(prefix).copy()
        except (Misuse, ValueError) as error:
            self.trouble.append(error)
            raise
        return self.given[prefix]

    def _check(self, prefix: object) -> None:
        if not isinstance(prefix, tuple):
            raise Misuse(f"The {self.name} was called with {_short(prefix)}: a prefix is a tuple of token ids.")
        for place, token in enumerate(prefix):
            if not _is_id(token, self.vocabulary):
                raise Misuse(f"The {self.name} was called with {_short(token)} at position {place} of a prefix: no id.")

    def changed(self) -> str:
        """Which row the sampler changed, in words; "" where none."""
        for prefix, row in self.given.items():
            if not np.array_equal(row, self.row(prefix)):
                return f"The sampler changed the row of the {self.name} after {prefix}: it must work on a copy."
        return ""


def run_sampler(sampler: BlockSampler, asked: Case, size: int, rng: Generator) -> Rows | str:
    """Let a sampler make ``size`` sequences.

    Args:
        sampler: function of (target, draft, draft_len, length, size, rng); it is also given ``stop`` and ``greedy``
            where the request has them and the sampler takes them.
        asked: the request.
        size: number of sequences.
        rng: source of randomness, handed on.

    Returns:
        What came out, or in words what was wrong with it.

    Raises:
        ValueError: a model of the caller has no good row for a prefix that a draft reached.
    """
    if not callable(sampler):
        wanted = "give a function of (target, draft, draft_len, length, size, rng)"
        return f"It is {_short(sampler)}, which is no function: {wanted}."
    models = _watched(asked, "target", asked.target), _watched(asked, "draft", asked.draft)
    try:
        made = sampler(*models, asked.draft_len, asked.length, size, rng, **_extras(sampler, asked))
        rows = _rows(made, asked, size)
    except (Exception, SystemExit) as error:
        rows = str(error) if isinstance(error, Misuse) else f"The sampler raised {type(error).__name__}: {error}"
    for error in models[0].trouble + models[1].trouble:
        if not isinstance(error, Misuse):
            raise error
        return str(error)
    return models[0].changed() or models[1].changed() or rows


def takes(sampler: BlockSampler, name: str) -> bool:
    """Whether a sampler has an argument of this name."""
    try:
        return name in inspect.signature(sampler).parameters
    except (TypeError, ValueError):
        return False


def _watched(asked: Case, name: str, model: Model) -> Watched:
    return Watched(name, asked.vocabulary, rows_of(model, name, asked.vocabulary))


def _extras(sampler: BlockSampler, asked: Case) -> dict[str, object]:
    wishes = {"stop": asked.stop, "greedy": asked.greedy}
    return {name: wish for name, wish in wishes.items() if wish and takes(sampler, name)}


def _rows(made: object, asked: Case, size: int) -> Rows:
    rows = _from_array(np.asarray(made), asked) if hasattr(made, "__array__") else _from_lists(made)
    if rows.of.size != size:
        raise Misuse(f"The sampler returned {rows.of.size:,} sequences; {size:,} were asked for.")
    for number, tokens in enumerate(rows.sequences):
        for place, token in enumerate(tokens):
            if not _is_id(token, asked.vocabulary):
                row = int(np.argmax(rows.of == number))
                raise Misuse(
                    f"Row {row} has {_short(token)} at position {place}: ids go from 0 to {asked.vocabulary - 1}."
                )
    return rows


def _from_array(made: NDArray, asked: Case) -> Rows:
    if made.ndim != 2 or made.shape[1] != asked.length or not np.issubdtype(made.dtype, np.integer):
        raise Misuse(
            f"The sampler returned an array of {made.dtype} of shape {made.shape}: whole numbers of shape (size, "
            f"{asked.length}) are right, or a list of tuples."
        )
    rows, of = np.unique(made, axis=0, return_inverse=True)
    return Rows([_without_end(tuple(row), asked) for row in rows.tolist()], of.ravel())


def _without_end(tokens: Tokens, asked: Case) -> Tokens:
    while asked.stop and tokens and tokens[-1] == END:
        tokens = tokens[:-1]
    return tokens


def _from_lists(made: object) -> Rows:
    numbers: dict[Tokens, int] = {}
    try:
        of = [numbers.setdefault(tuple(map(_whole, tokens)), len(numbers)) for tokens in made]
    except TypeError:
        raise Misuse(f"The sampler returned {_short(made)}: an integer array or a list of tuples is right.") from None
    return Rows(list(numbers), np.array(of, np.int64))


def _whole(token: object) -> int:
    if isinstance(token, bool | np.bool_):
        raise TypeError
    return index(token)


def _is_id(token: object, vocabulary: int) -> bool:
    try:
        return 0 <= _whole(token) < vocabulary
    except TypeError:
        return False


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
