import math

import numpy as np
import pytest

from lab.check.position.passages import no_passage_twice, passage_length


def test_length_by_hand():
    """1,024²/2 = 2^19 pairs, each agreeing with 2^-L: L = 59 is the first with 2^(19 − L) at most 1e-12."""
    assert passage_length(0.5, 1024) == 59
    assert 2.0 ** (19 - 59) <= 1e-12 < 2.0 ** (19 - 58)


@pytest.mark.parametrize("distance", [1000, 4097, 9000])
def test_a_passage_is_found_at_any_distance(distance):
    output = np.random.default_rng(1).integers(0, 4, 10_000)
    length = passage_length(0.25, output.size)
    output[distance : distance + length] = output[:length]
    test = no_passage_twice(output, 0.25)
    assert test.pvalue == 1e-12
    assert f"from draw 0 on come again from draw {distance} on" in test.meaning


def test_one_token_less_is_no_passage():
    output = np.random.default_rng(1).integers(0, 4, 10_000)
    length = passage_length(0.25, output.size)
    output[5000 : 5000 + length - 1] = output[: length - 1]
    output[5000 + length - 1] = (output[length - 1] + 1) % 4
    output[4999] = 0
    output[9999] = 1  # the passage must not begin one token earlier
    assert no_passage_twice(output, 0.25).pvalue == 1


def test_a_constant_repeats_itself():
    assert no_passage_twice(np.zeros(1000, int), 0.5).pvalue == 1e-12


def test_chance_repeats_no_passage():
    """20 runs of 20,000 draws, false alarm 2e-11 by the bound."""
    rng = np.random.default_rng(2)
    assert all(no_passage_twice(rng.integers(0, 2, 20_000), 0.5).pvalue == 1 for _ in range(20))


@pytest.mark.parametrize(("size", "largest"), [(1, 0.5), (10, 0.5), (1000, 1.0), (1000, 1 - 1e-9)])
def test_too_little_to_tell(size, largest):
    assert math.isnan(no_passage_twice(np.zeros(size, int), largest).pvalue)
