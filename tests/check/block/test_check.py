"""Whole checks of block samplers. On an exact sampler each raises a false alarm with a chance of at most 1e-3."""

import numpy as np
import pytest
from scipy import stats

from lab.check.block.case import case, law_of_case
from lab.check.block.check import check_block_sampler, needed_size
from lab.core.block import BLOCK_RULES, Greedy, Iid, Markov, Table, each_position, sequence_law, target_sequence_law
from tests.check.block import block_samplers as samplers

TARGET, DRAFT = samplers.TARGET, samplers.DRAFT
STOPS = {"stop_checked_last": (2,), "cap_before_stop": (2,)}
NEW_DRAFT = {key: {"new_draft": Iid([0.1, 0.1, 0.8]), "at": 1} for key in BLOCK_RULES if key.startswith("draft_")}


def rule_of(key):
    return BLOCK_RULES[key](**NEW_DRAFT.get(key, {}))


def check(sampler, target=TARGET, draft=DRAFT, draft_len=2, length=3, **options):
    return check_block_sampler(sampler, target, draft, draft_len, length, **options)


def distance(rule, stop):
    law = sequence_law(TARGET, DRAFT, 2, 3, rule=rule, stop=stop)
    right = target_sequence_law(TARGET, 3, stop=stop)
    return sum(abs(law.get(key, 0) - right.get(key, 0)) for key in law | right) / 2


@pytest.mark.parametrize("key", [key for key in BLOCK_RULES if rule_of(key).exact])
def test_exact_cycles_pass(key):
    report = check(samplers.of_rule(rule_of(key)))
    assert (report.verdict, report.diagnosis) == ("pass", ())


@pytest.mark.parametrize("key", [key for key in BLOCK_RULES if not rule_of(key).exact])
def test_biased_cycles_fail_and_are_named_first(key):
    stop = STOPS.get(key, ())
    assert distance(rule_of(key), stop) >= 0.02
    report = check(samplers.of_rule(rule_of(key)), stop=stop)
    assert report.verdict == "fail"
    best = [suspect.key for suspect in report.diagnosis if suspect.log10_ratio == report.diagnosis[0].log10_ratio]
    assert key in best or key == "draft_swapped"  # its second draft is unknown to the check


@pytest.mark.parametrize("key", ["unmodified_p", "argmax_p", "shared_noise"])
def test_a_wrong_rule_at_every_position_is_named(key):
    report = check(samplers.of_rule(each_position(key)))
    assert report.verdict == "fail"
    assert report.diagnosis[0].key == key


def test_target_and_draft_swapped_is_said():
    report = check(lambda target, draft, *rest: samplers.exact(draft, target, *rest))
    assert [suspect.title for suspect in report.diagnosis] == ["p and q swapped everywhere"]


def test_a_mistake_that_is_no_rule_is_a_guess_at_most():
    report = check(lambda *request: (samplers.exact(*request) + 1) % 3)
    assert report.verdict == "fail"
    assert len(report.diagnosis) <= 1
    assert all(suspect.sentence.startswith("Only a guess") for suspect in report.diagnosis)


def test_ordinary_sampling_from_a_list_of_tuples_passes():
    report = check(samplers.slow, Iid([0.6, 0.4]), Iid([0.5, 0.5]), 1, 3, size=6000, stop=(1,), detectable=0.05)
    assert report.verdict == "pass"


def test_too_few_rows_are_inconclusive_and_say_how_many_would_do():
    report = check(samplers.exact, size=1000)
    assert report.verdict == "inconclusive"
    assert 30_000 < report.needed < 50_000
    assert check(samplers.exact, size=report.needed).verdict == "pass"


def test_needed_size_by_hand():
    """A coin: a normal test at 5 % finds a shift of 2·0.1·sqrt(n) spreads with 90 %: n = ((z.975 + z.9) / 0.2)²."""
    law = law_of_case(case(Iid([0.5, 0.5]), Iid([0.5, 0.5]), 1, 1))
    by_hand = ((stats.norm.isf(0.025) + stats.norm.isf(0.1)) / 0.2) ** 2
    assert needed_size(law, 0.05, 0.1) == pytest.approx(by_hand, abs=1)


def test_rare_sequences_must_weigh_less_than_the_distance():
    """A token of 3 % can hide 2 % of distance until 25 of it are expected: 25 / 0.03 = 833.3."""
    law = law_of_case(case(Iid([0.97, 0.03]), Iid([0.5, 0.5]), 1, 1))
    assert needed_size(law, 0.9, 0.029) == 834


def test_the_residual_of_block_verification_must_be_scaled():
    """vllm-project/vllm-ascend#7807: the joint law of three tokens is off by 0.01; found at 200,000 rows."""
    models = {"target": Iid(samplers.P), "draft": Iid(samplers.Q), "size": 200_000, "detectable": 0.01}
    assert check(samplers.block_verification(scaled=True), **models).verdict != "fail"
    assert check(samplers.block_verification(scaled=False), **models).verdict == "fail"


def test_a_coin_repeated_within_a_row():
    """feifeibear/LLMSpeculativeSampling#19: each token is fair, both together are 0 0 or 1 1."""
    coin = Iid([0.5, 0.5])
    report = check(samplers.of_rule(BLOCK_RULES["reseeded"]()), coin, coin, 2, 2)
    assert (report.verdict, report.diagnosis[0].key) == ("fail", "reseeded")
    assert next(test for test in report.tests if "first token" in test.name) not in report.failed


