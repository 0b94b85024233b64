import math

import numpy as np
import pytest

from lab.check import check_sampler, outputs_only, sampler_of
from lab.check.position.diagnosis import cells_of, diagnose, rules_for, wrong_laws
from lab.check.position.guard import Seen
from lab.core.rules import RULES

EXACT = sampler_of(RULES["speculative"])
P, Q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])


def test_log_ratio_by_hand():
    """Keeping everything gives q, so each token counts (q/p) to the power of how often it came: 4^30 × 1.5^10."""
    seen = Seen(np.repeat(range(4), [10, 20, 30, 40]))
    found = {suspect.key: suspect.log10_ratio for suspect in diagnose(seen, [RULES[key](P, Q) for key in RULES])}
    lone = diagnose(seen, [RULES["speculative"](P, Q), RULES["accept_all"](P, Q)])
    assert [suspect.key for suspect in lone] == ["accept_all"]
    assert lone[0].log10_ratio == pytest.approx(30 * math.log10(4) + 10 * math.log10(1.5), rel=1e-12)
    assert "10^20 times better than the exact rule" in lone[0].sentence
    assert "speculative" not in found
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert max(found.values()) - min(found.values()) < 3


def test_a_rule_that_cannot_make_the_draws_drops_out():
    """Accepting only where p ≥ q never gives token 3."""
    rules = [RULES[key](P, Q) for key in ("speculative", "accept_if_larger")]
    likely = [0] * 31 + [1] * 19
    assert diagnose(Seen(np.array([*likely, 3])), rules) == ()
    assert [suspect.key for suspect in diagnose(Seen(np.array(likely)), rules)] == ["accept_if_larger"]


def test_draws_that_the_exact_rule_cannot_make_say_so():
    p, q = np.array([1.0, 0.0]), np.array([0.5, 0.5])
    [suspect] = diagnose(Seen(np.array([0, 1, 1])), [RULES[key](p, q) for key in ("speculative", "accept_all")])
    assert suspect.log10_ratio == math.inf
    assert "the exact rule cannot make them" in suspect.sentence


def test_rules_with_one_law_name_each_other():
    """All rejected mass ends at tokens with q > p either way, so only proposals tell these two apart."""
    report = check_sampler(outputs_only(sampler_of(RULES["swapped_residual"])), P, Q, 20_000)
    keys = [suspect.key for suspect in report.diagnosis]
    assert keys[:2] == ["swapped_residual", "accept_all"]
    assert "“Keep every x”" in report.diagnosis[0].sentence
    report = check_sampler(sampler_of(RULES["swapped_residual"]), P, Q, 20_000)
    assert [suspect.key for suspect in report.diagnosis] == ["swapped_residual"]


@pytest.mark.parametrize("inferred", [False, True])
def test_the_cells_of_a_rule_make_up_all_events(inferred):
    """Over every possible event the probabilities of each rule sum to 1; flags that are read off join two events."""
    x, y, kept = (part.ravel() for part in np.meshgrid(range(4), range(4), [False, True]))
    if inferred:
        x, y = (part.ravel() for part in np.meshgrid(range(4), range(4)))
        kept = x == y
    cells = cells_of(Seen(y, x, kept, inferred=inferred))
    assert all(cells.law(rule).sum() == pytest.approx(1, rel=1e-9) for rule in rules_for(P, Q))


def test_a_fault_that_is_no_rule_is_not_passed_off_as_one():
    report = check_sampler(lambda p, q, size, rng: (rng.choice(4, size, p=p) + 1) % 4, P, Q, 20_000)
    assert all(suspect.sentence.startswith("Only a guess") and not suspect.fits for suspect in report.diagnosis)
    assert len(report.diagnosis) <= 1


def test_a_guess_that_explains_little_is_not_made():
    """A slight change of temperature: every rule of the lab is further off than p itself."""
    law = P ** (1 / 1.1) / (P ** (1 / 1.1)).sum()
    report = check_sampler(lambda p, q, size, rng: rng.choice(4, size, p=law), P, Q, 100_000)
    assert (report.verdict, report.diagnosis) == ("fail", ())


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("swapped", lambda p, q, rng, size: EXACT(q, p, size, rng)),
        ("swapped_check", lambda p, q, rng, size: verified(p, q, q, p, size, rng)),
        ("swapped_test", lambda p, q, rng, size: verified(p, q, p, q, size, rng)),
    ],
)
def test_p_and_q_swapped_is_said(name, change):
    report = check_sampler(lambda p, q, size, rng: change(p, q, rng, size), P, Q, 20_000)
    assert [suspect.key for suspect in report.diagnosis] == [name]
    assert "p and q swapped" in report.diagnosis[0].sentence


def verified(p, q, first, second, size, rng):
    """Proposals from q, kept where U < q/p; the correction is the residual of the first and the second."""
    x, mass = rng.choice(4, size, p=q), np.maximum(first - second, 0)
    kept = rng.random(size) < np.minimum(1, q / p)[x]
    return {"output": np.where(kept, x, rng.choice(4, size, p=mass / mass.sum())), "proposal": x, "accepted": kept}


def test_laws_of_known_mistakes_leave_p_out():
    assert all(np.abs(law - P).max() > 1e-9 for law in wrong_laws(rules_for(P, Q), P))
    assert wrong_laws(rules_for(P, P), P)[0] is not None


def test_too_many_tokens_for_a_diagnosis():
    assert rules_for(np.full(2000, 1 / 2000), np.full(2000, 1 / 2000)) == []
