"""Traces of exact samplers pass, traces of wrong rules fail, whatever the file and the way rows are recorded."""

import csv
import itertools
import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from lab.check import check_trace
from lab.core.rules import RULES
from tests.check.trace.traces import sparse, trace

FALSE_ALARM = 1e-6
KIND = {key: make([0.5, 0.5], [0.5, 0.5]).kind for key, make in RULES.items()}
WRONG = [key for key, kind in KIND.items() if kind in ("biased", "deliberate approximation")]


def values(report):
    return {test.name: test.pvalue for test in report.tests}


def write(path, events):
    """The same events as JSON lines, CSV or Parquet, by the libraries that people use for it."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(event) + "\n" for event in events))
    elif path.suffix == ".parquet":
        pd.DataFrame(events).astype({"proposal": "Int64"}).to_parquet(path)
    else:
        names = list(dict.fromkeys(name for event in events for name in event))
        with path.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(names)
            rows.writerows([cell(event.get(name)) for name in names] for event in events)
    return path


def cell(value):
    return " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else value


@pytest.mark.parametrize("seed", range(2))
def test_an_exact_trace_raises_no_alarm(seed):
    report = check_trace(trace(pairs=80, seed=seed), level=FALSE_ALARM, detectable=0.05)
    assert report.verdict == "pass"
    assert all(pvalue > 0 for pvalue in values(report).values())


def test_alarms_on_exact_traces_keep_to_the_level():
    """40 short traces at level 0.05: this many alarms have a chance below 1e-6 if the level holds."""
    reports = [check_trace(trace(pairs=15, each=20, seed=seed), level=0.05, seed=seed) for seed in range(40)]
    alarms = sum(report.verdict != "inconclusive" for report in reports)
    assert alarms <= stats.binom.isf(FALSE_ALARM, 40, 0.05)


@pytest.mark.parametrize(("key", "size"), [("accept_all", "small"), ("accept_if_larger", "large")])
def test_a_failed_test_says_which_tokens_come_too_often(key, size):
    """Keeping everything emits what the draft overrates; keeping only p ≥ q never does."""
    report = check_trace(trace(key, pairs=40, each=60))
    assert f"Tokens with a {size} p/q come too often" in str(report)


@pytest.mark.parametrize("key", WRONG)
def test_a_wrong_rule_fails_and_is_named(key):
    subtle = key in ("shared_noise", "match_or_ratio", "shared_uniform")
    pairs, each = (30, 700) if subtle else (20, 150)
    report = check_trace(trace(key, pairs=pairs, each=each, uniforms=False))
    assert report.verdict == "fail"
    assert report.diagnosis[0].key == key


@pytest.mark.parametrize("key", [key for key, kind in KIND.items() if kind == "exact but slower"])
def test_an_exact_rule_that_keeps_less_is_slower(key):
    report = check_trace(trace(key, pairs=30, each=100, uniforms=False), level=FALSE_ALARM)
    assert report.verdict == "slower"


@pytest.mark.parametrize("key", ["unmodified_p", "shared_uniform", "lenience", "top_k_draft", "accept_if_larger"])
def test_top_entries_are_enough_to_see_a_wrong_rule(key):
    assert check_trace([sparse(e, 4) for e in trace(key, pairs=50, each=140)]).verdict == "fail"


def test_top_entries_of_an_exact_trace_raise_no_alarm():
    assert check_trace([sparse(event) for event in trace(pairs=80)], level=FALSE_ALARM).verdict == "inconclusive"


def test_sparse_rows_that_list_everything_say_the_same_as_dense_ones():
    dense = trace("unmodified_p", pairs=30, each=60)
    mixed = [event if k % 3 else sparse(event, 99) for k, event in enumerate(dense)]
    assert values(check_trace(mixed)) == pytest.approx(values(check_trace(dense)), rel=1e-9, nan_ok=True)


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet"])
@pytest.mark.parametrize("top", [None, 3])
def test_every_kind_of_file_gives_the_same_report(suffix, top, tmp_path):
    events = trace("shared_uniform", pairs=30, each=60)
    events = [sparse(event, top) for event in events] if top else events
    report, held = check_trace(write(tmp_path / f"run{suffix}", events)), check_trace(events)
    assert values(report) == pytest.approx(values(held), rel=1e-9, nan_ok=True)
    assert report.verdict == held.verdict


def test_a_data_frame_and_arrow_batches_give_the_same_report():
    events = trace(pairs=10, each=30)
    frame = pd.DataFrame(events)
    reports = [check_trace(source) for source in (events, frame, iter(events))]
    assert len({str(report).replace("data frame", "events") for report in reports}) == 1


def test_the_same_seed_gives_the_same_report_and_another_does_not():
    events = trace(pairs=10, each=50)
    assert values(check_trace(events, seed=1)) == pytest.approx(values(check_trace(events, seed=1)), nan_ok=True)
    assert values(check_trace(events, seed=1)) != pytest.approx(values(check_trace(events, seed=2)), nan_ok=True)


def inverse(law, u):
    return int(np.searchsorted(np.cumsum(law), u * np.sum(law), side="right"))


def requests(shared, length, count=60, seed=1, stop=None):
    """Ordinary draws by inverse transform; two requests side by side may share their uniforms."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        uniforms = rng.random(length) if not shared or k % 2 == 0 else uniforms  # noqa: F821
        for position in range(length):
            p = rng.dirichlet(np.ones(6))
            token = inverse(p, uniforms[position])
            yield {"request": k, "position": position, "p": p, "output": token}
            if token == stop:
                break


