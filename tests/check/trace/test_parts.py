"""The parts of the trace check against values by hand and exact laws."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy import stats

from lab.check.trace.evidence import flag_transform
from lab.check.trace.laws import Laws, find, match, repeated, row_sum, transform
from lab.check.trace.martingale import by_height, kept, off_heights, too_high, too_low
from lab.check.trace.neighbours import Last, neighbours, nothing
from lab.check.trace.power import needed_events, smallest_bias
from tests.core.evidence import FALSE_ALARM

TWO = Laws(np.array([3, 1, 0, 1, 2]), np.array([0.5, 0.25, 0.2, 0.3, 0.5]), np.array([0, 2, 5]), np.array([0.25, 0.0]))


def test_a_transform_by_hand():
    """Event 1: tokens 3 and 1 with 0.5 and 0.25, rest 0.25. Event 2: tokens 0, 1, 2 with 0.2, 0.3, 0.5."""
    noise = np.array([0.5, 0.5])
    place = find(TWO, np.array([3, 1]))
    assert transform(TWO, TWO.probs, TWO.ids * 1.0, place, noise, TWO.rest).tolist() == [0.25 + 0.25, 0.2 + 0.15]
    assert transform(TWO, TWO.probs, -TWO.probs, place, noise, TWO.rest).tolist() == [0.25, 0.5 + 0.15]
    rest = find(TWO, np.array([7, 2]))
    assert transform(TWO, TWO.probs, TWO.ids * 1.0, rest, noise, TWO.rest).tolist() == [0.75 + 0.125, 0.5 + 0.25]


def test_heights_say_only_the_side_that_was_found():
    """A fifth of the proposals with ratio 0.45 are kept; of those with 0.85 as many as should, or all."""
    accept = np.repeat([0.45, 0.85], 1000)
    rarely, both = (np.arange(2000) % 1000 < np.repeat(kept_of, 1000) for kept_of in ([200, 850], [200, 1000]))
    sure = np.ones(2000, bool)
    low = "too rarely where min(1, p/q) is from 0.4 to 0.5"
    assert off_heights(kept(accept, rarely, sure)) == f"Proposals are kept {low}"
    found = f"too often where min(1, p/q) is from 0.8 to 0.9 and {low}"
    assert off_heights(kept(accept, both, sure)) == f"Proposals are kept {found}"


def test_equal_keys_share_their_interval():
    law = Laws(np.arange(3), np.array([0.5, 0.25, 0.25]), np.array([0, 3]), np.zeros(1))
    for token in (1, 2):
        place = find(law, np.array([token]))
        assert transform(law, law.probs, law.probs, place, np.array([0.5]))[0] == 0.25


def test_sums_of_rows_some_empty():
    assert row_sum(np.array([1.0, 2, 3]), np.array([0, 0, 2, 2, 3, 3])).tolist() == [0, 3, 0, 3, 0]


@given(
    st.lists(st.tuples(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9))), min_size=1, max_size=8), st.randoms()
)
def test_tokens_are_matched_as_sets_say(events, random):
    ours, theirs = ([random.sample(sorted(pair[side]), len(pair[side])) for pair in events] for side in (0, 1))
    laws, others = as_laws(ours), as_laws(theirs)
    place = match(laws, others)
    for token, event, at in zip(laws.ids, laws.event, place, strict=True):
        assert (at >= 0) == (token in theirs[event])
        assert at < 0 or (others.ids[at], others.event[at]) == (token, event)
    assert not repeated(laws).any()


def as_laws(rows):
    flat = np.array([token for row in rows for token in row], np.int64)
    return Laws(flat, np.ones(flat.size), np.cumsum([0, *map(len, rows)]), np.zeros(len(rows)))


def test_a_token_listed_twice_is_seen():
    assert repeated(as_laws([[1, 2], [3, 0, 3], [3]])).tolist() == [False, True, False]


def test_sums_over_proposals_by_hand():
    sums = kept(np.array([0.5, 0.25, 1.0]), np.array([True, False, True]), np.ones(3, bool))
    assert sums.excess.sum() == 0.5 - 0.25 + 0
    assert sums.variance.sum() == 0.25 + 0.1875
    assert sums.third == 0.1875 * 0.5
    assert sums.tilted[8] == pytest.approx(  # t = 0.25
        np.log(0.5 + 0.5 * np.exp(0.25)) - 0.125 + np.log(0.75 + 0.25 * np.exp(0.25)) - 0.0625
    )


def sum_law(chances):
    """Exact law of the number of accepted proposals."""
    law = np.ones(1)
    for a in chances:
        law = np.convolve(law, [1 - a, a])
    return law


def flags(size, count):
    return np.arange(size) < count


@given(st.integers(0, 2**32), st.floats(0.02, 0.98), st.floats(3, 5.5))
@example(75, 0.5, 5.0)  # almost no skew
def test_the_tail_of_the_sum_is_the_exact_one(seed, centre, sigmas):
    """Pearson's curve gives 0.9 to 3 times the tail of the exact sum, down to 1e-7, on both sides."""
    rng = np.random.default_rng(seed)
    chances = np.clip(rng.normal(centre, 0.1, 400), 0.001, 0.999)
    deviation = np.sqrt((chances * (1 - chances)).sum())
    assume(deviation >= 5)
    law, mean = sum_law(chances), chances.sum()
    low, high = int(mean - sigmas * deviation), int(np.ceil(mean + sigmas * deviation))
    for count, side, exact in ((low, too_low, law[: max(low, 0) + 1].sum()), (high, too_high, law[high:].sum())):
        if 0 <= count <= 400 and exact > 1e-7:
            pvalue = side(kept(chances, flags(400, count), np.ones(400, bool)))[1]
            assert exact * 0.9 <= pvalue <= exact * 3


