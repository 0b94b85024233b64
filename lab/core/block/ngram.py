"""Character n-gram models, counted in a text: real conditional laws small enough to compute with."""

import codecs
import io
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass

import numpy as np

from lab.core.block.situation import Tokens
from lab.core.rules.rule import Vector


@dataclass(frozen=True, eq=False)
class NGram:
    """A character n-gram model, smoothed by its own lower orders down to the uniform law.

    The law after a context is (counts + prior × law after the context without its first character), normalised: the
    mean of a Dirichlet prior centred on the shorter context.

    Args:
        alphabet: the characters; a token is a place in this string.
        order: longest context plus one; 1 is the unigram model.
        counts: context → how often each character followed it, shape (V,); contexts up to ``order - 1`` long.
        prior: weight of the shorter context, above 0: then no character is impossible.

    Source: MacKay, Peto, "A hierarchical Dirichlet language model" (1995), with one fixed prior weight.
    """

    alphabet: str
    order: int
    counts: Mapping[Tokens, Vector]
    prior: float = 1.0

    def recent(self, prefix: Tokens) -> Tokens:
        """The longest ending of the prefix that was seen in the text; a longer one would say no more."""
        longest = min(self.order - 1, len(prefix))
        endings = (prefix[len(prefix) - length :] for length in range(longest, 0, -1))
        return next((ending for ending in endings if ending in self.counts), ())

    def __call__(self, prefix: Tokens) -> Vector:
        law = np.full(len(self.alphabet), 1 / len(self.alphabet))
        context = self.recent(prefix)
        for start in range(len(context), -1, -1):  # every ending of a context that was seen was seen too
            counts = self.counts[context[start:]]
            law = (counts + self.prior * law) / (counts.sum() + self.prior)
        return law

    def encode(self, text: str) -> Tokens:
        """Characters → token ids. Raises ValueError on a character outside the alphabet."""
        unknown = [character for character in text if character not in self.alphabet]
        if unknown:
            raise ValueError(f"“{unknown[0]}” is not in the model's alphabet: use only {''.join(self.alphabet)!r}")
        return tuple(map(self.alphabet.index, text))

    def decode(self, tokens: Tokens) -> str:
        """Token ids → characters."""
        return "".join(self.alphabet[token] for token in tokens)


def ngram(text: str, order: int, alphabet: str | None = None, prior: float = 1.0) -> NGram:
    """Count a character n-gram model in a text.

    Args:
        text: at least one character.
        order: 1 (unigram) or more.
        alphabet: the characters in the order of their ids; those of the text, sorted, where absent.
        prior: weight of the shorter context, above 0.

    Returns:
        The ``NGram``. Two models of one text share their alphabet, so they can be target and draft.

    Raises:
        ValueError: the text is empty, has a character outside the alphabet, or order or prior is out of range.
    """
    if not text or order < 1 or not prior > 0:
        raise ValueError("an n-gram model needs a text, an order of 1 or more and a prior above 0")
    alphabet = alphabet or "".join(sorted(set(text)))
    empty = NGram(alphabet, order, {}, prior)
    tokens = empty.encode(text)
    pairs = Counter((tokens[i - n : i], tokens[i]) for n in range(order) for i in range(n, len(tokens)))
    counts: dict[Tokens, Vector] = {}
    for (context, token), times in pairs.items():
        counts.setdefault(context, np.zeros(len(alphabet)))[token] = times
    return NGram(alphabet, order, counts, prior)


def shipped_text() -> str:
    """A text that ships with every Python: the Zen of Python, about 850 characters."""
    with redirect_stdout(io.StringIO()):  # the module prints the text when it is first imported
        import this

    return codecs.decode(this.s, "rot13")
