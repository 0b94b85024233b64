"""Each challenge can be reached, and is not reached by what narrowly misses its goal."""

import pytest

from lab.core.decoding import Request
from lab.core.logits import log_weights
from lab.core.rules import RULES
from lab.lessons.challenges import ACCEPTANCE, ONE_PROPOSAL, RECOMBINE, TRANSFORMS, WRONG_RULES
from lab.lessons.requests import each_place
from lab.scenarios import SCENARIOS
from lab.situation import Situation

ALL = {challenge.key: challenge for challenge in (*ACCEPTANCE, *RECOMBINE)}

REACHED = [
    ("half-with-same-favourite", "0.5 0.3 0.2", "1 0 0"),
    ("half-with-same-favourite", "0.4 0.35 0.25", "0.896 0.104 0"),  # α = 0.504
    ("high-with-other-favourite", "0.525 0.475 0", "0.475 0.525 0"),  # α = 0.95
    ("high-with-other-favourite", "0.35 0.4 0.25", "0.4 0.35 0.25"),  # α = 0.95, a little less in floats
    ("never-kept", "1 0 0", "0 1/2 1/2"),
    ("one-token-residual", "0.6 0.3 0.1", "0.2 0.5 0.3"),
    ("one-token-residual", "0.5 0.4 0.1", "0.6 0.3 0.1"),
    ("one-token-residual", "0.5 0.25 0.25", "0 0.5 0.5"),  # α = 0.5
    ("residual-is-target", "1/3 2/3 0", "0 0 1"),
    ("residual-is-target", "1 0 0", "0.9 0.1 0"),
    ("blind-but-kept", "0.6 0.3 0.1", "0 0.6 0.4"),
]
MISSED = [
    ("half-with-same-favourite", "0.6 0.4 0", "0.1 0.4 0.5"),  # α = 0.5, other favourites
    ("half-with-same-favourite", "0.4 0.35 0.25", "0.88 0.12 0"),  # α = 0.52
    ("half-with-same-favourite", "0.5 0.5 0", "0.5 0 0.5"),  # two favourites
    ("high-with-other-favourite", "0.53 0.47 0", "0.47 0.53 0"),  # α = 0.94
    ("high-with-other-favourite", "0.5 0.5 0", "0.49 0.51 0"),  # B is a favourite of both
    ("never-kept", "1 0 0", "1e-300 1 0"),
    ("one-token-residual", "0.6 0.4 0", "0.1 0.3 0.6"),
    ("one-token-residual", "0.51 0.25 0.24", "0 0.5 0.5"),  # α = 0.49
    ("residual-is-target", "0.5 0.5 0", "0.5 0.5 0"),  # there is no residual
    ("residual-is-target", "0.6 0.3 0.1", "0.2 0.5 0.3"),
    ("blind-but-kept", "0.6 0.4 0", "0.1 0.9 0"),
    ("blind-but-kept", "0.6 0.4 0", "0.5 0 0.5"),
    ("blind-but-kept", "0.5 0.5 0", "0 1 0"),  # the other favourite is proposed
]
REPEATED = {  # success probability and n: reached, narrowly missed
    "five-of-five": ((0.87, 5), (0.87, 4), (0.86, 5)),  # 0.4984, 0.5729, 0.4704
    "seven-of-ten": ((0.7, 10), (0.75, 10), (7 / 11, 10), (0.7, 9)),  # the most likely number is 7, 8, 6 or 7, 6 or 7
    "rarely-all": ((0.9, 44), (0.9, 43), (0.89, 50)),  # 0.0097, 0.0108, 0.0029
}

RULE_GOALS = {  # rule, p, q: reached, narrowly missed
    "harmless-fault": (
        ("argmax_residual", "0.6 0.3 0.1", "0.4 0.4 0.2"),  # the residual is one token
        ("argmax_residual", "0.6 0.3 0.1", "0.4 0.2 0.4"),
        ("argmax_residual", "0.6 0.3 0.1", "0.6 0.3 0.1"),  # p = q
        ("speculative", "0.6 0.3 0.1", "0.4 0.4 0.2"),  # no fault at all
    ),
    "hidden-fault": (
        ("accept_all", "0.5 0.3 0.2", "0.501 0.299 0.2"),
        ("accept_all", "0.5 0.3 0.2", "0.51 0.29 0.2"),
        ("speculative", "0.5 0.3 0.2", "0.501 0.299 0.2"),
    ),
    "worse-than-the-draft": (
        ("argmax_check", "0.5 0.3 0.2", "0.4 0.4 0.2"),
        ("accept_all", "0.5 0.3 0.2", "0.4 0.4 0.2"),
    ),
}


MATCHED = next(challenge for challenge in TRANSFORMS if challenge.key == "matched-keeps-none")
GREEDY, COOL = Request(temperature=0.0), Request(0.7, top_p=0.9)  # the second is what the page opens with


def requested(s: Situation, request: Request) -> bool:
    models = log_weights(s.p), log_weights(s.q)
    return MATCHED.reached(models[0], request, each_place(*models, request))


def situation(p: str, q: str) -> Situation:
    return Situation(tuple("ABC"), tuple(p.split()), tuple(q.split()))


def test_keys_are_unique_and_every_goal_is_tried_both_ways():
    assert len(ALL) == len(ACCEPTANCE) + len(RECOMBINE)
    assert set(REPEATED) == {challenge.key for challenge in ONE_PROPOSAL}
    assert {key for key, _, _ in REACHED} == {key for key, _, _ in MISSED} == set(ALL)


@pytest.mark.parametrize(("key", "p", "q"), REACHED)
def test_reached(key, p, q):
    assert ALL[key].reached(situation(p, q))


@pytest.mark.parametrize(("key", "p", "q"), MISSED)
def test_missed(key, p, q):
    assert not ALL[key].reached(situation(p, q))


@pytest.mark.parametrize("challenge", ONE_PROPOSAL, ids=lambda challenge: challenge.key)
def test_goals_about_one_proposal(challenge):
    reached, *missed = REPEATED[challenge.key]
    assert challenge.reached(*reached)
    assert not any(challenge.reached(*subject) for subject in missed)


@pytest.mark.parametrize("challenge", WRONG_RULES, ids=lambda challenge: challenge.key)
def test_goals_about_a_rule(challenge):
    subjects = [(situation(p, q), key) for key, p, q in RULE_GOALS[challenge.key]]
    reached, *missed = [challenge.reached(s, RULES[key](s.p, s.q)) for s, key in subjects]
    assert reached
    assert not any(missed)


def test_matching_the_draft_can_keep_nothing():
    """Two favourites, almost as likely, in the other order: greedy, the draft is never right; untouched, often."""
    assert requested(situation("0.5 0.45 0.05", "0.45 0.5 0.05"), GREEDY)
    assert not requested(situation("0.5 0.45 0.05", "0.45 0.5 0.05"), COOL)
    assert not requested(situation("0.5 0.45 0.05", "0.35 0.6 0.05"), GREEDY)


@pytest.mark.parametrize("key", SCENARIOS)
def test_no_preset_has_that_goal_reached_from_the_start(key):
    assert not requested(SCENARIOS[key].situation, COOL)
