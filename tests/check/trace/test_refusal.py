"""A trace that cannot be used is refused with its line, the reason and what to do."""

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from lab.check import check_trace

DENSE = {"p": [0.5, 0.5], "q": [0.25, 0.75], "proposal": 0, "accepted": True, "output": 0}
SPARSE = {
    "p_ids": [4, 2],
    "p_probs": [0.5, 0.25],
    "q_ids": [4],
    "q_probs": [0.5],
    "proposal": 4,
    "accepted": False,
    "output": 9,
    "p_output": 0.1,
    "q_output": 0.05,
}
BAD = [
    (DENSE, {"output": None}, "output is missing: give the token"),
    (DENSE, {"accepted": None}, "accepted is missing"),
    (DENSE, {"proposal": None}, "accepted is true without a proposal"),
    (DENSE, {"p": None}, "p is missing: give p, or p_ids and p_probs"),
    (DENSE, {"q": None}, "q is missing: give q, or q_ids and q_probs"),
    (DENSE, {"p": []}, "p is empty"),
    (DENSE, {"p": [0.5, 0.5, 0]}, "p has 3 entries and q has 2"),
    (DENSE, {"p": [0.5, -0.5]}, r"p\[1\] is -0.5: give finite numbers"),
    (DENSE, {"q": [0.5, float("nan")]}, r"q\[1\] is nan|q\[1\] is missing or NaN"),
    (DENSE, {"q": [float("inf"), 0.5]}, r"q\[0\] is inf"),
    (DENSE, {"p": [0.5, 0.52]}, "p sums to 1.02, not to 1: give probabilities"),
    (DENSE, {"p": [1e308, 1e308]}, "p sums to inf"),
    (DENSE, {"output": 2}, "output is 2, but there are 2 tokens: give 0 to 1"),
    (DENSE, {"proposal": -1}, "proposal is -1: give 0 to"),
    (SPARSE, {"output": -1}, "output is -1: give 0 to"),
    (DENSE, {"output": 10**30}, r"output is 10+: give a whole number from 0 to 2\^40"),
    (DENSE, {"proposal": 1.5}, "proposal (is|holds)"),
    (DENSE, {"proposal": "the"}, "proposal is 'the': give a whole number"),
    (DENSE, {"accepted": "maybe"}, "accepted is 'maybe': give true or false"),
    (DENSE, {"p": "half"}, "p is 'half': give a list of numbers"),
    (DENSE, {"u": 1.0}, "u is 1.0: give a number from 0"),
    (DENSE, {"u": -0.1}, "u is -0.1"),
    (DENSE, {"position": -3}, "position is -3"),
    (DENSE, {"p_output": 0.3}, "p_output is 0.3, but the row lists 0.5"),
    (DENSE, {"p_probs": [0.5], "p_ids": [0]}, "p and p_probs are both given"),
    (SPARSE, {"p_probs": None}, "p is missing|belong together"),
    (SPARSE, {"p_ids": [4]}, "p_ids has 1 entries and p_probs 2"),
    (SPARSE, {"p_ids": [4, 4]}, "p_ids names a token twice"),
    (SPARSE, {"p_ids": [4, -2]}, r"p_ids\[1\] is -2: give token ids"),
    (SPARSE, {"p_probs": [0.9, 0.2]}, "p_probs sums to 1.1, not to at most 1"),
    (SPARSE, {"p_output": None}, "p_output is missing: the token is not listed"),
    (SPARSE, {"q_output": None}, "q_output is missing"),
    (SPARSE, {"p_output": 0.4}, "p_output is 0.4, but the row leaves only 0.25"),
    (SPARSE, {"proposal": 7}, "p_proposal is missing"),
]


@pytest.mark.parametrize(("event", "change", "reason"), BAD)
def test_a_bad_line_is_named(event, change, reason, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in (DENSE, SPARSE, event | change, DENSE)))
    with pytest.raises(ValueError, match=f"^line 3: ({reason})"):
        check_trace(path)


@pytest.mark.parametrize(("event", "change", "reason"), BAD)
def test_a_bad_mapping_is_named(event, change, reason):
    with pytest.raises(ValueError, match=f"^event 3: ({reason})"):
        check_trace([DENSE, SPARSE, event | change, DENSE])


@pytest.mark.parametrize("event", [DENSE, SPARSE])
def test_the_good_lines_are_good(event):
    assert check_trace([event]).record["events"] == 1


