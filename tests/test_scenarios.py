"""The named situations hold, and what they say about themselves is true."""

from fractions import Fraction

import pytest

from lab.core.acceptance import accept_prob, acceptance_rate, output_law, residual, residual_mass
from lab.core.comparison import same_argmax
from lab.entry import Entry
from lab.scenarios import DEFAULT, SCENARIOS, find
from lab.situation import Situation

ALPHAS = {
    "plain": "7/10",
    "mirror": "3/5",
    "blind": "4/5",
    "favourite": "2/5",
    "equal": "1",
    "disjoint": "0",
    "same-argmax": "31/100",
    "different-argmax": "99/100",
    "peaked": "73/100",
    "uniform": "13/20",
    "forbidden": "1/5",
    "tail": "4/5",
    "bigram": "37/100",
    "one-sided": "3/5",
    "nearly-equal": "999999999/1000000000",
}


def pair(key: str) -> Situation:
    return SCENARIOS[key].situation


def by_label(key, values) -> dict[str, float]:
    return dict(zip(pair(key).labels, values.tolist(), strict=True))


def test_there_are_at_least_twelve_with_names_of_their_own():
    assert len(SCENARIOS) >= 12
    assert all(key == scenario.key for key, scenario in SCENARIOS.items())
    assert len({scenario.title for scenario in SCENARIOS.values()}) == len(SCENARIOS)


@pytest.mark.parametrize("key", SCENARIOS)
def test_each_asks_and_answers_about_a_pair_that_holds(key):
    scenario = SCENARIOS[key]
    shown = scenario.situation
    assert Entry.of(shown.labels, shown.p_items, shown.q_items).situation() == shown
    assert scenario.question.endswith("?")
    assert scenario.point.endswith(".")


@pytest.mark.parametrize("key", SCENARIOS)
def test_alpha_is_the_overlap_added_up_by_hand(key):
    columns = zip(pair(key).p_items, pair(key).q_items, strict=True)
    overlap = sum(min(Fraction(p), Fraction(q)) for p, q in columns)
    assert overlap == Fraction(ALPHAS[key])
    assert acceptance_rate(pair(key).p, pair(key).q) == pytest.approx(float(overlap), abs=1e-15)


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_pair_is_recognised_whatever_its_seed_and_however_it_was_typed(key):
    shown = pair(key)
    as_fractions = [tuple(str(Fraction(item)) for item in items) for items in (shown.p_items, shown.q_items)]
    assert find(Situation(shown.labels, *as_fractions, seed=7)) is SCENARIOS[key]


def test_a_pair_of_the_readers_own_is_no_scenario():
    plain = DEFAULT.situation
    assert find(Situation(plain.labels, plain.q_items, plain.p_items)) is None
    assert find(Situation(("other", *plain.labels[1:]), plain.p_items, plain.q_items)) is None


def test_points_about_tokens_that_are_never_proposed():
    for key, token, mass in (("blind", "Rome", 0.2), ("favourite", "yes", 0.6)):
        assert by_label(key, pair(key).q)[token] == 0
        assert by_label(key, residual(pair(key).p, pair(key).q))[token] == 1
        assert by_label(key, output_law(pair(key).p, pair(key).q))[token] == pytest.approx(mass, abs=1e-15)


def test_points_about_the_residual():
    assert not residual_mass(pair("equal").p, pair("equal").q).any()
    assert residual(pair("disjoint").p, pair("disjoint").q) == pytest.approx(pair("disjoint").p, abs=1e-15)
    mirror = residual_mass(pair("mirror").p, pair("mirror").q)
    assert (mirror > 0).tolist() == [True, True, False, False]
    assert residual(pair("nearly-equal").p, pair("nearly-equal").q).tolist() == [1, 0]
    assert residual(pair("one-sided").p, pair("one-sided").q).tolist() == [0, 1]


def test_points_about_favourites_and_single_tokens():
    assert same_argmax(pair("same-argmax").p, pair("same-argmax").q)
    assert not same_argmax(pair("different-argmax").p, pair("different-argmax").q)
    assert by_label("forbidden", accept_prob(pair("forbidden").p, pair("forbidden").q))["null"] == 0
    assert accept_prob(pair("peaked").p, pair("peaked").q) == pytest.approx([1, 0.1, 0.1, 0.1], abs=1e-15)
    tail = pair("tail")
    assert by_label("tail", residual_mass(tail.p, tail.q))["t12"] == pytest.approx(0.01, abs=1e-15)
