"""What a block sampler is asked for, and the exact law of the answer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.core.block import Model, Tokens, target_sequence_law
from lab.core.block.situation import block, rows_of, whole
from lab.core.rules.rule import Vector

END = -1
"""Fills a row behind the end of its sequence."""


@dataclass(frozen=True, eq=False)
class Case:
    """One request to a block sampler.

    Args:
        target: prefix → p, shape (V,).
        draft: prefix → q, shape (V,).
        draft_len: draft length gamma, 1 or more.
        length: the length cap, 1 or more.
        stop: stop tokens; a sequence ends with the first one.
        greedy: whether the sampler decodes at temperature 0.
        vocabulary: number of tokens V.
    """

    target: Model
    draft: Model
    draft_len: int
    length: int
    stop: frozenset[int]
    greedy: bool
    vocabulary: int


@dataclass(frozen=True, eq=False)
class Law:
    """The exact law of a whole sequence.

    Args:
        sequences: every sequence that can come out, K of them.
        padded: the same as an array of shape (K, length), filled with ``END``.
        mass: their probabilities, shape (K,), above 0.
    """

    sequences: list[Tokens]
    padded: NDArray[np.int64]
    mass: Vector


def case(target: Model, draft: Model, draft_len: int, length: int, stop=(), greedy: bool = False) -> Case:
    """Check a request and make it a ``Case``.

    Raises:
        ValueError: a model's first row is no probability vector, the two models differ in their number of tokens,
            draft_len or length is no whole number of 1 or more, or a stop token is no token.
    """
    here = block(target, draft, positive(draft_len, "draft_len"))
    vocabulary = here.target(()).size
    here.draft(())
    for token in stop:
        if whole(token, "a stop token") >= vocabulary:
            raise ValueError(f"stop token {token} is outside the vocabulary: give ids from 0 to {vocabulary - 1}")
    return Case(target, draft, draft_len, positive(length, "length"), frozenset(stop), greedy, vocabulary)


def law_of_case(asked: Case) -> Law:
    """Every sequence of ordinary sampling from the target, with its probability.

    Raises:
        ValueError: there are too many sequences to list, or a row of the target is no probability vector.
    """
    law = target_sequence_law(asked.target, asked.length, stop=asked.stop)
    return Law(list(law), padded(list(law), asked.length), np.array(list(law.values())))


def padded(sequences: list[Tokens], length: int) -> NDArray[np.int64]:
    """Sequences of at most ``length`` tokens as rows, filled with ``END``: shape (K, length)."""
    rows = [(*tokens, *[END] * (length - len(tokens))) for tokens in sequences]
    return np.array(rows, np.int64).reshape(-1, length)


def impossible(asked: Case, tokens: Tokens) -> str:
    """Why the target cannot give this sequence, in words; "" where it can."""
    row = rows_of(asked.target, "target")
    for place, token in enumerate(tokens):
        before = tokens[:place]
        if place == asked.length:
            return f"{named(tokens)} has {len(tokens)} tokens though the length cap is {asked.length}"
        if before and before[-1] in asked.stop:
            return f"{named(tokens)} goes on behind its stop token {before[-1]}"
        if row(before)[token] == 0:
            after = f"after {words(before)}" if before else "as the first token"
            return f"{named(tokens)} came out though the target gives {token} {after} probability 0"
    if len(tokens) < asked.length and (not tokens or tokens[-1] not in asked.stop):
        return f"{named(tokens)} ends after {len(tokens)} of {asked.length} tokens, and not with a stop token"
    return ""


def named(tokens: Tokens) -> str:
    """How a sequence is called in a sentence: "sequence 1 2"."""
    return f"sequence {words(tokens)}" if tokens else "the empty sequence"


def words(tokens: Tokens) -> str:
    """The ids with blanks between them."""
    return " ".join(map(str, tokens))


def positive(number: int, name: str) -> int:
    """A whole number of 1 or more, or a ValueError that names it."""
    if whole(number, name) == 0:
        raise ValueError(f"{name} is 0: give 1 or more")
    return number
