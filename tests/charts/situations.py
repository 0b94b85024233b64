"""Pairs that every picture must cope with."""

import numpy as np

HOSTILE = ["<img src=x onerror=alert(1)>", "$x^2$", "**b**", "=1+1", "\U0001f600", "L" * 200, "dup", "dup", ""]
WORDS = ["the", "a", "cat", "dog", "house", "running", "tomorrow", "unbelievable", "of", "and", "is", "Zürich"]
_RISING = np.arange(1, 13) / 78

SITUATIONS = {
    "plain": ([0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4], WORDS[:4]),
    "twelve tokens": (_RISING, _RISING[::-1], WORDS),
    "q = 0": ([0.45, 0.3, 0.2, 0.05], [0.25, 0.35, 0.0, 0.4], WORDS[:4]),
    "equal": ([0.5, 0.3, 0.2], [0.5, 0.3, 0.2], WORDS[:3]),
    "disjoint": ([0.6, 0.4, 0, 0], [0, 0, 0.7, 0.3], WORDS[:4]),
    "one token": ([1.0], [1.0], ["only"]),
    "almost equal": ([0.5 + 1e-9, 0.5 - 1e-9], [0.5, 0.5], WORDS[:2]),
    "tiny": ([1e-300, 1.0], [0.5, 0.5], WORDS[:2]),
    "hostile": (np.full(9, 1 / 9), np.arange(1, 10) / 45, HOSTILE),
}
