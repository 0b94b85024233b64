"""Logits: log-weights of tokens. Adding one constant to all of them changes nothing; a masked token has -inf."""

import re

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lab.core.parsing import parse_number, split_vector
from lab.core.pmf import as_pmf

Logits = NDArray[np.float64]

_MASKED = re.compile(r"[-−]\s*(inf(inity)?|∞)", re.IGNORECASE)


def as_logits(values: ArrayLike, name: str = "logits") -> Logits:
    """Validate logits.

    Args:
        values: shape (V,), V >= 1; finite, or -inf for a masked token; at least one finite.
        name: how messages call them.

    Returns:
        A new float64 array of shape (V,).

    Raises:
        ValueError: names the position and what to do.
    """
    try:
        logits = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must hold numbers only: replace what is not a number") from None
    if logits.ndim != 1 or logits.size == 0:
        raise ValueError(f"{name} has shape {logits.shape}: give one number for each token, shape (V,) with V >= 1")
    largest = logits.max()
    if largest == -np.inf:
        raise ValueError(f"{name} are all -inf: leave at least one token unmasked")
    if not np.isfinite(largest):
        at = int(np.argmax(logits))  # the first NaN, else the first inf
        raise ValueError(f"{name}[{at}] is {logits[at]:g}: write a finite number, or -inf for a masked token")
    return logits


def log_weights(pmf: ArrayLike, name: str = "p") -> Logits:
    """Logits of a probability vector: its natural logarithm, -inf where it is 0.

    Args:
        pmf: shape (V,), sums to 1.
        name: how messages call it.

    Returns:
        Shape (V,), in [-inf, 0].

    Raises:
        ValueError: pmf is no probability vector.
    """
    law = as_pmf(pmf, name)
    return np.log(law, out=np.full(law.shape, -np.inf), where=law > 0)


def softmax(logits: ArrayLike) -> NDArray[np.float64]:
    """Law of the token drawn from logits: exp(logit), divided by the sum of all.

    Args:
        logits: shape (V,), see ``as_logits``.

    Returns:
        Shape (V,), sum 1; 0 where the logit is -inf, or so far below the largest that a float cannot hold it.

    Raises:
        ValueError: see ``as_logits``.
    """
    weights = np.exp(below_largest(as_logits(logits)))
    return weights / weights.sum()


def parse_logits(text: str, count: int, name: str = "logits") -> Logits:
    """The logits that a typed text means: numbers such as 2, -1e4 or 0,5; -inf masks a token.

    Args:
        text: at most 2,000 characters, entries separated as in a vector.
        count: V, how many tokens there are.
        name: how messages call them, such as "target logits".

    Returns:
        Shape (V,).

    Raises:
        ValueError: says in a plain sentence what is wrong and what to do.
    """
    try:
        logits = [_parse_logit(item) for item in split_vector(text)]
    except ValueError as error:
        reason = str(error)
        raise ValueError(f"In the {name}, {reason[0].lower()}{reason[1:]}") from None
    if len(logits) != count:
        entries = f"{len(logits)} {'entry' if len(logits) == 1 else 'entries'}"
        raise ValueError(f"The {name} have {entries}, and there are {count} tokens: write one logit for each token.")
    if max(logits) == -np.inf:
        raise ValueError(f"The {name} mask every token with -inf: write a finite number for at least one.")
    return as_logits(logits)


def _parse_logit(text: str) -> float:
    if _MASKED.fullmatch(text):
        return -np.inf
    return parse_number(text, "2, 0.5 or -1e4, or -inf to mask a token", "between -1e308 and 1e308")


def below_largest(logits: Logits) -> Logits:
    """Logits minus their largest: the same law, the largest now 0, so that no exponential overflows."""
    with np.errstate(over="ignore"):
        return logits - logits.max()
