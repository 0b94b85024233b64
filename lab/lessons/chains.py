"""Pairs of tiny conditional models to look at: each says its tokens and gives target and draft."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np

from lab.core.block import Iid, Markov, Model, NGram, Tokens, ngram, shipped_text, tree
from lab.core.numbers import fmt, showable
from lab.situation import Situation

LONGEST_TEXT = 2000  # characters to count letters in; they are kept in the link
LONGEST_NAMES, LONGEST_TREE, LONGEST_PREFIX = 200, 1500, 60  # characters, as they are typed
MOST_LETTERS = 64
BLANK = "␣"
TREE_LABELS = "a b c"
TARGET_TREE = ": 0.5 0.3 0.2\na: 0.1 0.6 0.3\nb: 0.7 0.1 0.2\na b: 0.2 0 0.8\nelse: 0.4 0.4 0.2"
DRAFT_TREE = ": 0.4 0.4 0.2\na: 0.2 0.5 0.3\nb: 0.6 0.3 0.1\nelse: 1/3 1/3 1/3"


class Chain(Protocol):
    """A pair of models over the same tokens, hashable: equal chains have equal laws."""

    labels: tuple[str, ...]

    def models(self) -> tuple[Model, Model]:
        """Target and draft."""

    def read(self, text: str) -> Tokens:
        """Token ids of a typed prefix. Raises ValueError on what is no token."""


class _Named:
    """Tokens typed by their names, with blanks between them."""

    def read(self, text: str) -> Tokens:
        names = text.split()
        if unknown := [name for name in names if name not in self.labels]:
            raise ValueError(f"“{unknown[0]}” is no token here: use {', '.join(self.labels)}")
        return tuple(map(self.labels.index, names))


@dataclass(frozen=True)
class Independent(_Named):
    """The same p and q at every position."""

    labels: tuple[str, ...]
    p: tuple[float, ...]
    q: tuple[float, ...]

    def models(self) -> tuple[Model, Model]:
        return Iid(np.array(self.p)), Iid(np.array(self.q))


@dataclass(frozen=True)
class Sticky(_Named):
    """First-order Markov chains: with a chance of its own each model repeats the last token, else p or q."""

    labels: tuple[str, ...]
    p: tuple[float, ...]
    q: tuple[float, ...]
    repeats: tuple[float, float]

    def models(self) -> tuple[Model, Model]:
        return sticky(self.p, self.repeats[0]), sticky(self.q, self.repeats[1])


@dataclass(frozen=True)
class Trees(_Named):
    """Two small trees typed by hand."""

    labels: tuple[str, ...]
    target: str
    draft: str

    def models(self) -> tuple[Model, Model]:
        return _tree(self.target, self.labels, "target"), _tree(self.draft, self.labels, "draft")


@dataclass(frozen=True)
class Letters:
    """Character n-grams of one text: the target reads more letters than the draft."""

    text: str
    orders: tuple[int, int]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(BLANK if letter == " " else letter for letter in _counted(self.text, 1).alphabet)

    def models(self) -> tuple[Model, Model]:
        return _counted(self.text, self.orders[0]), _counted(self.text, self.orders[1])

    def read(self, text: str) -> Tokens:
        typed = [BLANK if letter == " " else letter for letter in text.lower()]
        if unknown := [letter for letter in typed if letter not in self.labels]:
            raise ValueError(f"“{unknown[0]}” is no letter of the text: use {''.join(self.labels)}")
        return tuple(map(self.labels.index, typed))


def sticky(law: tuple[float, ...], repeat: float) -> Markov:
    """A chain that repeats the last token with probability ``repeat`` and else draws from ``law``, shape (V,)."""
    row = np.array(law)
    return Markov(row, (1 - repeat) * row + repeat * np.eye(row.size))


def letters(text: str, orders: tuple[int, int]) -> Letters:
    """The chain of a pasted text, in small letters with single blanks; of a text that ships with Python if empty.

    Raises:
        ValueError: the text is too long or has too many different letters.
    """
    plain = showable(" ".join((text.strip() or shipped_text()).lower().split()))
    no_longer(plain, LONGEST_TEXT, "the text")
    if (different := len(set(plain))) > MOST_LETTERS:
        raise ValueError(f"the text has {different} different letters: take one with {MOST_LETTERS} at most")
    return Letters(plain, orders)


def trees(names: str, target: str, draft: str) -> Trees:
    """The chain of two typed trees.

    Raises:
        ValueError: says which tree and line is wrong.
    """
    no_longer(names, LONGEST_NAMES, "tokens: the line")
    labels = tuple(showable(names).split())
    if not 2 <= len(labels) <= 12 or len(set(labels)) < len(labels):
        raise ValueError("tokens: write 2 to 12 different names with blanks between them")
    chain = Trees(labels, target, draft)
    chain.models()
    return chain


def independent(s: Situation) -> Independent:
    """The pair of a situation at every position."""
    return Independent(*s.pair_key)


def repeating(s: Situation, target: float, draft: float) -> Sticky:
    """The pair of a situation, each model with its chance to repeat the last token."""
    return Sticky(*s.pair_key, (target, draft))


def _tree(text: str, labels: tuple[str, ...], name: str) -> Model:
    try:
        no_longer(text, LONGEST_TREE, "the tree")
        model = tree(showable(text), labels)
    except ValueError as error:
        raise ValueError(f"{name}, {error}") from None
    if model.default is None:
        raise ValueError(f"{name}: add a line “else: …”, the law after every prefix that is not written down")
    return model


def no_longer(text: str, most: int, name: str) -> None:
    """Refuse a text of more than ``most`` characters, which a link could not hold, with a ValueError that says so."""
    if len(text) > most:
        raise ValueError(f"{name} has {fmt(len(text))} characters: shorten it to {fmt(most)}")


@lru_cache(maxsize=64)
def _counted(text: str, order: int) -> NGram:
    return ngram(text, order)
