"""What somebody typed, right or wrong, on its way to a situation.

Pages compute on situations only; entries keep every character, so that nothing typed is lost while it is mended.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lab.core.numbers import apportion, showable
from lab.core.parsing import (
    MAX_LABEL,
    MAX_NUMBER,
    MAX_TOKENS,
    MAX_TYPED,
    MIN_TOKENS,
    join_labels,
    join_vector,
    parse_number,
    split_labels,
    split_vector,
)
from lab.core.pmf import SUM_TOLERANCE, as_pmf, normalize
from lab.situation import MAX_SEED, Situation


@dataclass(frozen=True)
class Problem:
    """What is wrong with one field, in plain words.

    Attributes:
        field: "labels", "p", "q" or "seed".
        message: what is wrong and what to do.
        position: the token it is about; None where it is about the whole field.
    """

    field: str
    message: str
    position: int | None = None


@dataclass(frozen=True)
class Entry:
    """The four text fields of a situation, as typed or as they came in a link.

    Attributes:
        labels, p, q: one text each, in the forms of ``lab.core.parsing``.
        seed: digits.
    """

    labels: str
    p: str
    q: str
    seed: str = "1"

    @classmethod
    def of(cls, labels: Iterable[str], p_items: Iterable[str], q_items: Iterable[str], seed: int | str = 1) -> "Entry":
        """The entry that shows these names and items, each brought to one line of at most the longest text allowed."""
        names = [_one_line(label)[:MAX_TYPED] for label in labels]
        p, q = ([_one_line(item)[:MAX_NUMBER] for item in items] for items in (p_items, q_items))
        return cls(join_labels(names), join_vector(p), join_vector(q), str(seed))

    @classmethod
    def of_link(cls, given: Mapping[str, str], default: "Entry") -> "Entry":
        """The entry of a link that names some of the fields; tokens that it does not name are called A, B, C …"""
        entry = cls(**{name: given.get(name, getattr(default, name)) for name in ("labels", "p", "q", "seed")})
        rows = len(_read("p", entry.p)[0])
        if "labels" not in given and rows != len(default.columns[0]):
            return replace(entry, labels=join_labels(letters(rows)))
        return entry

    @cached_property
    def columns(self) -> tuple[list[str], list[str], list[str]]:
        """Names, p items and q items as typed, padded to one length so that no cell is lost."""
        names, p, q = (_read(name, getattr(self, name))[0] for name in ("labels", "p", "q"))
        rows = max(len(names), len(p), len(q), MIN_TOKENS)
        return names + letters(rows)[len(names) :], p + [""] * (rows - len(p)), q + [""] * (rows - len(q))

    @property
    def readable(self) -> bool:
        """Whether every field could be taken apart into tokens, right or wrong."""
        return not any(_read(name, getattr(self, name))[1] for name in ("labels", "p", "q"))

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that keeps this entry from being a situation."""
        unread = [_read(name, getattr(self, name))[1] for name in ("labels", "p", "q")]
        found = (
            [problem for problem in unread if problem]
            or self._too_few()
            or [
                *_label_problems(self.columns[0]),
                *_vector_problems("p", self.columns[1]),
                *_vector_problems("q", self.columns[2]),
            ]
        )
        return (*found, *_seed_problems(self.seed))

    def _too_few(self) -> list[Problem]:
        rows = max(len(_read(name, getattr(self, name))[0]) for name in ("labels", "p", "q"))
        few = f"At least {MIN_TOKENS} tokens are needed: write a number in p and in q for each."
        return [Problem("p", few)] if rows < MIN_TOKENS else []

    def situation(self) -> Situation | None:
        """The situation that this entry describes; None while it has problems."""
        if self.problems:
            return None
        names, p, q = self.columns
        return Situation(tuple(names), tuple(p), tuple(q), int(self.seed))

    def normalized(self) -> "Entry":
        """Both vectors scaled to sum 1; a vector with an entry that is no nonnegative number stays as typed."""
        return replace(self, p=_normalized(self.p), q=_normalized(self.q))

    @property
    def mendable(self) -> bool:
        """Whether ``normalized`` would change anything."""
        return self.normalized() != self

    def swapped(self) -> "Entry":
        """Target and draft exchanged."""
        return replace(self, p=self.q, q=self.p)

    def copied(self) -> "Entry":
        """The draft made equal to the target."""
        return replace(self, q=self.p)

    def randomized(self, rng: np.random.Generator) -> "Entry":
        """The same tokens with a new random pair in steps of 0.01."""
        size = min(len(self.columns[0]), MAX_TOKENS)
        p, q = (join_vector(as_items(random_pmf(size, rng), digits=2)) for _ in "pq")
        return replace(self, labels=join_labels(self.columns[0][:size]), p=p, q=q)


