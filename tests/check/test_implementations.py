"""Transformers under the checks. An exact sampler raises a false alarm with a chance of at most 1e-3 in each check."""

import logging

import numpy as np
import pytest
from scipy import stats

WHY = "real implementations need requirements-implementations.txt"
torch = pytest.importorskip("torch", reason=WHY)
transformers = pytest.importorskip("transformers", reason=WHY)

from lab.check.block.check import check_block_sampler  # noqa: E402
from lab.check.implementations import assisted, step_checks  # noqa: E402
from lab.check.implementations.tiny_models import PROMPT, LogitsModel, tiny_gpt2, tiny_llama  # noqa: E402
from lab.check.implementations.transformers_step import DTYPES, forced_uniform, largest_uniform, step  # noqa: E402
from lab.check.position.check import check_sampler  # noqa: E402

FALSE_ALARM = 1e-6
P, Q = (0.4, 0.3, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4)
ZERO = (0.0, 0.6, 0.4), (0.5, 0.3, 0.2)


@pytest.fixture(autouse=True, scope="module")
def _one_quiet_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    logging.getLogger("transformers").setLevel(logging.ERROR)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_step_follows_the_target(dtype):
    one = step(P, Q, dtype)
    assert check_sampler(one, one.p, one.q, 6_000, 0, detectable=0.05).verdict == "pass"


def test_the_check_sees_a_step_with_another_target():
    one = step(P, Q, "float32")
    report = check_sampler(one, step((0.3, 0.4, 0.2, 0.1), Q, "float32").p, one.q, 6_000, 0, detectable=0.05)
    assert report.verdict == "fail"


def test_the_laws_are_those_of_the_softmax_in_the_format():
    assert step(P, Q, "float32").p == pytest.approx(P, abs=1e-6)
    short = step(P, Q, "bfloat16").p
    assert 1e-6 < np.abs(short - P).max() < 2**-8


def test_bfloat16_lets_a_forbidden_token_through():
    """A uniform of 0 has the chance 2^-9: an exact binomial band, false alarm 1e-6, around it and not around 0."""
    one = step(*ZERO, "bfloat16")
    report = check_sampler(one, one.p, one.q, 9_000, 0)
    assert report.verdict == "fail"
    assert any("though p(0) = 0" in test.meaning for test in report.failed)
    drafted = one.last["proposal"] == 0
    low, high = stats.binom.ppf([FALSE_ALARM / 2, 1 - FALSE_ALARM / 2], drafted.sum(), 2**-9)
    assert max(low, 1) <= (one.last["output"][drafted] == 0).sum() <= high


def test_float32_meets_it_at_the_end_of_the_uniform_only():
    one = step(*ZERO, "float32")
    assert not (one.run([0] * 2_000)["output"] == 0).any()
    with forced_uniform(0.0):
        assert one.run([0])["output"].tolist() == [0]


def test_the_largest_uniforms():
    """1 − 2^-24, 1 − 2^-11 and 1 − 2^-8; no uniform of torch lies above."""
    assert [1 - largest_uniform(dtype) for dtype in DTYPES] == [2**-24, 2**-11, 2**-8]
    for name, dtype in DTYPES.items():
        torch.manual_seed(0)
        assert torch.rand_like(torch.empty(10**6, dtype=dtype)).max().item() <= largest_uniform(name)


def test_a_forced_uniform_is_let_go():
    before = torch.rand_like
    with forced_uniform(0.25):
        assert torch.rand_like(torch.ones(2)).tolist() == [0.25, 0.25]
    assert torch.rand_like is before


def test_the_ends_are_found():
    verdicts = {(row.situation, row.dtype): row.verdict for row in step_checks.endpoint_findings(0)}
    assert len(verdicts) == 12
    wrong = {name.partition(": ")[2] for (name, _), verdict in verdicts.items() if verdict == step_checks.REFUSED}
    assert wrong == {
        "a draft with p = 0 must be refused",
        "p and q differ in a last bit, any token with p > 0 must come",
    }


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_almost_equal_laws_can_end_in_an_error(dtype):
    found = step_checks.check_pair(*step_checks.last_bit(dtype), dtype, 6_000, 0)
    assert found.verdict == "fail"
    assert "RuntimeError" in found.said


@pytest.mark.parametrize("family", [tiny_gpt2, tiny_llama])
def test_the_law_of_a_tiny_model_is_that_of_its_logits(family):
    model = family(1, 4, torch.float32)
    with torch.no_grad():
        logits = model(torch.tensor([[PROMPT, 2, 1]])).logits[0, -1]
    assert LogitsModel(model, 0.5)((2, 1)) == pytest.approx((logits / 0.5).softmax(-1).numpy(), abs=1e-6)


def named(name, dtype="float32"):
    return next(asked for asked in assisted.REQUESTS if (asked.name, asked.dtype) == (name, dtype))


@pytest.mark.parametrize(
    ("name", "dtype", "size"),
    [("sampling, three tokens", "float32", 80), ("a stop token", "float32", 50), ("greedy", "bfloat16", 10)],
)
def test_assisted_generation_follows_the_target(name, dtype, size):
    found = assisted.check_request(named(name, dtype), size, 0)
    assert found.verdict in ("pass", "inconclusive")
    assert found.size == size


def test_the_check_sees_another_target_behind_assisted_generation():
    """The draft's law is checked for where the target's comes out."""
    target, draft = (tiny_gpt2(seed, 4, torch.float32) for seed in (1, 2))
    laws = LogitsModel(draft), LogitsModel(target)
    report = check_block_sampler(assisted.Assisted(target, draft), *laws, 2, 2, 60)
    assert report.verdict == "fail"
