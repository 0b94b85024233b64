"""The toy assistant: a target that never pays, requests that end with a stop text, what is shown and taken back."""

import numpy as np
import pytest

from lab.core.streaming import tool_calls
from lab.lessons.challenges import STREAMING
from lab.lessons.streams import AMOUNTS, PIECES, Stream, amount, follows, history, models, request, script, spoken
from lab.situation import Situation

S = Situation((), (), (), 1)
NUMBERS = range(1, 30)


def stream(number=1, differs=0.5, stop="", unverified=False):
    return Stream(request(S, number, 4, differs, stop), (stop,) if stop else (), unverified)


def test_rows_are_laws_and_the_target_never_pays():
    target, draft = models(1.0)
    np.testing.assert_allclose(target.transition.sum(axis=1), 1)
    np.testing.assert_allclose(draft.transition.sum(axis=1), 1)
    assert not target.transition[:, PIECES.index("pay")].any()
    assert draft.transition[:, PIECES.index("pay")].any()


def test_between_is_a_mixture():
    target, draft = models(0.25)
    np.testing.assert_allclose(draft.transition, 0.75 * target.transition + 0.25 * models(1.0)[1].transition)
    np.testing.assert_array_equal(models(0.0)[1].transition, target.transition)


@pytest.mark.parametrize("unverified", [False, True])
def test_the_final_text_never_pays(unverified):
    assert not any("pay" in stream(n, 1.0, unverified=unverified).calls for n in NUMBERS)


def test_verified_text_takes_nothing_back_and_fires_nothing_false():
    for n in NUMBERS:
        shown = stream(n, 1.0)
        assert (shown.taken_back, shown.false_calls) == (0, ())


def test_unverified_text_fires_payments_that_the_target_never_made():
    fired = [call for n in NUMBERS for call in stream(n, 1.0, unverified=True).false_calls]
    assert "pay" in fired


def test_a_perfect_draft_is_never_taken_back_before_the_length_cuts_it():
    """All drafts pass, so only the drafts behind the last token of the request go."""
    for n in NUMBERS:
        back = [step.taken_back for step in stream(n, 0.0, unverified=True).steps]
        assert not any(back[:-1])


def test_a_stop_text_ends_the_request_where_it_is_complete():
    for n in NUMBERS:
        ended, whole = stream(n, stop="END"), spoken(sum((c.emitted for c in request(S, n, 4, 0.5)), ()))
        assert ended.at(ended.duration).shown == (whole.partition("END")[0] if "END" in whole else ended.at(1e9).shown)
        assert ended.at(ended.duration).stopped == ("END" in whole)
        assert "END" not in spoken(sum((cycle.emitted for cycle in ended.cycles[:-1]), ()))


def test_what_stands_behind_a_stop_text_in_its_block_is_dropped():
    found = [stream(n, stop="END") for n in NUMBERS]
    for each in found:
        text = spoken(sum((c.emitted for c in each.cycles), ()))
        assert spoken(each.dropped) == (text.partition("END")[2] if "END" in text else "")
    assert any(each.dropped for each in found)


def test_half_a_stop_text_waits():
    held = {row["Held back"] for n in NUMBERS for row in history(stream(n, stop="END"))}
    assert held == {"", "EN"}


def test_history_is_the_timeline_in_words():
    shown = stream(2, unverified=True)
    rows = history(shown)
    assert [row["Phase"] for row in rows[:6]] == ["draft"] * 4 + ["verify", "emit"]
    assert rows[-1]["Shown"] == shown.at(shown.duration).shown
    assert tool_calls(rows[-1]["Shown"]) == shown.calls


def test_time_shows_what_is_over():
    shown = stream(1)
    assert shown.at(0).shown == shown.at(5.9).shown == ""
    assert shown.at(6).shown == spoken(shown.cycles[0].emitted)


@pytest.mark.parametrize(
    ("count", "word"), [(0, "None"), (1, "1 to 5"), (5, "1 to 5"), (6, "6 to 12"), (12, "6 to 12"), (13, "13 or more")]
)
def test_counts_in_words(count, word):
    assert amount(count) == word
    assert word in AMOUNTS


def test_the_models_are_told_for_each_piece():
    assert [row["After"] for row in follows()] == list(PIECES)
    assert next(row["Target"] for row in follows() if row["After"] == "<") == "find 1"


def test_the_script_decodes_the_same_request(capsys):
    exec(script(1, 3, 4, 0.5, "END"), {})
    printed = capsys.readouterr().out
    assert repr(stream(3, stop="END").at(1e9).shown) in printed
    assert f"taken back: {stream(3, stop='END', unverified=True).taken_back} " in printed


def test_goals_are_reached_by_some_requests_and_missed_by_others():
    goals = {challenge.key: challenge.reached for challenge in STREAMING}
    for n in NUMBERS:
        early, late, ended = stream(n, 1.0, unverified=True), stream(n, 1.0), stream(n, stop="END")
        assert goals["false-call"](early, 1.0) == (len(early.false_calls) > 2)
        assert not goals["false-call"](late, 1.0)
        assert not goals["nothing-taken-back"](late, 1.0)
        assert goals["stop-inside-a-block"](ended, 0.5) == (len(ended.dropped) > 1)


def test_a_draft_that_differs_a_little_may_take_nothing_back():
    goal = STREAMING[1].reached
    runs = [Stream(request(S, n, 1, 0.05), (), True) for n in NUMBERS]
    assert any(goal(run, 0.05) for run in runs)
    assert not any(goal(run, 0.0) for run in runs)
