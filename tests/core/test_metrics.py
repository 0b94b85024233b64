"""One situation in every metric: by hand, from reported cases, and against simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.block import Iid, Markov, acceptance_by_position, run_cycles
from lab.core.metrics import DEFINITIONS, Metrics, count_metrics, exact_metrics, leading_accepts
from tests.core import block_oracle as oracle


def test_every_metric_is_defined():
    assert list(DEFINITIONS) == list(Metrics.__dataclass_fields__)


def test_metrics_by_hand():
    """Three cycles of 3 drafts accept 2, 0 and 3 of them."""
    metrics = count_metrics([2, 0, 3], 3)
    assert metrics.by_position.tolist() == pytest.approx([2 / 3, 2 / 3, 1 / 3])
    assert metrics.conditional.tolist() == pytest.approx([2 / 3, 1, 1 / 2])
    assert metrics.per_tested == pytest.approx(5 / 7)
    assert metrics.per_drafted == pytest.approx(5 / 9)
    assert metrics.tokens_without_bonus == pytest.approx(7 / 3)
    assert metrics.coverage == 1
    assert np.isnan(metrics.alpha)


def test_mean_length_with_and_without_the_extra_token():
    """vllm-project/vllm#17908: rounds that accept 2, 0 and 3."""
    metrics = count_metrics([2, 0, 3], 3)
    assert metrics.mean_accepted == pytest.approx(1.666667, abs=5e-7)
    assert metrics.tokens_with_bonus == pytest.approx(2.666667, abs=5e-7)


def test_the_ratio_has_all_drafts_below_the_line():
    """ggml-org/llama.cpp#22506: 1, 2, 4 and 0 of 4 drafts are .4375, not 100 %."""
    assert count_metrics([1, 2, 4, 0], [4, 4, 4, 4]).per_drafted == 0.4375


def test_accepted_per_drafted_is_not_the_acceptance_of_a_token():
    """ggml-org/llama.cpp#3649: each token passes with .8; of 8 drafts 3.328911 are accepted, a ratio of .416114."""
    metrics = exact_metrics(Iid([0.8, 0.2]), Iid([1, 0]), 8)
    assert metrics.mean_accepted == pytest.approx(3.328911, abs=5e-7)
    assert metrics.per_drafted == pytest.approx(0.416114, abs=5e-7)
    assert (metrics.per_tested, metrics.alpha) == pytest.approx((0.8, 0.8))


def test_drafting_only_what_is_easy_hides_the_rest():
    """ggml-org/llama.cpp#3919: half the positions pass with .95, half with .3; only the easy ones are drafted."""
    accepted, weights = [1, 0, 0], [0.5 * 0.95, 0.5 * 0.05, 0.5]
    picky = count_metrics(accepted, [1, 1, 0], weights)
    assert (picky.per_drafted, picky.coverage) == pytest.approx((0.95, 0.5))
    everywhere = count_metrics([1, 0, 1, 0], 1, [0.475, 0.025, 0.15, 0.35])
    assert everywhere.per_drafted == pytest.approx(0.625)


def test_accepts_behind_a_rejection_do_not_count():
    """vllm-project/vllm#2658: of the flags yes, no, yes, yes one counts."""
    assert leading_accepts([True, False, True, True]) == 1
    assert leading_accepts([True, True]) == 2
    assert leading_accepts([]) == 0


def test_padding_is_no_draft():
    """flashinfer-ai/flashinfer#879: 3 real drafts padded to 5 cannot accept 4."""
    with pytest.raises(ValueError, match="cycle 1 accepts 4 of 3 drafts: count only real drafts, without padding"):
        count_metrics([3, 4], 3)


@given(st.integers(1, 8), st.integers(0, 10))
def test_independent_positions_agree_on_alpha(draft_len, tenths):
    alpha = tenths / 10
    metrics = exact_metrics(Iid([alpha, 1 - alpha]), Iid([1, 0]), draft_len)
    assert metrics.alpha == pytest.approx(alpha)
    assert metrics.per_tested == pytest.approx(alpha)
    tested = ~np.isnan(metrics.conditional)
    assert metrics.conditional[tested].tolist() == pytest.approx([alpha] * tested.sum())


@given(oracle.model_pairs(), st.integers(1, 3))
def test_exact_metrics_hang_together(models, draft_len):
    metrics = exact_metrics(*models, draft_len)
    passed = acceptance_by_position(*models, draft_len)
    np.testing.assert_allclose(metrics.by_position, passed, atol=1e-12)
    assert metrics.mean_accepted == pytest.approx(passed.sum())
    assert metrics.per_drafted == pytest.approx(passed.sum() / draft_len)
    assert metrics.tokens_with_bonus == pytest.approx(1 + passed.sum())
    assert metrics.tokens_without_bonus == pytest.approx(1 + passed.sum() - passed[-1])


def test_a_run_comes_near_the_exact_metrics():
    """100,000 cycles: by Hoeffding each mean of numbers in [0, 1] is within .0085 but for a chance of 1e-6."""
    target = Markov([0.5, 0.5], [[0.75, 0.25], [0.25, 0.75]])
    draft = Markov([0.25, 0.75], [[0.5, 0.5], [0.625, 0.375]])
    cycles = run_cycles(target, draft, 3, (), 100_000, np.random.default_rng(3))
    run, exact = count_metrics(cycles.accepted, 3), exact_metrics(target, draft, 3)
    assert np.abs(run.by_position - exact.by_position).max() < 0.0091
    assert abs(run.per_drafted - exact.per_drafted) < 0.0091


def test_nothing_to_count_is_said():
    with pytest.raises(ValueError, match="there is no cycle"):
        count_metrics([], 3)
    with pytest.raises(ValueError, match="draft_len is 0"):
        exact_metrics(Iid([1]), Iid([1]), 0)
