"""Blocks pasted out of spreadsheets: the columns are found whatever separates them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.parsing import MAX_TOKENS, join_labels, join_vector, split_labels, split_vector
from lab.core.spreadsheet import Block, fill, split_block


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
        ("the 0.5 0.25\na  0.5   0.75", ["the", "a"], ["0.5", "0.5"], ["0.25", "0.75"]),
        ("token p q\nNew York 0,5 0,25\na 0,5 0,75", ["New York", "a"], ["0,5", "0,5"], ["0,25", "0,75"]),
        ("0.5 0.25\n0.5 0.75", None, ["0.5", "0.5"], ["0.25", "0.75"]),
        ("the 1/2\na 50%", ["the", "a"], ["1/2", "50%"], None),
        ("1 / 3\n2 / 3", None, ["1 / 3", "2 / 3"], None),
        ("p\n12,5 %\n87,5 %", None, ["12,5 %", "87,5 %"], None),
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


TABLE = {"labels": ["the", "a", "cat"], "p": ["0.5", "0.3", "0.2"], "q": ["0.2", "0.3", "0.5"]}


@pytest.mark.parametrize(
    ("column", "text", "labels", "p", "q"),
    [
        ("p", "1/2\t1/2\n1/2\t1/2", "the a", "1/2 1/2", "1/2 1/2"),
        ("q", "1/2\n1/2", "the a cat", "0.5 0.3 0.2", "1/2 1/2 0"),
        ("p", "1/4 1/4 1/4 1/4", "the a cat D", "1/4 1/4 1/4 1/4", "0.2 0.3 0.5 0"),
        ("labels", "x\t1\t0\ny\t0\t1", "x y", "1 0", "0 1"),
        ("labels", "x 1 0\ny 0 1", "x y", "1 0", "0 1"),
        ("labels", "token p\nx 0.9\ny 0.1", "x y cat", "0.9 0.1 0", "0.2 0.3 0.5"),
        ("labels", "x\ny", "x y cat", "0.5 0.3 0.2", "0.2 0.3 0.5"),
        ("labels", "1\n2\n3\n4", "1 2 3 4", "0.5 0.3 0.2 0", "0.2 0.3 0.5 0"),
        ("q", "x\t1\ny\t0", "x y cat", "0.5 0.3 0.2", "1 0 0"),
        ("p", "\n", "the a cat", "0.5 0.3 0.2", "0.2 0.3 0.5"),
    ],
)
def test_a_pasted_block_fills_the_table_from_the_column_it_was_pasted_into(column, text, labels, p, q):
    assert fill(TABLE, text, column) == {"labels": labels.split(), "p": p.split(), "q": q.split()}


@pytest.mark.parametrize("labels", [["Paris, France", "Rome, Italy"], ["Chapter 1", "Chapter 2"], ["of the", "in a"]])
def test_labels_with_commas_and_blanks_pasted_into_the_labels_stay_whole(labels):
    assert fill(TABLE, "\n".join(labels), "labels")["labels"] == [*labels, "cat"]


def test_one_label_with_a_number_pasted_into_the_labels_stays_whole():
    assert fill(TABLE, "Step 1", "labels")["labels"] == ["Step 1", "a", "cat"]


@pytest.mark.parametrize("text", ["x\n" * 13, "x" * 1_001 + "\ny", "0.5\t0.5\n" * 13, "0\n" + "0" * 2_500])
def test_a_block_that_no_situation_can_hold_is_refused(text):
    with pytest.raises(ValueError, match="use at most"):
        fill(TABLE, text, "labels" if "x" in text else "p")


@given(st.text('01.,;/%ab \t\n"') | st.text(), st.sampled_from(["labels", "p", "q"]))
def test_a_filled_table_can_be_written_as_text_and_read_back(text, column):
    try:
        table = fill(TABLE, text, column)
    except ValueError:
        table = TABLE
    assert split_labels(join_labels(table["labels"])) == table["labels"]
    assert split_vector(join_vector(table["p"])) == table["p"]
    assert split_vector(join_vector(table["q"])) == table["q"]
    assert len(table["labels"]) == len(table["p"]) == len(table["q"])
