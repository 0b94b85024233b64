"""Pictures of samples: intervals, bands and summaries keep what they promise, by exact enumeration."""

import numpy as np
import pytest
from scipy.stats import binom

from lab.charts.convergence import band, convergence
from lab.charts.law import MISS, intervals, law_comparison
from lab.charts.spread import MAX_DOTS, spread


@pytest.mark.parametrize("p", [0.001, 0.1, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("n", [1, 7, 40])
def test_all_intervals_hold_their_p_together_in_95_percent_of_runs(p, n):
    inside = 0.0
    for k in range(n + 1):
        low, high = intervals([k, n - k])
        inside += binom.pmf(k, n, p) * np.all((low <= [p, 1 - p]) & ([p, 1 - p] <= high))
    assert inside >= 1 - MISS


def test_intervals_at_the_ends():
    low, high = intervals([0, 10])
    assert low[0] == 0
    assert high[1] == 1
    assert high[0] == pytest.approx(1 - (MISS / 4) ** (1 / 10))  # (1 - p)^10 = tail
    assert [float(end[0]) for end in intervals([5])] == [pytest.approx((MISS / 2) ** (1 / 5)), 1]


@pytest.mark.parametrize("alpha", [0.02, 0.6, 0.999])
def test_the_band_holds_95_percent_and_wastes_little(alpha):
    sizes = np.array([1, 2, 10, 1000, 10**6])
    low, high = np.round(np.array(band(sizes, alpha)) * sizes)
    inside = binom.cdf(high, sizes, alpha) - binom.cdf(low - 1, sizes, alpha)
    narrower = binom.cdf(high - 1, sizes, alpha) - binom.cdf(low - 1, sizes, alpha)
    assert np.all(inside >= 0.95)
    assert np.all(narrower < 0.975)


def test_the_band_reaches_ten_to_the_fifteen():
    low, high = band([10**15], 0.6)
    half = 1.959964 * np.sqrt(0.24 / 1e15)
    assert float(high[0] - low[0]) / 2 == pytest.approx(half, rel=1e-3)
    assert [float(end[0]) for end in band([10], 1.0)] == [1, 1]


def test_law_table_and_words():
    figure = law_comparison([0.5, 0.5], [6, 4], ["a", "b"], [5, 5])
    assert figure.table["Speculative sampling: frequency"].tolist() == ["0.6", "0.4"]
    assert figure.table["Target sampling: count"].tolist() == ["5", "5"]
    assert "a: 0.6 (p = 0.5)" in figure.alt
    assert "2 of 2 intervals hold p" in figure.alt
    assert "no draws yet" in law_comparison([0.5, 0.5], [0, 0], ["a", "b"]).alt


def test_convergence_draws_the_share():
    figure = convergence([1, 10, 10**15], [1, 7, 6 * 10**14], 0.6)
    assert figure.data["estimate"]["share"].to_pylist() == [1.0, 0.7, 0.6]
    assert figure.table["Draws"].tolist() == ["1", "10", "1,000,000,000,000,000"]
    assert "No draws yet" in convergence([], [], 0.6).alt


def test_the_share_has_the_decimals_that_its_band_needs():
    figure = convergence([10**9], [700_012_345], 0.7)
    assert figure.table.iloc[0].tolist()[2:] == ["0.700012", "0.699972", "0.700028"]
    assert figure.data["estimate"]["shown"].to_pylist() == ["0.700012"]
    assert "0.700012; the band there runs from 0.699972 to 0.700028" in figure.alt
    law = law_comparison([0.5, 0.5], [500_012_345, 499_987_655], ["a", "b"])
    assert law.table.iloc[0].tolist()[3:] == ["0.500012", "0.499977", "0.500048"]
    assert "a: 0.500012 (p = 0.5)" in law.alt
    assert "0.500012 (0.499977 to 0.500048)" in law.data["boxes"]["mass"].to_pylist()


def test_spread_summarises_each_sampler():
    figure = spread([0.1, 0.2, 0.3], [0.4] * 500)
    assert figure.table["Median"].tolist() == ["0.2", "0.4"]
    assert figure.table["Runs"].tolist() == ["3", "500"]
    assert figure.data["points"].num_rows == 3 + MAX_DOTS
