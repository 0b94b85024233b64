import numpy as np
import pytest

from lab.check.position.guard import Seen
from lab.check.position.uniforms import uniform_tests

Q = np.array([0.1, 0.2, 0.3, 0.4])
SIZE = 20_000


def pvalues(u, proposal=None):
    return [test.pvalue for test in uniform_tests(Seen(np.zeros(u.size, int), proposal, u=u), Q)]


def test_fresh_uniforms_pass():
    """False alarm 1e-6 for each of two tests."""
    rng = np.random.default_rng(1)
    assert min(pvalues(rng.random(SIZE), rng.choice(4, SIZE, p=Q))) > 1e-6


def test_no_u_no_question():
    assert uniform_tests(Seen(np.zeros(3, int)), Q) == []


@pytest.mark.parametrize("change", [np.square, lambda u: 0.97 * u, lambda u: np.floor(32 * u) / 32])
def test_uniforms_that_do_not_fill_the_interval_are_seen(change):
    assert pvalues(change(np.random.default_rng(1).random(SIZE)))[0] < 1e-6


def test_a_u_used_twice_is_seen():
    u = np.random.default_rng(1).random(SIZE // 2).repeat(2)
    assert pvalues(u)[1] < 1e-100
    assert "hangs together with the U before it" in uniform_tests(Seen(np.zeros(SIZE, int), u=u), Q)[1].meaning


def test_a_u_that_also_proposed_is_seen():
    u = np.random.default_rng(1).random(SIZE)
    proposal = Q.cumsum().searchsorted(u)
    assert pvalues(u, proposal)[1] < 1e-100
    assert "hangs together with the proposal" in uniform_tests(Seen(np.zeros(SIZE, int), proposal, u=u), Q)[1].meaning
