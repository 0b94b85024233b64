"""Time and peak memory of a check: python benchmarks/check_trace.py [events] [jsonl|csv|parquet] [tokens] [top]

Writes a trace of an exact sampler with sparse rows into a temporary directory, then checks it in a process of its own
with the command that users run. Peak memory is that of this process, Python and its libraries included.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from lab.core.rules import RULES

ROOT = Path(__file__).resolve().parents[1]
PAIRS, REQUEST = 500, 200


def columns(events, tokens, top, seed=0):
    """An exact run as columns: every event has one of 500 pairs of laws, requests are 200 tokens long."""
    rng = np.random.default_rng(seed)
    which = rng.integers(PAIRS, size=events)
    held = {name: [None] * events for name in ("p_ids", "p_probs", "q_ids", "q_probs")}
    single = {name: np.empty(events) for name in ("p_proposal", "q_proposal", "p_output", "q_output", "u")}
    whole = {name: np.empty(events, np.int64) for name in ("proposal", "output")}
    accepted = np.empty(events, bool)
    for pair in range(PAIRS):
        p, q = rng.dirichlet(np.full(tokens, 0.1), 2)
        q = 0.5 * p + 0.5 * q
        rule, at = RULES["speculative"](p, q), np.flatnonzero(which == pair)
        x, u = rng.choice(tokens, at.size, p=q), rng.random(at.size)
        kept = u < rule.accept[x]
        y = np.where(kept, x, rng.choice(tokens, at.size, p=rule.correction))
        for model, law in (("p", p), ("q", q)):
            ids = np.argsort(-law)[:top]
            rows = ids.tolist(), np.round(law[ids], 8).tolist()
            for name, row in zip(("ids", "probs"), rows, strict=True):
                for i in at.tolist():
                    held[f"{model}_{name}"][i] = row
            single[f"{model}_proposal"][at], single[f"{model}_output"][at] = law[x], law[y]
        whole["proposal"][at], whole["output"][at], accepted[at], single["u"][at] = x, y, kept, u
    number = np.arange(events)
    return {"request": number // REQUEST, "position": number % REQUEST, "accepted": accepted} | whole | single | held


def write(path, events, tokens, top):
    """Write the trace in parts, so that making it needs little memory."""
    part = 50_000
    file = None
    for start in range(0, events, part):
        made = columns(min(part, events - start), tokens, top, seed=start)
        made["request"] = made["request"] + start
        if path.suffix == ".parquet":
            table = pa.table(made)
            file = file or parquet.ParquetWriter(path, table.schema)
            file.write_table(table)
        else:
            with path.open("a", encoding="utf-8") as text:
                write_text(text, made, header=start == 0, csv=path.suffix == ".csv")
    if file is not None:
        file.close()


def write_text(file, made, header, csv):
    """Rows as JSON lines or CSV."""
    names = list(made)
    rows = zip(*(values if isinstance(values, list) else values.tolist() for values in made.values()), strict=True)
    if csv and header:
        file.write(",".join(names) + "\n")
    for row in rows:
        if csv:
            cells = (" ".join(map(str, cell)) if isinstance(cell, list) else str(cell) for cell in row)
            file.write(",".join(cells) + "\n")
        else:
            file.write(json.dumps(dict(zip(names, row, strict=True))) + "\n")


def main(events=1_000_000, kind="jsonl", tokens=1_000, top=20):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"trace.{kind}"
        write(path, events, tokens, top)
        before = time.perf_counter()
        done = subprocess.run([sys.executable, "-m", "lab.check", str(path)], cwd=ROOT, capture_output=True, text=True)
        seconds = time.perf_counter() - before
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(done.stdout + done.stderr)
        size, busy, memory = path.stat().st_size / 1e6, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        print("| file | events | size | time | processor | peak memory | exit |", "| --- |" + " --- |" * 6, sep="\n")
        figures = f"{seconds:.1f} s | {busy:.1f} s | {memory:.0f} MB | {done.returncode}"
        print(f"| {kind} | {events:,} | {size:.0f} MB | {figures} |")


if __name__ == "__main__":
    main(*(text if text.isalpha() else int(text) for text in sys.argv[1:]))
