"""What one cycle reads: the two models, the prefix, the draft length."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from operator import index

from numpy.typing import ArrayLike

from lab.core.pmf import as_pmf
from lab.core.rules.rule import Vector

Tokens = tuple[int, ...]
Model = Callable[[Tokens], ArrayLike]
"""A model is any function of a prefix (a tuple of token ids) that gives the next token's law, shape (V,)."""


@dataclass(frozen=True, eq=False)
class Block:
    """One cycle's situation, with the rows of both models checked and remembered.

    Args:
        target: prefix → row of the target, shape (V,).
        draft: prefix → row of the draft, shape (V,).
        prefix: the tokens emitted so far.
        draft_len: draft length gamma, 0 or more.
        memo: what was worked out once for a prefix.
    """

    target: Callable[[Tokens], Vector]
    draft: Callable[[Tokens], Vector]
    prefix: Tokens
    draft_len: int
    memo: dict[Tokens, tuple[Vector, ...]] = field(default_factory=dict)

    def rows(self, drafts: Tokens) -> tuple[Vector, Vector]:
        """p and q after the prefix and these drafts."""
        context = self.prefix + drafts
        return self.target(context), self.draft(context)


def block(target: Model, draft: Model, draft_len: int, prefix: Tokens = ()) -> Block:
    """Check what a caller gives and make it a ``Block``.

    Raises:
        ValueError: the draft length is no whole number of 0 or more; a token of the prefix is no id; a model's row is
            no probability vector, or the two models differ in their number of tokens.
    """
    draft_len = whole(draft_len, "draft_len")
    prefix = as_tokens(prefix)
    target_row = rows_of(target, "target")
    size = target_row(prefix).size
    return Block(target_row, rows_of(draft, "draft", size), prefix, draft_len)


def rows_of(model: Model, name: str, size: int | None = None) -> Callable[[Tokens], Vector]:
    """The model with every row checked once: a probability vector, ``size`` tokens long where a size is given."""
    if not callable(model):
        raise ValueError(f"{name} is {type(model).__name__}: give a function of a prefix, such as Iid([0.6, 0.4])")

    @cache
    def checked(context: Tokens) -> Vector:
        pmf = as_pmf(model(context), f"{name} after {context}")
        if size is not None and pmf.size != size:
            raise ValueError(
                f"{name} after {context} has {pmf.size} tokens, not {size}: give both models one vocabulary"
            )
        pmf.flags.writeable = False  # the row is handed out again and again
        return pmf

    return lambda context: checked(recent_of(model, context))


def recent_of(model: Model, prefix: Tokens) -> Tokens:
    """The end of the prefix that the model reads; all of it where the model does not say."""
    return model.recent(prefix) if hasattr(model, "recent") else prefix


def as_tokens(tokens: Tokens) -> Tokens:
    """Token ids as a tuple of whole numbers of 0 or more."""
    return tuple(whole(token, "a token") for token in tokens)


def whole(number: int, name: str) -> int:
    """A whole number of 0 or more, or a ValueError that names it."""
    try:
        value = index(number)
    except TypeError:
        value = -1
    if value < 0:
        raise ValueError(f"{name} is {number!r}: give a whole number of 0 or more")
    return value


def checked_cap(cap: int | None) -> int | None:
    """How many tokens a cycle may emit: 1 or more, or None for no cap."""
    if cap is not None and whole(cap, "cap") == 0:
        raise ValueError("cap is 0: a cycle emits at least one token, so allow 1 or more")
    return cap
