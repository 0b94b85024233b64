import numpy as np

from lab.core.counting import count, first, joined, last
from lab.core.monte_carlo import Draws, draw

EVENTS = Draws(
    proposal=np.array([0, 1, 2, 1], np.int32),
    u=np.array([0.1, 0.9, 0.2, 0.3]),
    accepted=np.array([True, False, True, True]),
    output=np.array([0, 0, 2, 1], np.int32),
)


def test_each_event_is_counted_where_it_belongs():
    tally = count(EVENTS, 4)
    assert tally.accepted.tolist() == [1, 1, 1, 0]
    assert tally.rejected.tolist() == [0, 1, 0, 0]
    assert tally.corrected.tolist() == [1, 0, 0, 0]


def test_no_events_count_nothing():
    assert count(first(EVENTS, 0), 3).size == 0


def test_the_first_and_the_last_events_join_to_all():
    whole = joined(first(EVENTS, 1), last(EVENTS, 3))
    for name in ("proposal", "u", "accepted", "output"):
        assert np.array_equal(getattr(whole, name), getattr(EVENTS, name))
    assert last(EVENTS, 9).u.size == 4


def test_counts_add_up_over_any_cut():
    events = draw([0.4, 0.3, 0.3], [0.2, 0.2, 0.6], 1000, np.random.default_rng(1))
    parts, whole = count(first(events, 300), 3) + count(last(events, 700), 3), count(events, 3)
    assert [parts.accepted.tolist(), parts.rejected.tolist()] == [whole.accepted.tolist(), whole.rejected.tolist()]
    assert parts.corrected.tolist() == whole.corrected.tolist()
