"""python -m lab.check: exit codes, output, and no traceback whatever the file holds."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lab.check.__main__ import bar, main
from tests.check.trace.traces import trace

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "docs" / "trace-template.jsonl"
FUZZ = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
GOOD = '{"p": [0.5, 0.5], "q": [0.25, 0.75], "proposal": 0, "accepted": true, "output": 0, "u": 0.25}'


def lines(events):
    return "".join(json.dumps(event) + "\n" for event in events)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "run.jsonl"


@pytest.mark.parametrize(
    ("rule", "settings", "code"),
    [
        ("speculative", ["--detectable", "0.2"], 0),
        ("one_hot", [], 0),
        ("accept_all", [], 1),
        ("speculative", ["--detectable", "0.001"], 3),
    ],
)
def test_the_exit_code_tells_the_verdict(rule, settings, code, file, capsys):
    file.write_text(lines(trace(rule, pairs=20, each=60, uniforms=False)))
    assert main([str(file), "--level", "1e-6", *settings]) == code
    out, err = capsys.readouterr()
    first = {"speculative": ("PASS", "INCONCLUSIVE"), "one_hot": ("SLOWER",), "accept_all": ("FAIL",)}[rule]
    assert out.startswith(first)
    assert err == ""


def test_unusable_input_is_one_line_on_standard_error(file, capsys):
    file.write_text(GOOD + "\n" + GOOD.replace("0.75", "0.85"))
    assert main([str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{file}: line 2: q sums to 1.1, not to 1: ")
    assert err.count("\n") == 1


def test_json_and_html(file, tmp_path, capsys):
    file.write_text(GOOD)
    page = tmp_path / "report.html"
    main([str(file), "--json", "--html", str(page), "--seed", "4"])
    report = json.loads(capsys.readouterr().out)
    assert (report["verdict"], report["record"]["seed"]) == ("inconclusive", 4)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main([str(file), "--html", str(tmp_path / "none" / "report.html")]) == 2
    assert capsys.readouterr().err.startswith(f"--html {tmp_path / 'none' / 'report.html'}: ")


@pytest.mark.parametrize("words", [["none.jsonl"], ["--level", "2"], ["--seed", "-1"], ["--detectable", "0"]])
def test_wrong_words_are_unusable_input(words, capsys):
    assert main(words if words[0] == "none.jsonl" else [str(TEMPLATE), *words]) == 2
    assert "give" in capsys.readouterr().err


def test_a_size_is_for_samplers_only(capsys):
    assert main([str(TEMPLATE), "--size", "9"]) == 2
    assert "--size is for --sampler: leave it out" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["run.jsonl.gz", "run.csv", "run.parquet"])
def test_a_packed_or_broken_file_says_what_to_do(name, tmp_path, capsys):
    path = tmp_path / name
    path.write_bytes(b"broken" if path.suffix == ".parquet" else gzip.compress(GOOD.encode()))
    assert main([str(path)]) == 2
    assert ("write the whole file again" if path.suffix == ".parquet" else "unpack it first") in capsys.readouterr().err


def test_help_reads_as_a_whole():
    ran = subprocess.run([sys.executable, "-m", "lab.check", "--help"], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0
    for word in ("trace.jsonl", "--sampler", "exit code", "docs/trace-format.md"):
        assert word in ran.stdout


def test_the_template_is_a_trace(capsys):
    assert main([str(TEMPLATE)]) == 3
    assert "FAIL" not in capsys.readouterr().out


@FUZZ
@given(st.text())
@example("[" * 100_000)
@example("null")
@example("\n null")
@example('{"p": [1e999], "output": 0}')
@example('{"p": [1], "output": 99999999999999999999999}')
@example('{"p": [[1]], "output": 0}')
@example('{"p": [1], "p": [1], "output": 1}')
@example('{"p": {"a": 1}, "output": 0}')
@example('{"request": {}, "p": [1], "output": 0}')
@example("\ufeff")
@example("\x00")
def test_any_text_ends_with_a_line_and_no_traceback(file, capsys, text):
    file.write_text(text, encoding="utf-8")
    assert main([str(file)]) == 2
    assert "line " in capsys.readouterr().err


@FUZZ
@given(st.text())
@example("p,output\n1,0\n\x00")
@example('p,output\n"1,0\n')
def test_any_text_as_csv_ends_with_a_line(tmp_path, capsys, text):
    path = tmp_path / "run.csv"
    path.write_text("output,p\n" + text, encoding="utf-8", newline="")
    code, err = main([str(path)]), capsys.readouterr().err
    assert code in (2, 3)
    assert code == 3 or "line " in err


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3),
)


@FUZZ
@given(
    st.sampled_from(["request", "position", "proposal", "accepted", "output", "u", "p", "q", "p_ids", "q_probs"]),
    VALUES,
)
def test_any_value_in_any_field_is_used_or_refused_by_its_line(file, capsys, name, value):
    file.write_text(GOOD + "\n" + json.dumps(json.loads(GOOD) | {name: value}) + "\n" + GOOD)
    code, err = main([str(file)]), capsys.readouterr().err
    assert code in (0, 1, 2, 3)
    assert code != 2 or f"{file}: line 2: " in err


@FUZZ
@given(st.binary(max_size=4), st.integers(0, 300))
def test_damaged_bytes_never_end_in_a_traceback(file, capsys, bytes_, at):
    whole = lines(trace(pairs=1, each=3)).encode()
    at = min(at, len(whole))
    file.write_bytes(whole[:at] + bytes_ + whole[at + len(bytes_) :])
    assert main([str(file)]) in (1, 2, 3)
    capsys.readouterr()


def test_a_sampler_of_ones_own_is_found_and_checked(monkeypatch, tmp_path, capsys):
    (tmp_path / "mine_for_test.py").write_text(
        "def draft(p, q, size, rng):\n    return rng.choice(q.size, size, p=q)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["--sampler", "mine_for_test:draft", "--size", "2000"]) == 1
    assert capsys.readouterr().out.startswith("FAIL")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mine", "give --sampler as package.module:function"),
        ("no_such_module:f", "cannot be imported"),
        ("json:f", "has no function f"),
    ],
)
def test_a_sampler_that_is_not_there(name, reason, capsys):
    assert main(["--sampler", name]) == 2
    assert reason in capsys.readouterr().err


def test_the_bar_moves_on_by_hundredths():
    written = []
    show = bar(written.append)
    for done in range(1001):
        show(done, 1000, "bytes")
    assert len(written) == 101
    assert written[50].startswith("\r[###############...............]  50 %")
    assert written[-1].endswith("\n")
