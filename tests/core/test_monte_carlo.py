from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from lab.core.acceptance import accept_prob, residual_mass
from lab.core.monte_carlo import Tally, converge, draw, tally
from lab.core.pmf import as_pair
from lab.core.rules import RULES
from tests.core.evidence import FALSE_ALARM, counts_fit, event_counts, event_law
from tests.core.strategies import pairs

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]
PLAIN = [
    (P, Q),
    (P, P),
    ([0.5, 0.5, 0, 0], [0, 0, 0.25, 0.75]),
    ([1.0], [1.0]),
    ([0.6, 0.4, 0], [0.5, 0, 0.5]),
    ([1e-300, 1], [1, 1e-300]),
]
BAD_SIZES = [-1, 2.0, "many", None, 10**15 + 1]


@given(pairs(), st.integers(0, 2**32))
def test_flags_and_outputs_follow_from_proposal_and_u(pair, seed):
    target, draft = as_pair(*pair)
    draws = draw(*pair, 200, np.random.default_rng(seed))
    assert np.array_equal(draws.accepted, draws.u < accept_prob(*pair)[draws.proposal])
    assert np.array_equal(draws.output[draws.accepted], draws.proposal[draws.accepted])
    assert (draft[draws.proposal] > 0).all()
    assert (target[draws.output] > 0).all()
    if residual_mass(*pair).any():
        assert (residual_mass(*pair)[draws.output[~draws.accepted]] > 0).all()


@pytest.mark.parametrize(("p", "q"), PLAIN)
def test_draws_follow_the_joint_law_of_proposal_fate_and_output(p, q):
    """Chi-square over all (proposal, accepted, output), false alarm 1e-6."""
    draws = draw(p, q, 300_000, np.random.default_rng(1))
    assert counts_fit(event_counts(draws, len(p)), event_law(RULES["speculative"](p, q)))


def test_u_is_uniform_and_independent_of_the_proposal():
    """Chi-square over (proposal, eighth of the unit interval), false alarm 1e-6."""
    draws = draw(P, Q, 300_000, np.random.default_rng(2))
    counts = np.zeros((4, 8), int)
    np.add.at(counts, (draws.proposal, (8 * draws.u).astype(int)), 1)
    assert counts_fit(counts, np.repeat(Q, 8) / 8)
    assert stats.kstest(draws.u, "uniform").pvalue > FALSE_ALARM


def test_successive_draws_are_independent():
    """Chi-square over pairs of successive outputs, across the chunks too, false alarm 1e-6."""
    output = draw(P, Q, 600_000, np.random.default_rng(3)).output
    counts = np.zeros((4, 4), int)
    np.add.at(counts, (output[::2], output[1::2]), 1)
    assert counts_fit(counts, np.outer(P, P))


class AtZero(np.random.Generator):
    """Chance never meets u = 0; this generator always does."""

    def random(self, size=None, out=None):
        if out is None:
            return np.zeros(size)
        out[:] = 0
        return out


def test_a_token_with_p_zero_is_rejected_even_at_u_zero():
    draws = draw([1, 0], [0.5, 0.5], 1000, AtZero(np.random.PCG64(4)))
    assert np.array_equal(draws.accepted, draws.proposal == 0)
    assert not draws.output.any()


def test_the_law_of_a_tally_is_the_law_of_counted_draws():
    """Every tally of two draws on two tokens, enumerated; 5,000 tallies. Chi-square, false alarm 1e-6."""
    rule, rng = RULES["speculative"]([0.7, 0.3], [0.4, 0.6]), np.random.default_rng(5)
    law, counts = {}, {}
    events = [((x, a, y), chance) for (x, a, y), chance in np.ndenumerate(event_law(rule)) if chance]
    for (first, chance), (second, other) in product(events, events):
        key = tuple(sorted([first, second]))
        law[key] = law.get(key, 0) + chance * other
    for _ in range(5_000):
        run = tally([0.7, 0.3], [0.4, 0.6], 2, rng)
        kept = [(x, 1, x) for x in (0, 1) for _ in range(run.accepted[x])]
        redrawn = [(1, 0, 0)] * run.rejected[1]  # here only token 1 is ever rejected, and only into token 0
        assert run.rejected.tolist() == [0, run.corrected[0]]
        key = tuple(sorted(kept + redrawn))
        counts[key] = counts.get(key, 0) + 1
    assert counts_fit([counts.get(key, 0) for key in law], list(law.values()))


