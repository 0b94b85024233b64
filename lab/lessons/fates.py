"""What happens to each proposed token, in words."""

import numpy as np
from numpy.typing import ArrayLike

from lab.core.acceptance import accept_prob, rejected_mass
from lab.core.numbers import display_labels

ALWAYS, SOMETIMES, NEVER, NOT_PROPOSED = "always kept", "sometimes kept", "never kept", "never proposed"
FATES = (ALWAYS, SOMETIMES, NEVER, NOT_PROPOSED)
NO_TOKEN = "None: nothing is rejected"


def fates(p: ArrayLike, q: ArrayLike) -> tuple[str, ...]:
    """The fate of each token as a proposal: one of ``FATES``, shape (V,)."""
    kept = accept_prob(p, q)
    return tuple(np.select([np.isnan(kept), kept == 1, kept == 0], [NOT_PROPOSED, ALWAYS, NEVER], SOMETIMES).tolist())


def most_rejected(p: ArrayLike, q: ArrayLike, labels: tuple[str, ...]) -> str:
    """The name of the token with the largest rejected mass, the first of equals; NO_TOKEN where p equals q."""
    mass = rejected_mass(p, q)
    return display_labels(labels)[int(mass.argmax())] if mass.any() else NO_TOKEN
