"""Where many simulated cycles stand, so that cycles at one prefix share one look at the models."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.core.block.situation import Block, Tokens

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Places:
    """Where many cycles stand: the different places, and the number of each cycle's place, shape (size,)."""

    blocks: Sequence[Block]
    drafts: Sequence[Tokens]
    of: Ints

    def each(self, law: Callable[[Block, Tokens], object]) -> list:
        """``law(block, drafts)`` at every place."""
        return list(map(law, self.blocks, self.drafts))

    def after(self, tokens: Ints, vocabulary: int) -> "Places":
        """The places when each cycle has drafted one more token."""
        keys, of = np.unique(self.of * vocabulary + tokens, return_inverse=True)
        steps = [divmod(key, vocabulary) for key in keys.tolist()]
        return Places(
            [self.blocks[place] for place, _ in steps], [(*self.drafts[place], token) for place, token in steps], of
        )

    def only(self, cycles: Ints) -> "Places":
        """The places of these cycles alone."""
        places, of = np.unique(self.of[cycles], return_inverse=True)
        return Places([self.blocks[place] for place in places], [self.drafts[place] for place in places], of)


def cycles_at(here: Block, size: int) -> Places:
    """``size`` cycles that all begin at one place."""
    return Places([here], [()], np.zeros(size, np.int64))


def label(of: Ints, columns: Ints) -> tuple[Ints, Ints]:
    """Number the different rows of (of, columns): where each is first met, and the number of every row."""
    for column in columns.T:
        of = np.unique(of * (column.max(initial=0) + 2) + column + 1, return_inverse=True)[1]
    return np.unique(of, return_index=True)[1], of
