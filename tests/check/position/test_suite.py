import json

import numpy as np
import pytest

from lab.check import assert_exact, block_suite, check_endpoints, check_suite, check_trace, sampler_of
from lab.check.position.situations import situations
from lab.core.rules import RULES

EXACT = sampler_of(RULES["speculative"])
QUICK = {"size": 4000, "detectable": 0.12}


def failed(sampler):
    return {name for name, _ in check_suite(sampler, **QUICK).failed}


def plain(p, q, size, rng):
    return rng.choice(len(p), size, p=p / p.sum())


def test_an_exact_sampler_passes_everything():
    assert check_suite(EXACT, **QUICK).verdict == "pass"
    assert check_suite(plain, **QUICK).verdict == "pass"


def test_a_slower_one_is_slower():
    assert check_suite(sampler_of(RULES["match_target"]), **QUICK).verdict == "slower"


def test_progress_counts_to_the_end():
    steps = []
    report = check_suite(EXACT, **QUICK, progress=lambda *step: steps.append(step))
    assert steps == [*((done, len(report), name) for done, (name, _) in enumerate(report)), (len(report),) * 2 + ("",)]


def test_a_seed_that_is_not_honoured():
    own = np.random.default_rng(1)
    assert failed(lambda p, q, size, rng: plain(p, q, size, own)) == {"the same seed gives the same draws"}


@pytest.mark.parametrize("seed", [None, 3])
def test_a_generator_of_the_samplers_own_is_said_to_be_that(seed):
    """Without a seed the same call gives other draws; with one all calls give the same draws."""
    report = check_suite(lambda p, q, size, rng: plain(p, q, size, np.random.default_rng(seed)), **QUICK)
    [(_, alone)] = report.failed
    assert alone.reason.startswith("The sampler cannot be used as it is: two calls with ")
    assert alone.reason.endswith(
        "All its randomness has to come from the rng that it is given, none from a generator of its own."
    )
    assert report.mistake == ""


def test_a_mistake_is_named_that_fits_in_every_situation():
    """The ratio test with p and q swapped; and ids moved on by one, which is no rule."""
    swapped = check_suite(lambda p, q, size, rng: EXACT(q / q.sum(), p / p.sum(), size, rng), **QUICK)
    assert swapped.mistake.startswith("The likely mistake: “p and q swapped everywhere” fits in each")
    assert swapped.mistake in str(swapped)
    moved = check_suite(lambda p, q, size, rng: (plain(p, q, size, rng) + 1) % len(p), **QUICK)
    assert moved.mistake.startswith("No mistake that the lab knows fits")


def test_an_idle_step_that_moves_the_generator():
    steps = []

    def sampler(p, q, size, rng):
        rng.random(len(steps))
        steps.append(size)
        return plain(p, q, size, rng)

    assert "the same seed gives the same draws" in failed(sampler)


def test_requests_that_share_one_seed():
    found = failed(lambda p, q, size, rng: plain(p, q, size, np.random.default_rng(3)))
    assert found == {"two requests side by side"}


def test_requests_that_share_some_of_their_randomness():
    def sampler(p, q, size, rng):
        shared = np.random.default_rng(3).random(size)
        u = np.where(rng.random(size) < 0.5, shared, rng.random(size))
        return np.minimum(np.cumsum(p / p.sum()).searchsorted(u, side="right"), len(p) - 1)

    assert failed(sampler) == {"two requests side by side"}


def test_p_equal_to_q_and_an_empty_residual():
    def sampler(p, q, size, rng):
        x, residual = rng.choice(len(p), size, p=q / q.sum()), np.maximum(p - q, 0)
        kept = rng.random(size) < np.minimum(1, np.divide(p, q, out=np.zeros_like(p), where=q > 0))[x]
        with np.errstate(invalid="ignore"):
            y = rng.choice(len(p), size, p=residual / residual.sum())  # 0/0 where p = q
        return np.where(kept, x, y)

    assert {"p = q", "one token", "both are certain, and agree"} <= failed(sampler)


