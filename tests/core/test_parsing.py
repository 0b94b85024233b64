"""Typed text: every way people write a number, a vector or a list of labels, and no way to break the reader."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lab.core.parsing import MAX_TOKENS, join_labels, join_vector, parse_number, split_labels, split_vector

ONE_LINE = st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
NUMBERISH = st.text("0123456789.,;/%eE+-−½ \t\n[]()p=:'\"\x00", max_size=60)
ITEMS = st.lists(st.text(ONE_LINE, max_size=60) | st.text('01.,;/% []p="', max_size=9), max_size=MAX_TOKENS)
SHOWABLE = st.characters(exclude_categories=["Cs", "Cc", "Cn"]) | st.sampled_from("\t\x85")
LABELS = st.lists(st.text(SHOWABLE, max_size=200), max_size=MAX_TOKENS)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.5", 0.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("0,5", 0.5),
        (",5", 0.5),
        ("1/3", 1 / 3),
        (" 1 / 3 ", 1 / 3),
        ("0,5/2", 0.25),
        ("1⁄4", 0.25),
        ("½", 0.5),
        ("⅔", 2 / 3),
        ("25%", 0.25),
        ("12,5 %", 0.125),
        ("12,5\u00a0%", 0.125),
        ("33.3%", 0.333),
        ("7％", 0.07),
        ("1/3%", 1 / 300),
        ("1e-300", 1e-300),
        ("1E+2", 100.0),
        ("5e-324", 5e-324),
        ("−0.1", -0.1),
        ("-1/4", -0.25),
        ("+0.5", 0.5),
        ("0e9999", 0.0),
    ],
)
def test_a_number_means_what_was_typed(text, number):
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text",
    ["abc", "nan", "inf", "1_000", "1,000.5", "1½", "1/2/3", "0x10", "٣", "五", "1e", ".", "/3", "%", "0.5 0.3", "--1"],
)
def test_anything_else_is_named_and_three_ways_to_write_a_number_are_shown(text):
    with pytest.raises(ValueError, match=r"is not a number: write one such as 0\.5, 1/3 or 25%\."):
        parse_number(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "missing"),
        (" \n", "missing"),
        ("1/0", "divides by zero"),
        ("0/0", "divides by zero"),
        ("1/1e-9999", "divides by zero"),
        ("1e999", "too large"),
        ("1e999/1e999", "too large"),
        ("1e-999", "too close to zero"),
        ("1e-200/1e200", "too close to zero"),
        ("1e99999", "not a number"),
        ("0." + "1" * 200, "too long"),
    ],
)
def test_a_number_outside_the_range_is_refused_with_its_reason(text, reason):
    with pytest.raises(ValueError, match=reason):
        parse_number(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_back_exactly_with_point_or_comma(number):
    assert parse_number(repr(number)) == number
    assert parse_number(repr(number).replace(".", ",")) == number


@given(NUMBERISH | st.text(), st.text(max_size=8_000))
@example("9" * 100 + "/" + "9" * 99, "1e9999999999")
@example(" " * 1_999 + "x", " \n," * 600)
@example("a.a." * 500, "a=" * 1_000)
def test_any_text_ends_in_a_value_or_a_plain_sentence(short, long):
    for text in (short, long):
        assert isinstance(value_or_reason(parse_number, text), float | str)
        for split in (split_vector, split_labels):
            assert isinstance(value_or_reason(split, text), list | str)


def value_or_reason(read, text):
    """What the reader returns; or, where it refuses the text, its sentence."""
    try:
        return read(text)
    except ValueError as error:
        reason = str(error)
    assert reason.endswith(".")
    return reason


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("0.5, 0.3, 0.2", ["0.5", "0.3", "0.2"]),
        ("0.5\n0.3\n0.2\n", ["0.5", "0.3", "0.2"]),
        ("0.5\r\n0.3\r\n0.2", ["0.5", "0.3", "0.2"]),
        ("0.5\t0.3\t0.2", ["0.5", "0.3", "0.2"]),
        ("0.5\t\t0.2", ["0.5", "", "0.2"]),
        ("0.5  0.3 0.2", ["0.5", "0.3", "0.2"]),
        ("0,5; 0,3; 0,2", ["0,5", "0,3", "0,2"]),
        ("0,5;0,3;", ["0,5", "0,3"]),
        ("0,5 0,3 0,2", ["0,5", "0,3", "0,2"]),
        ("0,5\n0,3\n0,2", ["0,5", "0,3", "0,2"]),
        ("0,5 0 0,5", ["0,5", "0", "0,5"]),
        ("1,0", ["1", "0"]),
        ("1 ,0 ,0", ["1", "0", "0"]),
        ("1/2,1/4,1/4", ["1/2", "1/4", "1/4"]),
        ("1 / 2  1 / 4  1 / 4", ["1/2", "1/4", "1/4"]),
        ("50% 25% 25%", ["50%", "25%", "25%"]),
        ("50 % 25 % 25 %", ["50%", "25%", "25%"]),
        ("12,5 % 87,5 %", ["12,5%", "87,5%"]),
        ("[0.5, 0.3, 0.2]", ["0.5", "0.3", "0.2"]),
        ("(0.5 0.5)", ["0.5", "0.5"]),
        ("[\n  0.5,\n  0.5\n]", ["0.5", "0.5"]),
        ("p = 0.5, 0.5", ["0.5", "0.5"]),
        ("q: [0,5; 0,5]", ["0,5", "0,5"]),
        ("p = np.array([0.5, 0.5])", ["0.5", "0.5"]),
        ("0.5,,0.5", ["0.5", "", "0.5"]),
        ("abc, 1", ["abc", "1"]),
        ("", []),
    ],
)
def test_a_vector_is_cut_into_the_entries_as_typed(text, items):
    assert split_vector(text) == items


@given(ITEMS)
@example(["0.5 0.3", "0.2"])
@example(["0", "5 0", "3"])
@example(["[a", "b]"])
@example(["p = 1", ""])
@example(["0,5", ""])
@example([""])
@example([";", "a;b", '"'])
def test_entries_survive_the_text_that_joins_them(items):
    assert split_vector(join_vector(items)) == [item.strip() for item in items]


def test_the_joined_text_is_the_plainest_that_can_be_read_back():
    assert join_vector(["0.5", "1/4", "25%"]) == "0.5,1/4,25%"
    assert join_vector(["0,5", "0,5"]) == "0,5;0,5"
    assert join_vector(["0,5", ""]) == "0,5;;"
    with pytest.raises(ValueError, match="each entry on one line"):
        join_vector(["0.5\n;", "0"])


def test_every_table_of_full_fields_can_be_written():
    for sign in '0;"[, ':
        fields = [f"x{sign * 98}x"] * MAX_TOKENS
        assert split_vector(join_vector(fields)) == fields


@given(LABELS)
@example([""])
@example(["", ""])
@example(["a,b", '"', " x ", "‘=1+1", "🎲", "\t", "\u2028", "'"])
def test_labels_survive_the_line_that_joins_them(labels):
    assert split_labels(join_labels(labels)) == labels


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        (["a"] * 13, "13 labels"),
        (["x" * 1_001], "Label 1 has 1001"),
        (["a", "b\nc"], "Label 2 holds a line end"),
        (["a", "\x00"], "Label 2 holds a character that cannot be shown"),
    ],
)
def test_labels_that_cannot_be_shown_are_refused(labels, reason):
    with pytest.raises(ValueError, match=reason):
        join_labels(labels)


def test_a_vector_of_13_entries_or_2501_characters_is_refused():
    with pytest.raises(ValueError, match="13 entries: use at most 12"):
        split_vector(",".join("0" * 13))
    with pytest.raises(ValueError, match="13 entries: use at most 12"):
        join_vector(["0"] * 13)
    with pytest.raises(ValueError, match="2501 characters is too long"):
        split_vector(" " * 2_501)
    with pytest.raises(ValueError, match="2503 characters is too long"):
        join_vector(["0" * 1_251] * 2)
