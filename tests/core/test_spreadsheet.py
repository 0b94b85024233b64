"""Blocks pasted out of spreadsheets: the columns are found whatever separates them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.parsing import MAX_TOKENS
from lab.core.spreadsheet import Block, split_block


@pytest.mark.parametrize(
    ("text", "labels", "p", "q"),
    [
        ("0.5\n0.3\n0.2", None, ["0.5", "0.3", "0.2"], None),
        ("p\n0.5\n0.5", None, ["0.5", "0.5"], None),
        ("0,5\n0,5\n", None, ["0,5", "0,5"], None),
        ("0.5\t0.1\r\n0.5\t0.9\r\n", None, ["0.5", "0.5"], ["0.1", "0.9"]),
        ("p\tq\n0,5\t10%\n1/2\t90%", None, ["0,5", "1/2"], ["10%", "90%"]),
        ("0,5;0,1\n0,5;0,9", None, ["0,5", "0,5"], ["0,1", "0,9"]),
        ("0.5, 0.1\n0.5, 0.9", None, ["0.5", "0.5"], ["0.1", "0.9"]),
        ("token\tp\tq\nthe\t0.5\t0.1\na\t0.5\t0.9", ["the", "a"], ["0.5", "0.5"], ["0.1", "0.9"]),
        ('"\t0.5\t0.1\n\t0.5\t0.9', ['"', ""], ["0.5", "0.5"], ["0.1", "0.9"]),
        ('"x, y",0.5,0.1\nz,0.5,0.9', ["x, y", "z"], ["0.5", "0.5"], ["0.1", "0.9"]),
        ("0\t0.5\t0.1\n1\t0.5\t0.9", ["0", "1"], ["0.5", "0.5"], ["0.1", "0.9"]),
        ("the\t0.5\na\t0.5", ["the", "a"], ["0.5", "0.5"], None),
        ("0.5\t\n0.5\tabc", None, ["0.5", "0.5"], ["", "abc"]),
        ("0.5\t0.3\t0.2", None, ["0.5", "0.3", "0.2"], None),
        ("0.5; 0.5\n\n", None, ["0.5", "0.5"], None),
        ("", None, [], None),
    ],
)
def test_the_columns_of_a_block_are_found(text, labels, p, q):
    assert split_block(text) == Block(labels, p, q)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1\t2\n1", "Line 2 has 1 columns, line 1 has 2"),
        ("1\t2\t3\t4\n1\t2\t3\t4", "4 columns"),
        ("0\n" * 13, "13 tokens"),
        ("0\n" * 5_001, "10002 characters"),
    ],
)
def test_a_block_that_does_not_fit_is_refused_with_the_reason(text, reason):
    with pytest.raises(ValueError, match=reason):
        split_block(text)


@given(st.text("01.,;/%ab \t\n\r\"'") | st.text())
def test_any_block_ends_in_columns_of_one_length_or_a_plain_sentence(text):
    try:
        block = split_block(text)
    except ValueError as error:
        block, reason = Block(None, [], None), str(error)
    else:
        reason = "."
    assert reason.endswith(".")
    assert {len(column) for column in block if column is not None} == {len(block.p)}
    assert len(block.p) <= MAX_TOKENS