def test_requests_that_share_their_uniforms_are_found():
    report = check_trace(requests(shared=True, length=100))
    assert [test.name for test in report.failed] == ["Outputs of neighbouring requests are independent, given p"]


@pytest.mark.parametrize("stop", [None, 0])
def test_requests_of_their_own_raise_no_alarm_even_where_a_token_ends_them(stop):
    events = requests(shared=False, length=100, count=400 if stop == 0 else 60, stop=stop)
    assert check_trace(events, level=FALSE_ALARM).verdict == "inconclusive"


def test_requests_may_lie_mixed_in_the_record():
    """Interleaved or one after the other: the pairs are the same, so the shared uniforms are found."""
    events = sorted(requests(shared=True, length=100), key=lambda event: event["position"])
    assert check_trace(events).verdict == "fail"


def test_a_uniform_used_for_two_events_is_found():
    events = trace(pairs=40, each=100, ordinary=0)
    for first, second in zip(events[::2], events[1::2], strict=True):
        second["u"] = first["u"]
    names = [test.name for test in check_trace(events).failed]
    assert {"Successive u of a request are independent", "Flags are U < min(1, p/q)"} <= set(names)


PAIR = {"p": [0.5, 0.5, 0.0], "q": [0.2, 0.4, 0.4]}


@pytest.mark.parametrize(
    ("event", "name"),
    [
        ({"proposal": 2, "accepted": True, "output": 2}, "Only tokens with p > 0 come out"),
        ({"proposal": 0, "accepted": True, "output": 0, "q": [0, 0.5, 0.5]}, "Only tokens with q > 0 are proposed"),
        ({"proposal": 0, "accepted": True, "output": 1}, "An accepted token is the proposal"),
        ({"proposal": 2, "accepted": False, "output": 1, "p": [0.6, 0.4, 0]}, "Corrections have p > q"),
        ({"proposal": 0, "accepted": False, "output": 1}, "Not fewer kept than min(1, p/q)"),
        ({"proposal": 2, "accepted": False, "output": 1, "u": 0.3, "p": [0.3, 0.5, 0.2]}, "Flags are U < min(1, p/q)"),
    ],
)
def test_one_impossible_event_is_enough_and_is_named(event, name):
    good = PAIR | {"proposal": 1, "accepted": True, "output": 1}
    report = check_trace([good, good, PAIR | event, good])
    failed = {test.name: test for test in report.failed}
    assert failed[name].pvalue == 0
    assert "event 3" in failed[name].meaning


