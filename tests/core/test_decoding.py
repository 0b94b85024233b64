"""Requests of several transforms, and engines that apply them in the right and in the wrong places."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.decoding import ORDERS, PLACES, Request, everywhere, requested_rule, temperature_curve
from lab.core.logits import log_weights
from lab.core.monte_carlo import draw
from lab.core.pmf import total_variation
from lab.core.rules import RULES
from lab.core.transforms import STEPS
from tests.core.evidence import counts_fit
from tests.core.strategies import pairs
from tests.core.test_transforms import TIES, logits

P, Q = (0.45, 0.3, 0.2, 0.05), (0.25, 0.35, 0.1, 0.3)
FIRST, LAST = tuple(STEPS), ("top_k", "top_p", "min_p", "temperature")


@st.composite
def requests(draw):
    return Request(
        temperature=draw(st.sampled_from([0.0, 1e-6, 1.0, 1e6]) | st.floats(0, 10)),
        top_k=draw(st.integers(0, 12)),
        top_p=draw(st.floats(0, 1)),
        min_p=draw(st.floats(0, 1)),
        order=draw(st.sampled_from(ORDERS)),
        ties=draw(TIES),
    )


@st.composite
def logit_pairs(draw):
    target = draw(logits())
    return target, np.array(draw(st.permutations(target.tolist())))


def rule(request, place, p=P, q=Q):
    return requested_rule(log_weights(p), log_weights(q), request, everywhere(place))


@given(logit_pairs(), requests(), st.fixed_dictionaries({step: st.sampled_from(PLACES) for step in STEPS}))
def test_extreme_logits_give_a_law_for_every_request_and_placement(models, request, places):
    wrong = requested_rule(*models, request, places)
    law = wrong.output_law()
    assert ((law >= 0) & (law <= 1)).all()
    assert law.sum() == pytest.approx(1)
    assert 0 <= wrong.acceptance_rate() <= 1


@given(pairs(), requests(), st.sampled_from(["both", "p"]))
def test_the_requested_law_comes_out_whenever_p_is_transformed_and_the_ratio_reads_the_real_q(pair, request, place):
    right = rule(request, place, *pair)
    assert right.exact
    assert right.output_law() == pytest.approx(right.target, abs=1e-14)


@given(pairs(), requests())
def test_transforming_q_alone_gives_p_without_the_request(pair, request):
    wrong = rule(request, "q", *pair)
    assert wrong.output_law() == pytest.approx(pair[0], abs=1e-14)
    assert wrong.total_variation() == pytest.approx(total_variation(pair[0], request.law(log_weights(pair[0]))))


@given(pairs())
def test_a_request_for_nothing_is_plain_speculative_sampling(pair):
    plain = RULES["speculative"](*pair)
    for place in PLACES:
        assert rule(Request(), place, *pair).acceptance_rate() == pytest.approx(plain.acceptance_rate())


def test_top_k_in_the_proposal_but_not_in_the_ratio_gives_the_reported_law():
    p, q = [7 / 15, 8 / 15, 0, 0], [0.4, 0.3, 0.2, 0.1]
    wrong = rule(Request(top_k=2), "proposal", p, q)
    assert wrong.proposal == pytest.approx([4 / 7, 3 / 7, 0, 0])
    assert wrong.output_law() == pytest.approx([4 / 7, 3 / 7, 0, 0])
    assert wrong.acceptance_rate() == pytest.approx(1)
    assert rule(Request(top_k=2), "both", p, q).acceptance_rate() == pytest.approx(0.895238, abs=5e-7)


def test_top_k_in_the_proposal_but_not_in_the_ratio_is_the_rule_of_that_name():
    p, q = [0.6, 0.4, 0.0], [0.5, 0.3, 0.2]
    wrong, named = rule(Request(top_k=2), "proposal", p, q), RULES["top_k_draft"](p, q, top_k=2)
    assert wrong.output_law() == pytest.approx(named.output_law())
    assert wrong.total_variation() == pytest.approx(0.025)


def test_a_request_that_only_the_draft_follows_gives_the_untouched_target():
    wrong = rule(Request(top_p=0.8), "q", [0.5, 0.3, 0.15, 0.05], [0.45, 0.35, 0.1, 0.1])
    assert wrong.target == pytest.approx([0.625, 0.375, 0, 0])
    assert wrong.proposal == pytest.approx([0.5625, 0.4375, 0, 0])
    assert wrong.output_law() == pytest.approx([0.5, 0.3, 0.15, 0.05])
    assert wrong.total_variation() == pytest.approx(0.2)


@given(pairs(), TIES)
def test_at_temperature_0_the_rule_is_argmax_equality(pair, ties):
    p, q = pair
    greedy = rule(Request(temperature=0, ties="first"), "both", p, q)
    logit_p, logit_q = log_weights(p), log_weights(q)
    same = int(np.argmax(logit_p)) == int(np.argmax(logit_q))
    assert greedy.acceptance_rate() == same
    assert greedy.output_law().tolist() == np.eye(len(p))[np.argmax(logit_p)].tolist()


def test_without_the_one_hot_laws_a_greedy_request_is_not_greedy_search():
    p, q = [0.3, 0.5, 0.1, 0.05, 0.05], [0.2] * 5
    assert RULES["speculative"](p, q).accept[0] == 1
    assert rule(Request(temperature=0), "both", p, q).acceptance_rate() == 0
    assert rule(Request(temperature=0), "both", p, q).output_law().tolist() == [0, 1, 0, 0, 0]


def test_the_order_of_temperature_and_top_p_changes_the_kept_set():
    hot = Request(temperature=2.0, top_p=0.7)
    before = hot.law(log_weights([0.6, 0.2, 0.15, 0.05]))
    after = Request(temperature=2.0, top_p=0.7, order=LAST).law(log_weights([0.6, 0.2, 0.15, 0.05]))
    assert np.count_nonzero(before) == 3, "sqrt(p) is 0.775, 0.447, 0.387, 0.224: the first two reach 0.667 only"
    assert np.count_nonzero(after) == 2, "0.6 + 0.2 reaches 0.7"


def test_the_trace_names_every_step_and_leaves_out_what_is_not_asked_for():
    steps = [name for name, _ in Request(order=LAST).trace([0.0, 1.0])]
    assert steps == ["start", *LAST]
    assert [name for name, _ in Request().trace([0.0, 1.0], only=("top_p",))] == ["start", "top_p"]


def test_the_curve_over_temperature_is_one_rule_a_point():
    request, models = Request(top_k=3), (log_weights(P), log_weights(Q))
    rates, distances = temperature_curve(*models, request, everywhere("proposal"), [0, 0.5, 1])
    at_half = requested_rule(*models, Request(temperature=0.5, top_k=3), everywhere("proposal"))
    assert rates[1] == at_half.acceptance_rate()
    assert distances[1] == at_half.total_variation()
    assert rates.shape == distances.shape == (3,)


def test_draws_of_a_misplaced_transform_follow_its_closed_law():
    """A million draws; false alarm 1e-6."""
    wrong = rule(Request(temperature=0.5, top_p=0.9), "proposal")
    assert wrong.total_variation() > 0.05
    output = draw(P, Q, 1_000_000, np.random.default_rng(1), wrong).output
    assert counts_fit(np.bincount(output, minlength=4), wrong.output_law())


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="temperature is applied to 'nowhere': choose one of both, p, q, proposal"):
        rule(Request(), "nowhere")
    with pytest.raises(ValueError, match=r"order is .*: name each of temperature, top_k, top_p, min_p once"):
        Request(order=("top_k",)).law([0.0])
    with pytest.raises(ValueError, match="p has 4 tokens and q has 2"):
        rule(Request(), "both", P, [0.5, 0.5])
