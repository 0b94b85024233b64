"""A file brings its situation back; any text is an entry or a plain message."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.entry import Entry
from lab.scenarios import SCENARIOS
from lab.situation import Situation
from lab.situation_file import from_json, to_json


@pytest.mark.parametrize("key", SCENARIOS)
def test_json_brings_a_situation_back(key):
    situation = SCENARIOS[key].situation
    assert from_json(to_json(situation, page="acceptance", knobs={"n": 1})).situation() == situation


def test_json_written_by_hand():
    entry = from_json('{"p": [0.5, "1/2"], "q": [1, 0]}')
    assert entry.situation() == Situation(("A", "B"), ("0.5", "1/2"), ("1", "0"), 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        (f'{{"p": {[0.05] * 20}, "q": {[0.05] * 20}}}', "There are 20 tokens: use at most 12"),
        ("[1]", 'must be an object with "p" and "q"'),
        ('{"p": [1, 0]}', '"q" is missing'),
        ('{"p": "1,0", "q": [1, 0]}', '"p" must be a list'),
        ('{"p": [true, 0], "q": [1, 0]}', '"p" must be a list'),
        ('{"p": [[1], 0], "q": [1, 0]}', '"p" must be a list'),
        ('{"p": [1, 0], "q": [1, 0], "seed": 1.5}', '"seed" must be a whole number'),
        ('{"p": [1, 0], "q": [1, 0], "seed": null}', '"seed" must be a whole number'),
    ],
)
def test_json_that_is_no_situation_says_why(text, message):
    with pytest.raises(ValueError, match=message):
        from_json(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=14) | st.dictionaries(st.sampled_from(["p", "q", "labels", "seed"]), inner),
    max_leaves=30,
)


def read_json(text: str) -> Entry | str:
    try:
        return from_json(text)
    except ValueError as error:
        return str(error)


@given(JSON.map(json.dumps) | st.text(max_size=200))
def test_any_json_is_an_entry_or_a_plain_message(text):
    found = read_json(text)
    if isinstance(found, Entry):
        assert (found.situation() is None) == bool(found.problems)
    else:
        assert found.endswith(".")