@pytest.mark.parametrize(("p", "q"), PLAIN)
@pytest.mark.parametrize("size", [0, 1, 1000, 10**15])
def test_a_tally_counts_every_draw_once(p, q, size):
    run = tally(p, q, size, np.random.default_rng(6))
    assert run.size == run.proposed.sum() == run.output.sum() == size
    assert run.rejected.sum() == run.corrected.sum()
    assert not run.output[np.array(p) == 0].any()


def test_10_to_the_15_draws_land_within_their_binomial_band():
    """Each count is normal to 1e-7 in law; two-sided, false alarm 1e-6 over all twelve."""
    run, size = tally(P, Q, 10**15, np.random.default_rng(7)), 10**15
    law = np.array([0.1, 0.2, 0.2, 0.1, 0, 0, 0.1, 0.3, 0.3, 0.1, 0, 0])
    counts = np.concatenate([run.accepted, run.rejected, run.corrected])
    band = stats.norm.isf(FALSE_ALARM / 24) * np.sqrt(size * law * (1 - law))
    assert (np.abs(counts - size * law) <= band).all()


def test_tallies_add_up():
    run = Tally(*np.array([[1, 2], [3, 0], [0, 3]])) + Tally(*np.array([[10, 0], [0, 1], [1, 0]]))
    assert [run.accepted.tolist(), run.rejected.tolist(), run.corrected.tolist()] == [[11, 2], [3, 1], [1, 3]]
    assert (run.output.tolist(), run.proposed.tolist(), run.size) == ([12, 5], [14, 3], 17)


def test_a_converging_run_is_the_sum_of_its_increments():
    first, second = converge(P, Q, [3, 10], np.random.default_rng(8))
    rng = np.random.default_rng(8)
    start = tally(P, Q, 3, rng)
    assert np.array_equal(first.output, start.output)
    assert np.array_equal(second.output, (start + tally(P, Q, 7, rng)).output)


def test_a_converging_run_only_grows():
    checkpoints = [0, 1, 2, 10, 1000, 10**6, 10**12, 10**15]
    runs = converge(P, Q, checkpoints, np.random.default_rng(9))
    assert [run.size for run in runs] == checkpoints
    assert (np.diff([run.accepted for run in runs], axis=0) >= 0).all()


def test_the_same_seed_gives_the_same_draws():
    first, second = (draw(P, Q, 100_000, np.random.default_rng(10)) for _ in range(2))
    assert np.array_equal(first.output, second.output)
    assert np.array_equal(first.u, second.u)


@pytest.mark.parametrize("run", [draw, tally])
@pytest.mark.parametrize("size", BAD_SIZES)
def test_a_bad_size_is_refused(run, size):
    with pytest.raises(ValueError, match=r"size is .*: give a (whole )?number of draws"):
        run(P, Q, size, np.random.default_rng())


def test_more_events_than_memory_holds_are_refused():
    with pytest.raises(ValueError, match="give a number of draws from 0 to 100,000,000"):
        draw(P, Q, 10**8 + 1, np.random.default_rng())


@pytest.mark.parametrize("checkpoints", [[10, 10], [10, 3]])
def test_checkpoints_must_rise(checkpoints):
    with pytest.raises(ValueError, match="checkpoints must rise"):
        converge(P, Q, checkpoints, np.random.default_rng())


def test_a_rule_made_for_another_vocabulary_is_refused():
    with pytest.raises(ValueError, match="the rule is for 2 tokens, p and q have 4"):
        draw(P, Q, 1, np.random.default_rng(), RULES["speculative"]([0.5, 0.5], [0.5, 0.5]))