def test_token_zero_left_out():
    """feifeibear/LLMSpeculativeSampling: draws of token 0 are thrown away, so only token 1 is left."""
    report = check(lambda *request: np.ones((request[4], 3), int), Iid([0.5, 0.5]), Iid([0.5, 0.5]))
    assert report.verdict == "fail"


def test_a_duplicate_at_the_boundary():
    """kekzl/imp#683: 0 → 1 → 2 → 0; after 1 2 the bonus must be 0, and 2 came."""
    turn = Markov([0, 1, 0], [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    report = check(samplers.of_rule(BLOCK_RULES["bonus_row_off_by_one"]()), turn, turn)
    assert report.verdict == "fail"
    assert "Sequence 1 2 2 came out though the target gives 2 after 1 2 probability 0" in report.reason
    assert report.diagnosis[0].key == "bonus_row_off_by_one"


def test_text_behind_a_stop():
    """huggingface/transformers#47912: the end token, then two more and a bonus; right is the end token alone."""
    model = Markov([1, 0], [[0, 1], [0, 1]])
    report = check(samplers.of_rule(BLOCK_RULES["stop_checked_last"]()), model, model, 3, 4, stop=(0,))
    assert "Sequence 0 1 1 1 goes on behind its stop token 0" in report.reason
    assert check(samplers.exact, model, model, 3, 4, stop=(0,), size=10).verdict == "pass"


def test_a_cap_that_swallows_the_stop():
    """sgl-project/sglang#31599: a stop at the third of six tokens and a cap of 5 must give three tokens."""
    model = Table({(): [1, 0], (0,): [1, 0], (0, 0): [0, 1]}, [1, 0])
    report = check(samplers.of_rule(BLOCK_RULES["cap_before_stop"]()), model, model, 5, 5, stop=(1,))
    assert "Sequence 0 0 1 0 0 goes on behind its stop token 1" in report.reason


def test_greedy_output_must_be_the_favourite():
    """jaymody/speculative-sampling#3: raw values in the ratio let the draft's favourite through."""
    p, q = Iid([0.3, 0.5, 0.2]), Iid([0.4, 0.35, 0.25])
    raw = samplers.of_rule(each_position("greedy_draft"))
    report = check(raw, p, q, greedy=True, size=100)
    assert report.verdict == "fail"
    assert "the favourite is 1, not" in report.reason
    assert check(samplers.exact, Greedy(p), Greedy(q), greedy=True, size=100).verdict == "pass"


def test_any_favourite_of_a_tie_is_right():
    p = Iid([0.4, 0.4, 0.2])
    either = lambda *request: request[5].integers(0, 2, (request[4], 3))  # noqa: E731
    assert check(either, p, p, greedy=True, size=100).verdict == "pass"


def test_a_sampler_with_a_seed_of_its_own_is_not_repeatable():
    """vllm-project/vllm#6038: the seed of a request is not honoured."""
    report = check(lambda *request: samplers.exact(*request[:5], np.random.default_rng()))
    assert [test.name for test in report.failed] == ["The same seed gives the same sequences"]


def test_rows_that_share_their_random_numbers():
    def pairs(target, draft, draft_len, length, size, rng):
        return np.repeat(samplers.exact(target, draft, draft_len, length, (size + 1) // 2, rng), 2, axis=0)[:size]

    report = check(pairs)
    assert report.verdict == "fail"
    assert any("Successive rows" in test.name for test in report.failed)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 0}, "size is 0"),
        ({"size": "a"}, "size is .a.: give a whole number"),
        ({"seed": -1}, "seed is -1: give a whole number"),
        ({"target": "x"}, "target is str: give a function of a prefix"),
        ({"level": 1}, "level is 1"),
        ({"detectable": 0}, "detectable is 0"),
        ({"draft_len": 0}, "draft_len is 0"),
        ({"length": 0}, "length is 0"),
        ({"stop": (3,)}, "stop token 3 is outside"),
        ({"draft": Iid([0.5, 0.5])}, "2 tokens, not 3"),
        ({"target": Iid([0.5, 0.4, 0.2])}, "target after .* sums to 1.1"),
        ({"draft": Table({(): [0.2, 0.3, 0.5]})}, "no row for the prefix"),
    ],
)
def test_unusable_requests_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        check(samplers.exact, **options)


def test_the_record_repeats_the_result():
    report = check(samplers.exact, size=500, seed=7)
    assert {"seed", "size", "draft_len", "length", "numpy"} <= report.record.keys()
    assert check(samplers.exact, size=500, seed=7).to_json() == report.to_json()


def test_rows_that_miss_the_law_say_nothing_about_their_independence():
    report = check(samplers.of_rule(each_position("unmodified_p")))
    apart = [test for test in report.tests if test.name.startswith("Successive rows")]
    assert len(apart) == 2
    assert all(test.meaning == "It rests on rows that follow the target." for test in apart)


def test_a_sampler_that_cannot_be_used_is_said_to_be_that():
    def broken(*request):
        raise KeyError("x")

    assert check(broken).reason == "The sampler cannot be used as it is. The sampler raised KeyError: 'x'"
    assert "(holds)  It does." in str(check(samplers.exact, size=100))
