import math

import numpy as np
import pytest

from lab.check import check_endpoints, sampler_of
from lab.check.position.endpoints import Forced
from lab.core.rules import RULES


def step(test=np.less, cast=float, side="right", scale=True):
    """Speculative sampling of one token by binary search, with the usual slips on offer."""

    def pick(law, rng):
        ends = np.cumsum(law)
        return int(ends.searchsorted(rng.random() * (ends[-1] if scale else 1), side=side))

    def sampler(p, q, size, rng):
        x = pick(q, rng)
        if test(cast(rng.random()) * q[x], p[x]):
            return [x]
        return [pick(np.maximum(p - q, 0), rng)]

    return lambda p, q, size, rng: [sampler(p, q, 1, rng)[0] for _ in range(size)]


def failing(sampler):
    return {test.name for test in check_endpoints(sampler).failed}


@pytest.mark.parametrize("sampler", [sampler_of(RULES["speculative"]), step()])
def test_samplers_without_a_slip_pass(sampler):
    assert check_endpoints(sampler).verdict == "pass"


def test_a_slower_rule_rejects_sure_proposals_and_no_more():
    report = check_endpoints(sampler_of(RULES["one_hot"]))
    assert report.verdict == "slower"
    assert "was rejected though p(" in report.reason


def test_an_inclusive_test_keeps_a_forbidden_token_at_zero():
    report = check_endpoints(step(test=np.less_equal))
    assert [test.name for test in report.failed] == ["Nothing breaks at u = 0"]
    assert "came out though p(" in report.reason


def test_a_search_from_the_left_finds_a_forbidden_token_at_zero():
    assert failing(step(side="left")) == {"Nothing breaks at u = 0"}


def test_single_precision_rounds_the_largest_u_to_one():
    """float32(1 − 2^-53) is 1, so p = q is rejected and its residual is empty; 1 − 2^-24 is still below 1."""
    assert failing(step(cast=np.float32)) == {"Nothing breaks at u = 1 − 2^-53"}


def test_a_sampler_that_asks_for_single_precision_gets_no_one():
    def sampler(p, q, size, rng):
        edges = np.cumsum(p).astype(np.float32)
        return np.searchsorted(edges, rng.random(size, dtype=np.float32), side="right")

    assert failing(sampler) == set()


def test_a_sum_below_one_leaves_nothing_for_the_largest_u():
    def sampler(p, q, size, rng):
        return np.searchsorted(np.cumsum(p) * (1 - 1e-15), rng.random(size), side="right")

    assert "Nothing breaks at u = 1 − 2^-53" in failing(sampler)


def test_a_sampler_with_a_generator_of_its_own_is_not_tested():
    own = np.random.default_rng(1)
    report = check_endpoints(lambda p, q, size, rng: own.choice(len(p), size, p=p))
    assert all(math.isnan(test.pvalue) and "Not tested" in test.meaning for test in report.tests)
    assert report.verdict == "inconclusive"
    assert report.reason.startswith("Not tested")


@pytest.mark.parametrize("ask", [lambda rng: rng.random(), lambda rng: rng.random(1)[0], lambda rng: rng.uniform()])
def test_only_the_chosen_uniform_is_forced(ask):
    plain, forced = Forced(1, 0.25, 99), Forced(1, 0.25, 1)
    first, second = ([float(ask(rng)) for _ in range(3)] for rng in (plain, forced))
    assert second == [first[0], 0.25, first[2]]
    assert (plain.used, forced.used) == (False, True)


def test_many_uniforms_at_once_and_single_precision():
    rng = Forced(1, 1 - 2.0**-53, 0)
    assert rng.random(5).max() < 0.999
    assert rng.random(dtype=np.float32) == np.float32(1 - 2.0**-24)
    assert rng.used
