"""Pairs of laws for the theorems: exact ones in steps of 2^-20, awkward ones in floats. Fractions are the oracle."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

ONE = 2**20
ROUNDING = 100 * 2.0**-53  # no formula here rounds a mass below 1 more than a hundred times
AWKWARD = st.sampled_from([0.0, 1e-300, 1e-9, 1 / 3, 1.0]) | st.floats(0, 1, allow_subnormal=False)


def fractions(values):
    """The floats as they are, exactly."""
    return [Fraction(float(value)) for value in values]


@st.composite
def dyadic_laws(draw, size):
    """Multiples of 2^-20 that sum to 1, with zeros: their sums, minima and differences are exact in float64."""
    cuts = sorted(draw(st.lists(st.integers(0, ONE), min_size=size - 1, max_size=size - 1)))
    return np.array([after - before for before, after in pairwise([0, *cuts, ONE])]) / ONE


@st.composite
def dyadic(draw, laws=2, max_size=8):
    """Several dyadic laws over one vocabulary."""
    size = draw(st.integers(1, max_size))
    return [draw(dyadic_laws(size)) for _ in range(laws)]


@st.composite
def _any_pair(draw):
    size = draw(st.integers(1, 8))
    weights = st.lists(AWKWARD, min_size=size, max_size=size).map(np.array).filter(lambda w: w.sum() > 0)
    return [w / w.sum() for w in (draw(weights), draw(weights))]


@st.composite
def _nearly_equal(draw):
    p, direction = draw(_any_pair())
    q = p * (1 + 1e-9 * direction)
    return [p, q / q.sum()]


def _disjoint(pair):
    p, q = pair
    return [np.append(p, np.zeros_like(q)), np.append(np.zeros_like(p), q)]


def pairs():
    """Float pairs: zeros and masses of 1e-300, p equal to q, disjoint supports, differences of 1e-9, one token."""
    return st.one_of(
        _any_pair(), _any_pair().map(lambda pair: [pair[0], pair[0]]), _any_pair().map(_disjoint), _nearly_equal()
    )
