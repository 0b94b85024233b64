"""The same in Python: what a page offers to copy runs, and means the numbers on the screen."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.acceptance import acceptance_rate
from lab.core.numbers import fmt
from lab.lessons.snippets import situation_code, snippet
from lab.scenarios import SCENARIOS
from lab.situation import Situation

ROOT = Path(__file__).resolve().parents[2]
TYPED = Situation(tuple("abcd"), ("1/3", "½", "0", "1/6"), ("0,5", "25 %", "⅛", "1/8"), seed=2**32 - 1)


def defined_by(code: str) -> dict:
    names: dict = {}
    exec(code, names)
    return names


@pytest.mark.parametrize("situation", [TYPED, *(s.situation for s in SCENARIOS.values())])
def test_the_code_defines_the_pair_and_the_draws_of_the_screen(situation):
    names = defined_by(situation_code(situation))
    assert names["p"] == pytest.approx(situation.p.tolist(), abs=1e-15)
    assert names["q"] == pytest.approx(situation.q.tolist(), abs=1e-15)
    assert names["rng"].random() == np.random.default_rng(situation.seed).random()


def test_fractions_stay_fractions_and_everything_else_is_written_as_python_does():
    code = situation_code(TYPED)
    assert "p = [1 / 3, 0.5, 0.0, 1 / 6]" in code
    assert "q = [0.5, 0.25, 0.125, 1 / 8]" in code


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_leading_zeros_and_large_numbers_make_no_syntax_error(top, bottom):
    items = (f"{top:08d}/{bottom:08d}", "1")
    assert defined_by(situation_code(Situation(("a", "b"), items, items)))["p"] == [top / bottom, 1.0]


def test_typed_names_never_reach_the_code():
    assert "import os" not in snippet(Situation(('"\nimport os', "b"), ("1", "0"), ("0", "1")), "print(p)")


def test_a_whole_script_runs_and_prints_the_digits_of_the_screen():
    script = snippet(TYPED, "from lab.core.acceptance import acceptance_rate\nprint(acceptance_rate(p, q))\n")
    printed = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout
    assert fmt(float(printed)) == fmt(acceptance_rate(TYPED.p, TYPED.q)) == "0.7083"