def test_a_sum_below_one_that_runs_off_the_end():
    found = failed(lambda p, q, size, rng: np.cumsum(p).searchsorted(rng.random(size), side="right"))
    assert "p sums to 0.999" in found


def test_values_that_do_not_sum_to_one_may_be_refused_with_a_reason():
    report = dict(check_suite(EXACT, **QUICK))["p sums to 0.999"]
    assert report.verdict == "pass"
    assert "refuses" in report.reason
    assert "p sums to 0.999" in report.tests[0].meaning
    assert "\n  pass (refuses) p sums to 0.999\n" in str(check_suite(EXACT, **QUICK))


def test_another_error_is_no_refusal():
    def sampler(p, q, size, rng):
        if abs(p.sum() - 1) > 1e-4:
            raise IndexError("list index out of range")
        return plain(p, q, size, rng)

    assert "p sums to 0.999" in failed(sampler)


def test_the_report_prints_and_is_json():
    report = check_suite(lambda p, q, size, rng: np.zeros(size, int), **QUICK)
    assert str(report).startswith("FAIL: ")
    assert "a blind draft" in report._repr_html_()
    assert json.loads(report.to_json())["verdict"] == "fail"
    assert len(json.loads(report.to_json())["situations"]) == len(report)


def test_what_fails_alike_is_told_once_with_its_places():
    def broken(p, q, size, rng):
        raise RuntimeError("no model")

    told = str(check_suite(broken, **QUICK))
    assert told.count("Sampler runs") == 1
    assert "The same tests fail in 22 more: the same pair, another seed; " in told


def test_uniforms_beyond_their_range_fail_in_every_situation():
    def beyond(p, q, size, rng):
        output = plain(p.astype(float), q, size, rng)
        return {"output": output, "proposal": output, "accepted": np.ones(size, bool), "u": np.full(size, 1.5)}

    assert {place.name for place in situations()} <= failed(beyond)


def test_what_could_not_be_tested_is_said_and_has_no_say():
    report = check_suite(lambda p, q, size, rng: np.searchsorted(np.cumsum(p / p.sum()), numbers(rng, size)), **QUICK)
    assert "  not tested     the ends of the uniform" in str(report)
    assert report.verdict == "pass"


def numbers(rng, size):
    """Uniforms below 1 that no forced generator sees."""
    return rng.bit_generator.random_raw(size) / 2**64 * (1 - 2**-53)


def test_situations_are_what_they_say():
    by_name = {place.name: place for place in situations()}
    close = by_name["p = q but for the last bit"]
    assert 0 < np.abs(close.p - close.q).max() < 1e-15
    assert by_name["p sums to 0.999"].p.sum() == pytest.approx(0.999)
    for place in by_name.values():
        assert place.may_refuse == (max(abs(place.p.sum() - 1), abs(place.q.sum() - 1)) > 1e-12)
    half = by_name["values held in float16"].p
    assert (half == half.astype(np.float16)).all()


def test_three_lines_in_another_repository():
    assert_exact(EXACT, **QUICK)
    assert_exact(sampler_of(RULES["one_hot"]), [0.4, 0.6], [0.7, 0.3])


@pytest.mark.parametrize(
    ("key", "options", "word"),
    [
        ("unmodified_p", {}, "FAIL"),
        ("one_hot", {"allow_slower": False}, "SLOWER"),
        ("speculative", {"size": 100}, "INCONCLUSIVE"),
    ],
)
def test_the_whole_report_is_in_the_failure(key, options, word):
    with pytest.raises(AssertionError, match=f"did not pass\n{word}: .*\n"):
        assert_exact(sampler_of(RULES[key]), [0.4, 0.6], [0.7, 0.3], **options)


@pytest.mark.parametrize("check", [check_suite, block_suite, check_endpoints, check_trace])
def test_a_wrong_seed_is_named(check):
    with pytest.raises(ValueError, match="seed is -1: give a whole number of 0 or more"):
        check(EXACT, seed=-1)


def test_one_vector_alone_is_no_pair():
    with pytest.raises(ValueError, match="q is missing"):
        assert_exact(EXACT, [0.5, 0.5])
