import numpy as np
import pytest

from lab.check.position import evidence
from lab.check.position.power import draws_needed


def test_where_p_leaves_no_choice_a_forbidden_token_must_show():
    """(1 − 0.01)^n is at most a tenth from n = 230 on."""
    assert draws_needed(1, 0.01, 1e-4) == 230
    assert 0.99**230 <= 0.1 < 0.99**229


def test_half_the_distance_takes_four_times_the_draws():
    assert draws_needed(8, 0.01, 1e-4) == pytest.approx(4 * draws_needed(8, 0.02, 1e-4), rel=1e-4)


def test_more_tokens_and_a_stricter_level_take_more_draws():
    assert draws_needed(4, 0.01, 1e-4) < draws_needed(8, 0.01, 1e-4) < draws_needed(8, 0.01, 1e-6)


def test_the_promised_power_is_there():
    """500 runs at the promised number; below 85 % with a chance under 1e-3 where the power is 90 %."""
    p = np.full(4, 0.25)
    law, level = p * [1.1, 1.1, 0.9, 0.9], 1e-4
    size = draws_needed(4, 0.05, level)
    runs = np.random.default_rng(1).multinomial(size, law, size=500)
    found = np.mean([evidence.pvalue(evidence.fit(counts, p)) < level for counts in runs])
    assert found >= 0.85


@pytest.mark.parametrize(("detectable", "level"), [(0, 0.1), (1.5, 0.1), (0.1, 0), (0.1, 1)])
def test_numbers_outside_their_range_are_refused(detectable, level):
    with pytest.raises(ValueError, match="give a number from"):
        draws_needed(4, detectable, level)
