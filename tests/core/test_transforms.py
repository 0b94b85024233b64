"""Temperature, top-k, top-p and min-p, by hand, in fractions, and on logits that no model should give."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.logits import as_logits, log_weights, softmax
from lab.core.transforms import min_p, temperature, top_k, top_p
from tests.core.strategies import dyadic_laws, fractions

EXTREME = st.sampled_from([-np.inf, -1e4, 1e4, 0.0, 1e308, -1e308]) | st.floats(-1e4, 1e4)
TIES = st.sampled_from(["first", "all"])
LAWS = st.integers(1, 8).flatmap(dyadic_laws)
LOW, HIGH = -np.inf, 0.0


def logits():
    """Logits of ±10,000 and beyond, equal ones, and masks; at least one finite."""
    return st.lists(EXTREME, min_size=1, max_size=12).map(np.array).filter(lambda x: np.isfinite(x).any())


def kept(values):
    return np.isfinite(values).tolist()


@given(logits(), st.floats(0, 1e6), st.integers(1, 13), st.floats(0, 1), TIES)
def test_extreme_logits_always_end_in_a_law(values, t, k, share, ties):
    steps = [temperature(values, t, ties), top_k(values, k, ties), top_p(values, share, ties), min_p(values, share)]
    for after in [values, *steps]:
        law = softmax(after)
        assert ((law >= 0) & (law <= 1)).all()
        assert law.sum() == pytest.approx(1)
        assert not law[np.isneginf(values)].any(), "a mask stays a mask"
        assert law[values == values.max()].any(), "a favourite stays"


def test_softmax_by_hand():
    assert softmax([np.log(6), np.log(3), np.log(1)]) == pytest.approx([0.6, 0.3, 0.1])
    assert softmax([2.0, 1.0, 0.0]) == pytest.approx([0.665241, 0.244728, 0.090031], abs=5e-7)
    assert softmax([1, 1, 0]) == pytest.approx([0.422319, 0.422319, 0.155362], abs=5e-7), "a padded logit of 0 has mass"
    assert softmax([1, 1, -np.inf]).tolist() == [0.5, 0.5, 0]


@given(logits(), st.sampled_from([0.0, 1e3, -1e3]))
def test_a_constant_added_to_all_logits_changes_nothing_to_rounding(values, constant):
    assert softmax(np.clip(values, -1e4, 1e4) + constant) == pytest.approx(
        softmax(np.clip(values, -1e4, 1e4)), abs=1e-11
    )


@given(LAWS)
def test_logits_of_a_law_give_the_law_back(law):
    assert softmax(log_weights(law)) == pytest.approx(law, abs=1e-15)


@pytest.mark.parametrize("power", [1, 2, 3])
@given(law=LAWS)
def test_temperature_one_over_n_is_the_nth_power_in_fractions(power, law):
    powers = [x**power for x in fractions(law)]
    wanted = [float(x / sum(powers)) for x in powers]
    assert softmax(temperature(log_weights(law), 1 / power)) == pytest.approx(wanted, rel=1e-12)


def test_a_cold_temperature_is_the_argmax_and_a_hot_one_uniform_over_what_is_not_masked():
    values = [3.0, 2.5, -np.inf, 3.0 - 1e-3]
    assert softmax(temperature(values, 1e-6)).tolist() == [1, 0, 0, 0]
    assert softmax(temperature(values, 0)).tolist() == [1, 0, 0, 0]
    assert softmax(temperature(values, 1e9)) == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3], abs=1e-8)


def test_at_temperature_0_tied_favourites_share_or_the_first_takes_all():
    values = [1.0, 2.0, 2.0]
    assert softmax(temperature(values, 0, "all")).tolist() == [0, 0.5, 0.5]
    assert softmax(temperature(values, 1e-9)).tolist() == [0, 0.5, 0.5], "the limit shares"
    assert softmax(temperature(values, 0, "first")).tolist() == [0, 1, 0]


def test_a_logit_of_20_at_temperature_one_millionth_is_the_argmax():
    assert softmax(temperature([20.0, 19.0], 1e-6)).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("k", "ties", "stays"),
    [(1, "first", [0, 1, 0, 0]), (2, "first", [1, 1, 0, 0]), (2, "all", [1, 1, 1, 0]), (4, "first", [1, 1, 1, 1])],
)
def test_top_k_cuts_ties_as_told(k, ties, stays):
    assert kept(top_k(log_weights([0.25, 0.4, 0.25, 0.1]), k, ties)) == list(map(bool, stays))


@pytest.mark.parametrize(
    ("mass", "stays"),
    [(0, [1, 0, 0, 0]), (0.5, [1, 0, 0, 0]), (0.51, [1, 1, 0, 0]), (0.8, [1, 1, 0, 0]), (0.95, [1, 1, 1, 0])],
)
def test_top_p_keeps_the_fewest_tokens_that_reach_it(mass, stays):
    assert kept(top_p(log_weights([0.5, 0.3, 0.15, 0.05]), mass)) == list(map(bool, stays))


def test_top_p_of_8_tenths_turns_the_reported_law_into_the_wanted_one():
    assert softmax(top_p(log_weights([0.5, 0.3, 0.15, 0.05]), 0.8)) == pytest.approx([0.625, 0.375, 0, 0])


@given(LAWS, st.integers(0, 2**20), TIES)
def test_top_p_against_fractions(law, numerator, ties):
    mass = Fraction(numerator, 2**20)
    order = sorted(range(law.size), key=lambda x: -law[x])
    count = next(n for n in range(1, law.size + 1) if sum(fractions(law)[x] for x in order[:n]) >= mass)
    last = law[order[count - 1]]
    stays = {x for x in order if law[x] >= last} if ties == "all" else set(order[:count])
    after = softmax(top_p(log_weights(law), float(mass), ties))
    assert set(np.flatnonzero(after)) == {x for x in stays if law[x] > 0}


@pytest.mark.parametrize(
    ("share", "stays"), [(0, [1, 1, 1]), (0.1, [1, 1, 1]), (0.11, [1, 1, 0]), (0.8, [1, 1, 0]), (1, [1, 0, 0])]
)
def test_min_p_compares_with_the_favourite(share, stays):
    assert kept(min_p(log_weights([0.5, 0.45, 0.05]), share)) == list(map(bool, stays))


@pytest.mark.parametrize(("small", "large"), [(1, 10), (2, 5), (4, 5), (1, 2)])
def test_min_p_keeps_a_token_that_has_exactly_the_share_whatever_the_logarithm_rounds_to(small, large):
    law = [small / (small + large), large / (small + large)]
    assert kept(min_p(log_weights(law), small / large)) == [True, True]


@given(LAWS, st.integers(1, 8))
def test_what_a_cut_keeps_keeps_its_proportions(law, k):
    after = softmax(top_k(log_weights(law), k))
    stays = after > 0
    assert after[stays] == pytest.approx(law[stays] / law[stays].sum(), rel=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: as_logits([0, np.nan, np.inf], "target"), r"target\[1\] is nan: write a finite number, or -inf"),
        (lambda: as_logits([0, np.inf]), r"logits\[1\] is inf"),
        (lambda: as_logits([-np.inf, -np.inf]), "all -inf: leave at least one token unmasked"),
        (lambda: as_logits([]), r"shape \(0,\)"),
        (lambda: as_logits(["a"]), "must hold numbers only"),
        (lambda: temperature([0], -1), "temperature is -1: give a finite number of 0 or more"),
        (lambda: temperature([0], np.nan), "temperature is nan"),
        (lambda: temperature([0], np.inf), "temperature is inf"),
        (lambda: top_k([0], 0), "keep at least 1 token"),
        (lambda: top_p([0], 1.1), "top-p is 1.1: give a number from 0 to 1"),
        (lambda: min_p([0], np.nan), "min-p is nan"),
    ],
)
def test_what_makes_no_sense_is_refused_in_plain_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()