def test_half_precision_sums_are_rescaled_up_to_the_stated_distance():
    near = DENSE | {"p": [0.5, 0.5 + 2**-9]}
    assert check_trace([near]).record["rows rescaled"] == 1
    with pytest.raises(ValueError, match="p sums to"):
        check_trace([DENSE | {"p": [0.5, 0.5 + 2**-8]}])


def test_an_error_late_in_a_large_file_has_its_line(tmp_path):
    """After several blocks, with empty lines between."""
    good, path = json.dumps(DENSE) + "\n", tmp_path / "run.jsonl"
    path.write_text(good * 40_000 + "\n \n" + good * 7 + '{"p": [1], "output": 0\n' + good)
    with pytest.raises(ValueError, match=r"^line 40010: this is no JSON"):
        check_trace(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: there are no events"),
        ("\n\n", "line 1: there are no events"),
        ("[1, 2]", r"line 1: an event is \[1, 2\]: give names and values"),
        ("{}", "line 1: output is missing"),
        ('{"p": [1], "output": 0}\n{"p": [1],', "line 2: this is no JSON from character 11 on"),
        ('{"output": ' + "1" * 5000 + "}", "line 1: this JSON holds a number that is too long"),
        ("[" * 100_000, "line 1: this JSON holds .* lists that are too deep"),
    ],
)
def test_files_that_hold_something_else(text, message, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        check_trace(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: there are no events"),
        ("p,output\n", "line 1: there are no events"),
        ("p,output\n1,0\n\n0.5 0.6,0\n", "line 4: p sums to 1.1"),
        ("p,output\n1,0\n1,0,3\n", "line 3: this row has 3 cells and the header 2"),
        ("p,output\n1,0\n1,zero\n", "line 3: output is 'zero': give a whole number"),
        ("p,output\n0.5 half,0\n", "line 2: p is '0.5 half': give a list of numbers"),
        ("a,b\n1,0\n", "line 2: the header above names no field"),
        ("p;output\n1;0\n", "line 2: the header above names no field of a trace: .* commas"),
    ],
)
def test_bad_csv(text, message, tmp_path):
    path = tmp_path / "run.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        check_trace(path)


def test_bytes_that_are_no_text(tmp_path):
    for name in ("run.jsonl", "run.csv"):
        path = tmp_path / name
        path.write_bytes(b"\xff\xfe\x00")
        with pytest.raises(ValueError, match=r"^line 1: this is no UTF-8 text"):
            check_trace(path)


def test_no_parquet_and_wrong_columns(tmp_path):
    path = tmp_path / "run.parquet"
    path.write_text("{}")
    with pytest.raises(ValueError, match=r"^row 1: this cannot be read as Parquet"):
        check_trace(path)
    parquet.write_table(pa.table({"p": [{"a": 1}], "output": [0]}), path)
    with pytest.raises(ValueError, match=r"^row 1: p holds struct.*: give a list of numbers"):
        check_trace(path)


def test_a_bad_row_of_parquet_is_named(tmp_path):
    path = tmp_path / "run.parquet"
    pd.DataFrame([DENSE, DENSE | {"p": [0.9, 0.9]}]).to_parquet(path)
    with pytest.raises(ValueError, match=r"^row 2: p sums to 1.8"):
        check_trace(path)


def test_rows_of_other_widths_and_kinds_of_numbers_are_read():
    narrow = {name: np.float32(value).tolist() if name in "pq" else value for name, value in DENSE.items()}
    arrays = DENSE | {"p": np.array([0.5, 0.5], np.float32), "proposal": np.int32(0), "accepted": np.bool_(True)}
    report = check_trace([DENSE, narrow, arrays, DENSE | {"request": 4}, DENSE | {"request": "four"}])
    assert report.record["events"] == 5


@pytest.mark.parametrize("events", [3, None, {"p": 1}])
def test_what_is_no_trace(events):
    with pytest.raises(ValueError, match="give a file, a data frame, or an iterable"):
        check_trace(events)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ValueError, match="give a file that can be read"):
        check_trace(tmp_path / "none.jsonl")


def test_a_line_that_is_cut_off_is_named_where_it_ends(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_text('{"p": [1], "output": 0}\n{"p": [1], "output"\n{"p": [1], "output": 0}\n')
    with pytest.raises(ValueError, match="line 2: this is no JSON from character 20 on"):
        check_trace(path)
