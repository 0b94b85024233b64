from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from lab.core.pmf import as_pmf
from lab.core.sampling import CELLS, given_multinomial, given_sampler, guide_table, multinomial, sampler
from tests.core.evidence import FALSE_ALARM, counts_fit
from tests.core.strategies import fractions, pairs

MILLION_BILLION = 10**15


@given(pairs())
def test_cells_and_rest_of_the_guide_table_are_the_law_exactly(pair):
    law = as_pmf(pair[0])
    table, rest = guide_table(law)
    cells = np.bincount(table[table >= 0], minlength=law.size)
    parts = [(Fraction(int(n)) + r) / CELLS for n, r in zip(cells, fractions(rest), strict=True)]
    assert table.shape == (CELLS,)
    assert parts == fractions(law)


@given(pairs())
def test_empty_cells_are_as_many_as_the_rest_asks_for(pair):
    table, rest = guide_table(as_pmf(pair[0]))
    assert np.count_nonzero(table < 0) == pytest.approx(rest.sum(), abs=CELLS * 1e-14)


def test_a_law_that_no_cell_can_hold_is_drawn_from_the_rest():
    """300,000 tokens, none as large as a cell: counts of each thousand are multinomial. False alarm 1e-6."""
    law = np.repeat([1.5, 0.5, 1.0], 100_000) / 300_000
    tokens = np.empty(400_000, np.int32)
    sampler(law)(tokens, np.random.default_rng(1))
    assert counts_fit(np.bincount(tokens // 1000, minlength=300), law.reshape(300, 1000).sum(axis=1))


@pytest.mark.parametrize("bits", [np.random.PCG64, np.random.Philox, np.random.SFC64, np.random.MT19937])
@pytest.mark.parametrize("law", [[1.0], [0, 1, 0], [0.1] * 10, [1 / 3, 0, 2 / 3], [1 - 1e-4, 1e-4]])
def test_drawn_tokens_follow_the_law_with_any_generator(law, bits):
    """Chi-square of 1,000,001 draws, false alarm 1e-6 for each law and generator."""
    tokens = np.empty(1_000_001, np.int32)
    sampler(np.array(law))(tokens, np.random.Generator(bits(2)))
    assert counts_fit(np.bincount(tokens, minlength=len(law)), np.array(law))


def test_each_given_token_has_its_own_law():
    rows = np.array([[0, 0.25, 0.75], [1, 0, 0], [0.5, 0.5, 0]])
    given_tokens = np.random.default_rng(3).integers(3, size=300_000, dtype=np.int32)
    tokens = given_sampler(rows)(given_tokens, np.random.default_rng(4))
    for x, row in enumerate(rows):
        assert counts_fit(np.bincount(tokens[given_tokens == x], minlength=3), row)


def test_counts_for_given_tokens_add_up_and_follow_the_mixture():
    rows = np.array([[0, 0.25, 0.75], [1, 0, 0], [0.5, 0.5, 0]])
    sizes = np.array([100_000, 0, 300_000])
    counts = given_multinomial(sizes, rows, np.random.default_rng(5))
    assert counts_fit(counts, sizes @ rows / sizes.sum())
    assert given_multinomial(sizes, rows[0], np.random.default_rng(5)).sum() == sizes.sum()


@pytest.mark.parametrize("prob", [3e-15, 1e-12, 1e-9, 1e-6, 0.01, 0.3])
def test_counts_of_10_to_the_15_draws_have_the_right_law(prob):
    """Kolmogorov–Smirnov test of 20,000 randomised quantiles, false alarm 1e-6 for each."""
    size, rng = MILLION_BILLION, np.random.default_rng(6)
    counts = np.array([multinomial(size, np.array([prob, 0, 1 - prob]), rng)[0] for _ in range(20_000)])
    if prob < 1e-6:
        law = stats.poisson(size * prob)
        quantiles = law.cdf(counts) - rng.random(counts.size) * law.pmf(counts)
    else:
        quantiles = stats.norm(size * prob, np.sqrt(size * prob * (1 - prob))).cdf(counts)
    assert stats.kstest(quantiles, "uniform").pvalue > FALSE_ALARM


def test_rare_tokens_keep_their_mean_among_10_to_the_15_draws():
    """Sum of 4,000 counts with mean 10: exactly Poisson(40,000) to 1e-10. Two-sided, false alarm 1e-6 for each."""
    law = np.array([0.5, 1e-14, 0.5 - 3e-14, 1e-14, 1e-14, 0])
    rng = np.random.default_rng(9)
    total = sum(multinomial(MILLION_BILLION, law, rng) for _ in range(4000))
    low, high = stats.poisson.ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], 40_000)
    assert ((total[[1, 3, 4]] >= low) & (total[[1, 3, 4]] <= high)).all()
    assert total.sum() == 4000 * MILLION_BILLION


def test_a_token_of_mass_zero_never_gets_what_rounding_leaves_over():
    law = np.array([0.1] * 10 + [0])
    rng = np.random.default_rng(10)
    assert not any(multinomial(MILLION_BILLION, law, rng)[-1] for _ in range(300))
