"""What was found about real libraries: written twice, read again."""

import json
from pathlib import Path

from lab.check.findings import Finding, Findings, Limit, of_report, read, write
from lab.check.report import Test, judge

DOCS = Path(__file__).resolve().parents[2] / "docs"
FOUND = Findings(
    {"numpy": "2"},
    [Finding("step", "a | pair", "float16", 1000, "pass", "fine", 3, 0.04)],
    [Limit("It can.", "1/2", "3")],
)


def test_what_is_written_is_read(tmp_path):
    write(FOUND, tmp_path)
    assert read(tmp_path) == FOUND


def test_a_newer_finding_takes_the_place_of_an_older_one():
    newer = Finding("step", "a | pair", "float16", 2000, "fail", "worse", 4)
    other = Finding("step", "a | pair", "float32", 2000, "pass", "", 4)
    assert FOUND.updated(newer).updated(other).findings == [newer, other]
    assert [row.size for row in FOUND.findings] == [1000]


def test_a_table_row_by_hand():
    """A bar in a name would split the cell."""
    assert "| a \\| pair | float16 | 1,000 | 3 | 0.04 | pass | fine |" in FOUND.to_markdown()


def test_a_report_becomes_a_finding_without_the_place_of_the_library():
    tests = [Test("Sampler runs", float("nan"), 0.0, "it raised in /home/me/venv/site-packages/torch/x.py: no")]
    report = judge(tests, level=0.01, size=5, needed=0, record={"size": 5, "seed": 2})
    found = of_report("step", "a pair", "float32", report, "Seen twice.")
    assert (found.size, found.seed, found.verdict) == (5, 2, "fail")
    assert found.said == "it raised in torch/x.py: no Seen twice."


def test_the_shipped_page_says_what_the_shipped_data_say():
    assert read(DOCS).to_markdown() == (DOCS / "implementations.md").read_text(encoding="utf-8")


def test_the_shipped_page_names_its_versions_and_command():
    stored = json.loads((DOCS / "implementations.json").read_text(encoding="utf-8"))
    assert stored["versions"].keys() >= {"torch", "transformers", "numpy"}
    assert stored["command"] in (DOCS / "implementations.md").read_text(encoding="utf-8")
    assert {row["part"] for row in stored["findings"]} == {"step", "endpoint", "assisted generation"}
