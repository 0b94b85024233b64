"""Draw tokens from a law: one by one and fast, or only their counts."""

from collections.abc import Callable

import numpy as np
from numpy.random import PCG64, PCG64DXSM, SFC64, Generator, Philox
from numpy.typing import NDArray

Tokens = NDArray[np.int32]
Counts = NDArray[np.int64]

CELLS = 2**16
FULL_WORDS = (PCG64, PCG64DXSM, Philox, SFC64)  # whose raw output is 64 random bits


def guide_table(law: NDArray[np.float64]) -> tuple[Tokens, NDArray[np.float64]]:
    """Split a law into whole cells of 1/65536 and what is left: law(x) = (cells of x + rest(x)) / 65536, exactly.

    Args:
        law: shape (V,), sum 1.

    Returns:
        The token of each cell, shape (65536,), -1 in cells left empty; the rest, shape (V,), in [0, 1).
    """
    scaled = law * CELLS  # a power of two, so that neither this nor the subtraction below rounds
    whole = np.floor(scaled).astype(np.int64)
    filled = np.repeat(np.arange(law.size, dtype=np.int32), whole)
    table = np.append(filled, np.full(CELLS - filled.size, -1, np.int32))
    return table, scaled - whole


def sampler(law: NDArray[np.float64]) -> Callable[[Tokens, Generator], None]:
    """Make a fast way of drawing tokens from a law: a guide table on 16 random bits, and a second look where needed.

    Why this is the law and not a 16-bit approximation of it: 16 random bits pick one of 65536 equally likely cells,
    so the filled cells deliver cells(x)/65536 of token x. The k empty cells are hit with probability k/65536, the sum
    of all rests over 65536; then the token is drawn from rest / sum(rest) by inverse transform of a fresh 53-bit
    uniform. Together that is law(x), to a grid of k/65536 × 2^-53: finer than that of a plain inverse transform. A
    token of mass 0 has no cell and no rest, so it never comes.

    Args:
        law: shape (V,), sum 1.

    Returns:
        A function of (tokens, rng) that fills an int32 array with independent draws.

    Source: Marsaglia, "Generating discrete random variables in a computer" (1963), the table part.
    """
    table, rest = guide_table(law)
    cumulative = rest.cumsum()

    def fill(tokens: Tokens, rng: Generator) -> None:
        table.take(_sixteen_bits(tokens.size, rng), out=tokens, mode="clip")
        empty = np.flatnonzero(tokens < 0)
        tokens[empty] = cumulative.searchsorted(rng.random(empty.size) * cumulative[-1], side="right")

    return fill


def given_sampler(law: NDArray[np.float64]) -> Callable[[Tokens, Generator], Tokens]:
    """Make a way of drawing one token for each given token.

    Args:
        law: shape (V, V), one law for each given token; or (V,), the same for all.

    Returns:
        A function of (given, rng) that gives int32 tokens of the shape of ``given``.
    """
    fill = sampler(law) if law.ndim == 1 else None
    cumulative = law.cumsum(axis=-1)

    def draw(given: Tokens, rng: Generator) -> Tokens:
        tokens = np.empty_like(given)
        if fill is not None:
            fill(tokens, rng)
            return tokens
        for x in np.unique(given):
            at = np.flatnonzero(given == x)
            tokens[at] = cumulative[x].searchsorted(rng.random(at.size) * cumulative[x, -1], side="right")
        return tokens

    return draw


def multinomial(size: int | Counts, law: NDArray[np.float64], rng: Generator) -> Counts:
    """Draw how often each token comes in ``size`` draws, at a cost that size does not change.

    Args:
        size: number of draws, 0 to 10**15; or an array of them, one for each of several runs.
        law: shape (V,), sum 1.
        rng: source of randomness.

    Returns:
        Counts of shape (V,), sum ``size``, for several runs (..., V); 0 where law is 0. Rounding moves no mean count by
        more than a hundredth of the count's own spread.
    """
    # NumPy gives the last token what rounding leaves over: that must be the largest, never one of mass 0.
    order = np.argsort(law)
    counts = np.empty((*np.shape(size), law.size), np.int64)
    counts[..., order] = rng.multinomial(size, law[order])
    return counts


def given_multinomial(sizes: Counts, law: NDArray[np.float64], rng: Generator) -> Counts:
    """Draw how often each token comes when each given token x asks for ``sizes[x]`` draws.

    Args:
        sizes: shape (V,).
        law: shape (V, V), one law for each given token; or (V,), the same for all.
        rng: source of randomness.

    Returns:
        Counts of shape (V,), summed over the given tokens.
    """
    if law.ndim == 1:
        return multinomial(int(sizes.sum()), law, rng)
    rows = (multinomial(int(sizes[x]), law[x], rng) for x in np.flatnonzero(sizes))
    return sum(rows, np.zeros_like(sizes))


def _sixteen_bits(size: int, rng: Generator) -> NDArray[np.uint16]:
    words = -(-size // 4)
    if isinstance(rng.bit_generator, FULL_WORDS):
        return rng.bit_generator.random_raw(words).view(np.uint16)[:size]  # `integers` would first think for 30 µs
    return rng.integers(2**64, size=words, dtype=np.uint64).view(np.uint16)[:size]
