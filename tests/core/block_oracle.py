"""Blocks worked out the slow way in fractions, and random conditional models; nothing here uses the lab's own code."""

from collections import Counter
from fractions import Fraction
from itertools import product

from hypothesis import settings
from hypothesis import strategies as st

FEW = settings(max_examples=40)  # each example is a whole enumeration in fractions


class Pool:
    """A conditional model: each prefix picks one of a few rows, by a fixed arithmetic of its tokens."""

    def __init__(self, rows, salt):
        self.fractions = [[Fraction(weight, sum(row)) for weight in row] for row in rows]
        self.salt = salt

    def exact(self, prefix):
        key = sum((token + 1) * (5 * place + 3) for place, token in enumerate(prefix)) + self.salt * len(prefix)
        return self.fractions[key % len(self.fractions)]

    def __call__(self, prefix):
        return [float(mass) for mass in self.exact(prefix)]


@st.composite
def pools(draw, size):
    """Random models over ``size`` tokens, many with zeros, some with one-hot rows."""
    row = st.lists(st.sampled_from([0, 0, 1, 1, 2, 5, 11]), min_size=size, max_size=size).filter(any)
    return Pool(draw(st.lists(row, min_size=1, max_size=5)), draw(st.integers(0, 4)))


@st.composite
def model_pairs(draw, max_size=3):
    size = draw(st.integers(1, max_size))
    return draw(pools(size)), draw(pools(size))


def keep(p, q):
    return [min(Fraction(1), a / b) if b else Fraction(0) for a, b in zip(p, q, strict=True)]


def leftover(p, q):
    mass = [max(a - b, Fraction(0)) for a, b in zip(p, q, strict=True)]
    return [m / sum(mass) for m in mass] if sum(mass) else p


def cycle(target, draft, draft_len, prefix=()):
    """Law of one cycle: every draft of full length, then every place of its first rejection."""
    law = Counter()
    for drafts in product(range(len(target.exact(prefix))), repeat=draft_len):
        reached = Fraction(1)
        for place, token in enumerate(drafts):
            reached *= draft.exact(prefix + drafts[:place])[token]
        for place, token in enumerate(drafts):
            p, q = target.exact(prefix + drafts[:place]), draft.exact(prefix + drafts[:place])
            kept = keep(p, q)[token]
            for other, mass in enumerate(leftover(p, q)):
                law[(*drafts[:place], other)] += reached * (1 - kept) * mass
            reached *= kept
        for last, mass in enumerate(target.exact(prefix + drafts)):
            law[(*drafts, last)] += reached * mass
    return {tokens: mass for tokens, mass in law.items() if mass}


def plain(target, length, prefix=()):
    """Law of ordinary sampling: the product of rows along every sequence."""
    law = {}
    for tokens in product(range(len(target.exact(prefix))), repeat=length):
        mass = Fraction(1)
        for place, token in enumerate(tokens):
            mass *= target.exact(prefix + tokens[:place])[token]
        if mass:
            law[tokens] = mass
    return law


def stopped(law, stop):
    """The same law with every sequence cut behind its first stop token."""
    cut = Counter()
    for tokens, mass in law.items():
        ends = [place for place, token in enumerate(tokens, start=1) if token in stop]
        cut[tokens[: ends[0]] if ends else tokens] += mass
    return dict(cut)


def same(law, expected):
    """Equal support, and no probability further away than 1e-10."""
    return set(law) == set(expected) and all(abs(law[key] - float(expected[key])) <= 1e-10 for key in expected)