def letters(count: int) -> list[str]:
    """Token names for a link that brings none: A, B, C …"""
    return [chr(ord("A") + i % 26) for i in range(count)]


def random_pmf(size: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """A random point of the simplex, uniform, rounded to steps of 0.01."""
    return as_pmf(apportion(rng.dirichlet(np.ones(size)), 100) / 100)


def as_items(pmf: NDArray[np.float64], digits: int = 6) -> list[str]:
    """A probability vector as texts that sum to 1 exactly.

    Args:
        pmf: shape (V,), sums to 1.
        digits: decimals shown, where no positive entry would round to 0; all of them otherwise.

    Returns:
        V texts such as "0.333333".
    """
    units = apportion(pmf, 10**digits)
    if np.any((pmf > 0) & (units == 0)):
        return [repr(float(value)) for value in pmf]
    return [f"{unit / 10**digits:.{digits}f}".rstrip("0").rstrip(".") for unit in units]


def _read(name: str, text: str) -> tuple[list[str], Problem | None]:
    """One field taken apart; where that fails, nothing and the reason."""
    try:
        return (split_labels if name == "labels" else split_vector)(text), None
    except ValueError as error:
        return [], Problem(name, str(error))


def _one_line(text: str) -> str:
    return showable(" ".join(str(text).splitlines()))


def _label_problems(names: list[str]) -> list[Problem]:
    lengths = [(i, len(name)) for i, name in enumerate(names) if len(name) > MAX_LABEL]
    return [Problem("labels", f"This name has {n} characters: use at most {MAX_LABEL}.", i) for i, n in lengths]


def _vector_problems(name: str, items: list[str]) -> list[Problem]:
    found, values = [], []
    for i, item in enumerate(items):
        try:
            value = parse_number(item)
        except ValueError as error:
            found.append(Problem(name, str(error), i))
            continue
        if value < 0:
            found.append(Problem(name, "A probability cannot be negative: write 0 or more.", i))
        values.append(value)
    if not found:
        with np.errstate(over="ignore"):  # two entries near 1e308
            total = float(np.sum(values))
        if not abs(total - 1) <= SUM_TOLERANCE:
            found.append(Problem(name, _wrong_sum(name, total)))
    return found


def _wrong_sum(name: str, total: float) -> str:
    if total == 0:
        return f"{name} sums to 0, not 1. Write a positive number for at least one token."
    if total == math.inf:
        return f"The entries of {name} are too large to add up. Write smaller ones or press Normalise."
    return f"{name} sums to {total:.9g}, not 1. Change an entry or press Normalise."


def _seed_problems(seed: str) -> list[Problem]:
    if seed.isascii() and seed.isdigit() and len(seed) <= 10 and int(seed) <= MAX_SEED:
        return []
    return [Problem("seed", f"The seed must be a whole number from 0 to {MAX_SEED}.")]


def _normalized(text: str) -> str:
    try:
        weights = [parse_number(item) for item in split_vector(text)]
        return text if abs(sum(weights) - 1) <= SUM_TOLERANCE else join_vector(as_items(normalize(weights)))
    except ValueError:
        return text
