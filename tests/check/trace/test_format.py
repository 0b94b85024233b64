"""The format guide keeps its promises: its example runs, and its table names every column."""

import re
from pathlib import Path

import numpy as np

from lab.check import check_trace
from lab.check.trace.fields import COLUMNS
from lab.core.acceptance import accept_prob, residual

GUIDE = (Path(__file__).resolve().parents[3] / "docs" / "trace-format.md").read_text(encoding="utf-8")


def test_the_recording_example_of_the_guide_records_a_trace_that_raises_no_alarm(tmp_path, monkeypatch):
    rng = np.random.default_rng(1)

    def tested_proposals():
        for position in range(400):
            p, q = rng.dirichlet(np.full(60, 0.2), 2)
            yield "one", position, p, q, rng.choice(60, p=q)

    def verify(x, u, p, q):
        kept = u < accept_prob(p, q)[x]
        return (x if kept else rng.choice(60, p=residual(p, q))), kept

    monkeypatch.chdir(tmp_path)
    code = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL).group(1)
    exec(code, {"rng": rng, "tested_proposals": tested_proposals, "verify": verify})
    report = check_trace("trace.jsonl", level=1e-6)
    assert (report.verdict, report.record["events"]) == ("inconclusive", 400)


def test_the_guide_names_every_column():
    table = "".join(line for line in GUIDE.splitlines() if line.startswith("| `"))
    assert [name for name in COLUMNS if f"`{name}`" not in table] == []
