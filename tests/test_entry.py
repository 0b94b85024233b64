"""Entries keep what was typed; only what holds becomes a situation; any text ends in a plain message."""

import json

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lab.core.parsing import MAX_LABEL, MAX_NUMBER, MAX_TOKENS, MAX_TYPED, parse_number
from lab.entry import Entry, as_items, letters, random_pmf
from lab.scenarios import DEFAULT
from lab.situation import Situation
from lab.situation_file import from_json, to_json

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "$x^2$",
    "**b**",
    "=1+1",
    ":red[x]",
    "\N{GRINNING FACE}",
    "x" * MAX_LABEL,
    "same",
    "same",
    "",
    'a, "quoted"; one',
    " blank ",
)

TYPED = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.text(
    "0123456789.,;/% eE+-−½\n\t[]pq=", max_size=40
)

LAWS = st.lists(st.integers(0, 1000), min_size=2, max_size=12).filter(any).map(lambda w: np.array(w) / sum(w))

DEFAULT_ENTRY = Entry.of(DEFAULT.situation.labels, DEFAULT.situation.p_items, DEFAULT.situation.q_items)


def messages(entry: Entry) -> list[tuple]:
    return [(problem.field, problem.position, problem.message) for problem in entry.problems]


def test_an_entry_becomes_the_situation_it_describes():
    situation = Entry("the,a", "1/3,2/3", "0,5 0,5", "7").situation()
    assert situation == Situation(("the", "a"), ("1/3", "2/3"), ("0,5", "0,5"), 7)
    assert situation.p.tolist() == [1 / 3, 2 / 3]
    assert situation.q.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("p", "problem"),
    [
        ("0.5, -0.1, 0.6", ("p", 1, "A probability cannot be negative: write 0 or more.")),
        ("0.5, x, 0.5", ("p", 1, "“x” is not a number: write one such as 0.5, 1/3 or 25%.")),
        ("0.5, 0.5,", ("p", 2, "A number is missing: write one such as 0.5, 1/3 or 25%.")),
        ("0.5, 0.4, 0", ("p", None, "p sums to 0.9, not 1. Change an entry or press Normalise.")),
        ("0, 0, 0", ("p", None, "p sums to 0, not 1. Write a positive number for at least one token.")),
        ("0.5, 0.5", ("p", 2, "A number is missing: write one such as 0.5, 1/3 or 25%.")),
        (
            "1e308, 1e308, 0",
            ("p", None, "The entries of p are too large to add up. Write smaller ones or press Normalise."),
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_the_way_out(p, problem):
    entry = Entry("a,b,c", p, "1,0,0")
    assert messages(entry) == [problem]
    assert entry.situation() is None


@pytest.mark.parametrize("seed", ["", "-1", "1.5", "x", "٣", "4294967296", "9" * 300, "1e3"])
def test_a_seed_that_is_none_is_refused(seed):
    wrong = [("seed", None, "The seed must be a whole number from 0 to 4294967295.")]
    assert messages(Entry("a,b", "1,0", "0,1", seed)) == wrong


def test_the_largest_seed_is_taken():
    assert Entry("a,b", "1,0", "0,1", "4294967295").situation().seed == 2**32 - 1


@given(TYPED, TYPED, TYPED, TYPED)
@example("a" * 3000, "1," * 3000, "", "")
def test_any_text_is_a_situation_or_has_its_problems_named(labels, p, q, seed):
    entry = Entry(labels, p, q, seed)
    assert (entry.situation() is None) == bool(entry.problems)
    assert all(problem.message.endswith(".") for problem in entry.problems)
    assert len(set(map(len, entry.columns))) == 1


@given(st.dictionaries(st.sampled_from(["labels", "p", "q", "seed", "other"]), TYPED))
def test_any_link_is_an_entry(given_fields):
    entry = Entry.of_link(given_fields, DEFAULT_ENTRY)
    assert (entry.situation() is None) == bool(entry.problems)
    assert all(
        getattr(entry, name) == given_fields[name] for name in given_fields if name in ("labels", "p", "q", "seed")
    )


def test_a_link_names_only_what_it_brings():
    assert Entry.of_link({"seed": "9"}, DEFAULT_ENTRY) == Entry(
        *(DEFAULT_ENTRY.labels, DEFAULT_ENTRY.p, DEFAULT_ENTRY.q), "9"
    )
    two = Entry.of_link({"p": "1,0", "q": "0,1"}, DEFAULT_ENTRY)
    assert two.situation().labels == ("A", "B")


def test_hostile_names_come_through_fields_and_files_as_typed():
    one = ("1",) + ("0",) * (len(HOSTILE) - 1)
    situation = Entry.of(HOSTILE, one, one).situation()
    assert situation.labels == HOSTILE
    assert from_json(to_json(situation)).situation() == situation


@given(st.lists(TYPED, min_size=2, max_size=MAX_TOKENS), st.data())
def test_any_cells_of_a_table_can_be_kept(labels, data):
    columns = [data.draw(st.lists(TYPED, min_size=len(labels), max_size=len(labels))) for _ in "pq"]
    entry = Entry.of(labels, *columns)
    assert entry.readable
    assert [len(column) for column in entry.columns] == [len(labels)] * 3


def test_cells_that_no_field_can_hold_are_cut():
    labels, p, _ = Entry.of(["x" * 9999, "y"], ["1" * 999, "0"], ["1", "0"]).columns
    assert [len(labels[0]), len(p[0])] == [MAX_TYPED, MAX_NUMBER]


def test_a_name_that_is_too_long_is_kept_and_said_beside_it():
    entry = Entry.of(["y", "x" * 300], ["1", "0"], ["0", "1"])
    assert entry.columns[0][1] == "x" * 300
    assert messages(entry) == [("labels", 1, "This name has 300 characters: use at most 200.")]
    assert entry.readable


@pytest.mark.parametrize("entry", [Entry("a", "1", "1"), Entry("", "1", ""), Entry("", "", "")])
def test_one_token_is_too_few(entry):
    assert messages(entry) == [("p", None, "At least 2 tokens are needed: write a number in p and in q for each.")]


@pytest.mark.parametrize(
    ("p", "mendable"),
    [("2,1,1", True), ("1e308,1e308,0", True), ("0.5,0.5,0", False), ("x,1,1", False), ("0,0,0", False)],
)
def test_only_what_normalising_would_change_can_be_mended_by_it(p, mendable):
    entry = Entry("a,b,c", p, "0.5,0.25,0.25")
    assert entry.mendable == mendable
    assert (entry.normalized().situation() is not None) == (mendable or p == "0.5,0.5,0")


def test_the_buttons_of_the_editor():
    entry = Entry("a,b,c", "1,1,2", "0.5,0.5,0", "3")
    assert entry.normalized() == Entry("a,b,c", "0.25,0.25,0.5", "0.5,0.5,0", "3")
    assert entry.swapped() == Entry("a,b,c", "0.5,0.5,0", "1,1,2", "3")
    assert entry.copied() == Entry("a,b,c", "1,1,2", "1,1,2", "3")


@pytest.mark.parametrize("p", ["x,1,1", "-1,1,1", "0,0,0", "1,,1", ""])
def test_what_cannot_be_normalised_stays_as_typed(p):
    assert Entry("a,b,c", p, "2,1,1").normalized() == Entry("a,b,c", p, "0.5,0.25,0.25")


@given(st.lists(st.floats(0, 1e6, allow_subnormal=False), min_size=2, max_size=12).filter(lambda w: sum(w) > 0))
def test_normalising_ends_in_a_vector_that_holds_and_keeps_every_positive_token(weights):
    typed = [repr(weight) for weight in weights]
    items = Entry.of(letters(len(typed)), typed, typed).normalized().situation().p_items
    assert [parse_number(item) > 0 for item in items] == [weight > 0 for weight in weights]


def test_a_random_pair_keeps_the_names_and_comes_from_the_seed():
    entry = Entry("a,b,c", "1,0,0", "0,x,1")
    first, again, other = (entry.randomized(Situation((), (), (), 5).rng(i)) for i in (1, 1, 2))
    assert first == again != other
    assert first.situation().labels == ("a", "b", "c")


def test_random_pairs_are_uniform_on_the_simplex_up_to_their_rounding():
    rng = np.random.default_rng(2)
    first = np.array([random_pmf(3, rng)[0] for _ in range(20_000)])
    # P(entry < 0.5) is 3/4 without rounding; rounding to 0.01 moves it by less than 0.01. Six sigmas: 1e-9.
    assert abs((first < 0.5).mean() - 0.75) < 0.01 + 6 * (0.75 * 0.25 / 20_000) ** 0.5


@given(LAWS)
def test_a_vector_as_texts_sums_to_one_and_stays_close(law):
    values = [parse_number(item) for item in as_items(law)]
    assert sum(values) == pytest.approx(1, abs=1e-12)
    assert values == pytest.approx(law, abs=1e-6)


def test_a_tiny_mass_keeps_all_its_digits():
    assert as_items(np.array([1 - 1e-9, 1e-9])) == [repr(1 - 1e-9), "1e-09"]


def test_letters_name_every_token_of_the_largest_vocabulary():
    assert letters(3) == ["A", "B", "C"]
    assert len(set(letters(MAX_TOKENS))) == MAX_TOKENS


@pytest.mark.parametrize("sign", ["\x00", "\x01", "\x1b", "\uffff", "\ud800"])
def test_a_name_that_cannot_be_shown_is_refused_in_a_link_and_replaced_in_a_file(sign):
    assert [p.field for p in Entry(f"a{sign},b", "1,0", "0,1").problems] == ["labels"]
    imported = from_json(json.dumps({"p": [1, 0], "q": [0, 1], "labels": [sign, "b"]}))
    assert imported.situation().labels == ("\N{REPLACEMENT CHARACTER}", "b")


def test_normalising_leaves_a_vector_that_holds_as_typed():
    entry = Entry("a,b,c", "1/3,1/3,1/3", "1,1,2")
    assert (entry.normalized().p, entry.normalized().q) == ("1/3,1/3,1/3", "0.25,0.25,0.5")
