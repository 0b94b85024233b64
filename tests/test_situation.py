"""A situation is the same however its numbers are typed; its random streams differ and repeat."""

from lab.scenarios import DEFAULT
from lab.situation import Situation


def test_streams_differ_and_repeat():
    situation = DEFAULT.situation
    draws = [situation.rng(*stream).random() for stream in ((0,), (1,), (0, 1), (0,))]
    assert draws[0] == draws[3]
    assert len(set(draws)) == 3


def test_a_pair_typed_otherwise_is_the_same_pair():
    halves = [Situation(("a", "b"), (x, x), (x, x)) for x in ("0.5", "1/2", "50%", "0,5")]
    assert len({situation.pair_key for situation in halves}) == 1
    assert halves[0].pair_key != Situation(("a", "c"), ("0.5", "0.5"), ("0.5", "0.5")).pair_key
