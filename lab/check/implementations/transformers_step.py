"""Transformers' own speculative sampling step, as a sampler of one position."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from transformers.generation.utils import _speculative_sampling

from lab.core.rules.rule import Vector

DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


@dataclass(frozen=True, eq=False)
class Step:
    """The step on one pair of logits, with a draft of one token.

    Args:
        target, draft: logits, shape (V,), in the format under test.
        last: the mapping of the last call.
    """

    target: torch.Tensor
    draft: torch.Tensor
    last: dict[str, NDArray] = field(default_factory=dict)

    @property
    def p(self) -> Vector:
        """The target's law as the step's softmax sees it, rescaled in float64, shape (V,)."""
        return _law(self.target)

    @property
    def q(self) -> Vector:
        """The same for the draft, shape (V,)."""
        return _law(self.draft)

    def __call__(self, p: Vector, q: Vector, size: int, rng: Generator) -> dict[str, NDArray]:
        """Run the step ``size`` times; see ``lab.check.check_sampler``. p and q are those of this step."""
        torch.manual_seed(int(rng.integers(2**63)))
        proposals = rng.choice(q.size, size, p=q)
        self.last.update(self.run(proposals))
        return dict(self.last)

    def run(self, proposals: Sequence[int] | NDArray) -> dict[str, NDArray]:
        """Put given proposals through the step, one call each."""
        candidates = [torch.tensor([[token]]) for token in range(self.draft.numel())]
        draft = self.draft[None, None]
        target = torch.stack([self.target, self.target])[None]  # the rows of the draft token and of the bonus token
        output, accepted = np.empty(len(proposals), np.int64), np.empty(len(proposals), bool)
        with torch.inference_mode():
            for call, token in enumerate(np.asarray(proposals).tolist()):
                tokens, matches = _speculative_sampling(candidates[token], draft, 1, target, False)
                output[call], accepted[call] = int(tokens[0, 0]), int(matches) == 1
        return {"output": output, "proposal": np.asarray(proposals), "accepted": accepted}


def step(p: Sequence[float], q: Sequence[float], dtype: str) -> Step:
    """The step on the logits of two laws.

    Args:
        p, q: probabilities, shape (V,); a 0 becomes a logit of minus infinity.
        dtype: a key of ``DTYPES``.
    """
    with np.errstate(divide="ignore"):
        logits = [torch.tensor(np.log(np.asarray(law, np.float64)), dtype=DTYPES[dtype]) for law in (p, q)]
    return Step(*logits)


def largest_uniform(dtype: str) -> float:
    """The largest number below 1 that a format holds: 1 − 2^-24, 1 − 2^-11 or 1 − 2^-8."""
    return 1 - torch.finfo(DTYPES[dtype]).eps / 2


@contextmanager
def forced_uniform(value: float) -> Iterator[None]:
    """Make ``torch.rand_like`` and ``torch.rand`` return one value."""

    def rand_like(like: torch.Tensor, **options) -> torch.Tensor:
        return torch.full_like(like, value)

    def rand(*shape, **options) -> torch.Tensor:
        return torch.full(shape, value)

    with patch.object(torch, "rand_like", rand_like), patch.object(torch, "rand", rand):
        yield


def _law(logits: torch.Tensor) -> Vector:
    law = logits.softmax(dim=-1).double().numpy()
    return law / law.sum()
