"""A situation: the tokens, the target p, the draft q and the seed that every page looks at."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lab.core.parsing import parse_number
from lab.core.pmf import as_pmf

MAX_SEED = 2**32 - 1


@dataclass(frozen=True)
class Situation:
    """A pair that holds: token names, target, draft, seed.

    Attributes:
        labels: V names, 2 to 12.
        p_items, q_items: the entries as typed, such as "1/3".
        seed: whole number from 0 to 2**32 - 1; every random draw of the lab comes from it.
    """

    labels: tuple[str, ...]
    p_items: tuple[str, ...]
    q_items: tuple[str, ...]
    seed: int = 1

    @cached_property
    def p(self) -> NDArray[np.float64]:
        """Target, shape (V,), sums to 1."""
        return as_pmf([parse_number(item) for item in self.p_items], "p", self.labels)

    @cached_property
    def q(self) -> NDArray[np.float64]:
        """Draft, shape (V,), sums to 1."""
        return as_pmf([parse_number(item) for item in self.q_items], "q", self.labels)

    @property
    def pair_key(self) -> tuple:
        """Equal for two situations that show the same tokens, p and q, however they were typed."""
        return self.labels, tuple(self.p.tolist()), tuple(self.q.tolist())

    @property
    def setting(self) -> str:
        """The pair in words, as typed: "p = 1/2, 1/2; q = 1, 0; tokens a, b"."""
        columns = {"p": self.p_items, "q": self.q_items}
        vectors = "; ".join(f"{name} = {', '.join(items)}" for name, items in columns.items())
        return f"{vectors}; tokens {', '.join(self.labels)}"

    def rng(self, *stream: int) -> np.random.Generator:
        """The random generator of one purpose: the same seed and stream always give the same draws."""
        return np.random.default_rng([self.seed, *stream])
