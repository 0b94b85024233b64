"""The history of a run survives its text; anything else is refused in plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.lessons.presses import MAX_PRESSES, pressed, read_presses, write_presses

STEPS = st.lists(st.integers(1, 10**13), max_size=MAX_PRESSES).map(tuple)


@given(STEPS)
def test_presses_survive_their_text(presses):
    assert read_presses(write_presses(presses)) == presses


@given(st.text() | st.from_regex(r"[0-9-]*", fullmatch=True))
def test_any_text_is_read_or_refused_in_plain_words(text):
    refusal = None
    try:
        presses = read_presses(text)
    except ValueError as error:
        refusal = str(error)
    assert refusal.endswith(".") if refusal else sum(presses) <= 10**15


@pytest.mark.parametrize("text", ["1,10", "1--2", "-1", "1-", "1.5", "1e3", "ten", "²"])
def test_nonsense_is_refused(text):
    with pytest.raises(ValueError, match="such as 1-10-100"):
        read_presses(text)


def test_a_step_of_zero_is_refused():
    with pytest.raises(ValueError, match="A step of 0 draws nothing"):
        read_presses("1-0")


def test_a_full_history_is_refused():
    full = (1,) * MAX_PRESSES
    assert read_presses(write_presses(full)) == full
    with pytest.raises(ValueError, match="60 steps are the most"):
        pressed(full, 1)


def test_a_run_ends_at_10_to_the_15():
    assert pressed((10**15 - 1,), 1) == (10**15 - 1, 1)
    for steps in (f"{10**15 - 1}-2", "9" * 40, "9" * 9000, "1-" + "9" * 17):
        with pytest.raises(ValueError, match="A run ends at 1,000,000,000,000,000 draws"):
            read_presses(steps)
    assert read_presses("0" * 9000 + "7") == (7,)