def test_a_proposal_kept_at_u_below_the_ratio_is_no_fault():
    event = {"p": [0.3, 0.7], "q": [0.6, 0.4], "proposal": 0, "accepted": True, "output": 0, "u": 0.4999999}
    assert check_trace([event]).verdict == "inconclusive"


def test_rows_rounded_to_half_precision_are_rescaled_and_counted():
    events = trace(pairs=20, each=100)
    for event in events:
        event |= {name: np.float16(event[name]).tolist() for name in ("p", "q") if name in event}
    report = check_trace(events, level=FALSE_ALARM)
    assert report.verdict == "inconclusive"
    assert report.record["rows rescaled"] > 0


class Event(dict):
    """An event that is counted while it is alive."""

    alive = most = 0

    def __init__(self, *values):
        super().__init__(*values)
        Event.alive += 1
        Event.most = max(Event.most, Event.alive)

    def __del__(self):
        Event.alive -= 1


def test_a_stream_is_not_kept():
    events = itertools.cycle(trace(pairs=2, each=20))
    check_trace(Event(event) for event in itertools.islice(events, 12_000))
    assert Event.most <= 4096 + 1


def test_progress_tells_how_much_was_read(tmp_path):
    path = write(tmp_path / "run.jsonl", trace(pairs=5, each=20))
    seen = []
    check_trace(path, progress=lambda *told: seen.append(told))
    assert seen[-1] == (path.stat().st_size, path.stat().st_size, "bytes")


@pytest.mark.parametrize(("name", "value"), [("level", 0), ("level", 1), ("detectable", 0), ("detectable", 0.6)])
def test_a_setting_that_means_nothing_is_refused(name, value):
    with pytest.raises(ValueError, match=name):
        check_trace([], **{name: value})


def recorded(accept, size=1500):
    """A decoder of our own: keeps x with ``accept(p, q)[x]``, else draws from the residual."""
    rng = np.random.default_rng(2)
    for _ in range(size):
        p, q = rng.dirichlet([0.6] * 6), rng.dirichlet([0.6] * 6)
        x = rng.choice(6, p=q)
        kept = rng.random() < accept(p, q)[x]
        residual = np.maximum(p - q, 0)
        output = x if kept else rng.choice(6, p=residual / residual.sum())
        yield {"proposal": int(x), "accepted": bool(kept), "output": int(output), "p": p.tolist(), "q": q.tolist()}


def test_a_sure_proposal_that_was_rejected_is_not_said_to_be_a_shortage():
    report = check_trace(recorded(lambda p, q: np.minimum(1, q / p)))
    found = {test.name: test.meaning for test in report.tests}
    assert found["Not fewer kept than min(1, p/q)"].startswith("A sure proposal was rejected; event ")
    assert "too many" in found["Not more kept than min(1, p/q)"]


@pytest.mark.parametrize(
    "accept",
    [
        lambda p, q: 0.5 * np.minimum(1, p / q),
        lambda p, q: np.sqrt(np.minimum(1, p / q)),
        lambda p, q: np.clip(p / q, 0.3, 1),
    ],
    ids=["half of p/q", "root of p/q", "at least 0.3"],
)
def test_a_mistake_that_no_rule_makes_is_named_with_reserve_only(accept):
    report = check_trace(recorded(accept, size=6000))
    [suspect] = report.diagnosis
    assert suspect.sentence.startswith("Only a guess")
    assert not suspect.fits


def test_rules_that_fit_well_are_named_without_those_that_do_not():
    report = check_trace(trace("typical", pairs=20, each=300, uniforms=False))
    assert [suspect.key for suspect in report.diagnosis] == ["typical"]
    assert "It does not fit well either" not in report.diagnosis[0].sentence