@given(st.lists(st.floats(1e-9, 1 - 1e-9), min_size=1, max_size=80), st.integers(0, 80))
def test_where_the_variance_is_small_the_tail_is_never_below_the_exact_one(chances, count):
    chances = np.array(chances)
    assume(count <= chances.size)
    law, ones = sum_law(chances), np.ones(chances.size, bool)
    sums = kept(chances, flags(chances.size, count), ones)
    assert too_low(sums)[1] >= law[: count + 1].sum() * (1 - 1e-6)
    assert too_high(sums)[1] >= law[count:].sum() * (1 - 1e-6)


def test_a_rare_rejection_is_no_alarm_but_two_of_them_are():
    """Every proposal has a = 1 − 1e-6: one rejection in 1,000 has chance 0.001, three have 2e-10."""
    chances, exact = np.full(1000, 1 - 1e-6), np.ones(1000, bool)
    assert too_low(kept(chances, flags(1000, 999), exact))[1] > 1e-3
    assert too_low(kept(chances, flags(1000, 997), exact))[1] < 1e-8


def test_a_certain_proposal_that_is_rejected_settles_it():
    assert too_low(kept(np.ones(5), flags(5, 4), np.ones(5, bool)))[1] == 0


def test_wrong_heights_that_cancel_are_seen():
    """Half of the proposals have a = 0.25 and half a = 0.75, all are kept with 1/2: only the sum is right."""
    chances = np.repeat([0.25, 0.75], 1000)
    sums = kept(chances, np.arange(2000) % 2 == 0, np.ones(2000, bool))
    assert too_low(sums)[1] > 0.4
    assert by_height(sums) == (pytest.approx(2 * 250**2 / 187.5), pytest.approx(0, abs=1e-100))


def test_neighbours_by_hand():
    """Requests 7 and 8 lie mixed, in two batches."""
    first = last([7, 8, 7], [1, 2, 3])
    earlier, later, memory = neighbours(nothing(1), first, across=False)
    assert (earlier.tolist(), later.tolist()) == ([[1]], [[3]])
    earlier, later, _ = neighbours(memory, last([8, 9, 7], [4, 5, 6]), across=False)
    assert sorted(zip(earlier[:, 0], later[:, 0], strict=True)) == [(2, 4), (3, 6)]


def test_only_different_owners_are_paired_across():
    earlier, later, _ = neighbours(nothing(1), last([0, 0, 0], [1, 2, 3], [5, 5, 6]), across=True)
    assert (earlier.tolist(), later.tolist()) == ([[2]], [[3]])


def last(groups, values, owners=None):
    return Last(np.array(groups), np.array(groups if owners is None else owners), np.array(values)[:, None] * 1.0)


def test_needed_events_find_the_bias_with_power_nine_tenths():
    """20,000 simulated tests of 16 bins, half of them 4 % too full: exact binomial band, false alarm 1e-6."""
    needed, even = needed_events(0.02, 1e-4), np.full(16, 1 / 16)
    counts = np.random.default_rng(1).multinomial(needed, even * np.repeat([1.04, 0.96], 8), 20_000)
    found = (stats.chisquare(counts, needed * even, axis=1).pvalue < 1e-4).sum()
    low, high = stats.binom.ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], 20_000, 0.9)
    assert low <= found <= high
    assert smallest_bias(needed, 1e-4) == pytest.approx(0.02, rel=0.01)
    assert smallest_bias(3, 1e-4) == 0.5


def test_a_flag_becomes_a_uniform_on_its_side_of_the_ratio():
    events = SimpleNamespace(accept=np.array([0.5, 0.5, 1.0]), accepted=np.array([True, False, True]))
    assert flag_transform(events, np.array([0.5, 0.5, 0.25])).tolist() == [0.25, 0.75, 0.25]
