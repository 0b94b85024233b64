import numpy as np
import pytest

from lab.check import check_endpoints, check_sampler
from lab.check.position.guard import call

P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]


def changes_q(p, q, size, rng):
    q[1] = 0.5
    return rng.choice(4, size, p=p)


def raises(p, q, size, rng):
    raise RuntimeError("probability tensor contains nan")


def tokens(p, q, size, rng):
    return rng.choice(4, size, p=p)


WRONG = {
    "it is 'x', which is no function: give a function of (p, q, size, rng)": "x",
    "raised RuntimeError in line": raises,
    "q[1] was 0.2 and is now 0.5": changes_q,
    "no “output”, only tokens": lambda *given: {"tokens": tokens(*given)},
    "output has shape (999,)": lambda *given: tokens(*given)[1:],
    "output has shape (1000, 1)": lambda *given: tokens(*given)[:, None],
    "output has shape ()": lambda *given: 3,
    "it gives None": lambda *given: None,
    "no “output”, only output": lambda *given: {"output": None},
    "output holds float64 and nan at position 0": lambda p, q, size, rng: np.full(size, np.nan),
    "output holds float64: give token ids as integers": lambda *given: tokens(*given).astype(float),
    "output holds bool": lambda *given: tokens(*given) > 1,
    "output[0] is -1": lambda p, q, size, rng: np.full(size, -1),
    "output[0] is 4: give token ids from 0 to 3": lambda p, q, size, rng: np.full(size, 4),
    "proposal[0] is 7": lambda *given: {"output": tokens(*given), "proposal": np.full(given[2], 7)},
    "accepted holds int64": lambda *given: {"output": tokens(*given), "accepted": np.full(given[2], 2)},
    "u[0] is 1.5": lambda *given: {"output": tokens(*given), "u": np.full(given[2], 1.5)},
    "u[0] is nan": lambda *given: {"output": tokens(*given), "u": np.full(given[2], np.nan)},
}


@pytest.mark.parametrize(("message", "sampler"), WRONG.items())
def test_a_sampler_that_misbehaves_fails_by_name(message, sampler):
    report = check_sampler(sampler, P, Q, 1000)
    assert report.verdict == "fail"
    assert message in report.reason


def test_p_and_q_of_the_caller_stay_as_they_were():
    p, q = np.array(P), np.array(Q)
    check_sampler(changes_q, p, q, 1000)
    assert (p.tolist(), q.tolist()) == (P, Q)


def test_the_sampler_gets_the_callers_format():
    seen = []

    def sampler(p, q, size, rng):
        seen.append((p.dtype, q.dtype))
        return rng.choice(2, size)

    check_sampler(sampler, np.array([0.5, 0.5], np.float32), [1, 0], 100)
    assert seen == [(np.dtype("float32"), np.dtype("float64"))]


def test_lists_and_whole_flags_are_read():
    seen, _ = call(lambda *given: {"output": [1, 0], "proposal": [1, 1], "accepted": [1, 0]}, P, Q, 2, None)
    assert seen.accepted.tolist() == [True, False]
    assert not seen.inferred


def test_flags_are_read_off_where_only_proposals_are_known():
    seen, _ = call(lambda *given: {"output": [1, 0], "proposal": [1, 1], "note": "x"}, P, Q, 2, None)
    assert seen.accepted.tolist() == [True, False]
    assert (seen.inferred, seen.ignored, seen.parts) == (True, ("note",), ("output", "proposal", "accepted"))


def test_a_sampler_that_leaves_the_program_has_failed():
    def leaves(p, q, size, rng):
        raise SystemExit(0)

    report = check_sampler(leaves, [0.5, 0.5], [0.5, 0.5], size=10)
    assert report.verdict == "fail"
    assert report.reason.startswith("The sampler cannot be used as it is: it raised SystemExit")
    assert check_endpoints(leaves).verdict == "fail"
