"""The house has floors: what each place may import. Imports go downwards only."""

import ast
import sys
from importlib.util import resolve_name
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAB = {"lab/core", "lab", "lab/lessons", "lab/charts", "lab/check", "lab/classroom", "lab/ui"}
# From the ground up. A place may import itself, what stands here, and Python's own library. "lab" alone means the
# modules that lie directly in lab/: situations, and how they are read and written.
MAY_IMPORT = {
    "lab/core": {"numpy", "scipy", "ml_dtypes"},
    "lab": {"lab/core", "numpy"},
    "lab/lessons": {"lab", "lab/core", "numpy"},
    "lab/charts": {"lab/core", "numpy", "scipy", "pandas", "pyarrow", "altair", "vl_convert"},
    "lab/check": {"lab/core", "numpy", "scipy", "pandas", "pyarrow"},
    "lab/check/implementations": {"lab/check", "lab/core", "numpy", "torch", "transformers"},  # nothing imports it
    "lab/classroom": {"lab/core", "numpy"},
    "lab/ui": {*LAB, "streamlit", "numpy", "pandas", "altair", "segno"},
    "pages": {*LAB, "streamlit"},
    "app": {*LAB, "streamlit"},
}
FILES = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py")), *sorted((ROOT / "lab").rglob("*.py"))]


def dotted(file: Path) -> str:
    """lab/core/pmf.py -> lab.core.pmf; lab/core/__init__.py -> lab.core.__init__."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


def place(module: str) -> str:
    """The place that a module stands in; for a module from outside, its package."""
    first, *rest = module.split(".")
    if (deep := "/".join([first, *rest[:2]])) in MAY_IMPORT:
        return deep
    return f"lab/{rest[0]}" if first == "lab" and rest and (ROOT / "lab" / rest[0]).is_dir() else first


def imported(source: str, module: str) -> set[str]:
    """Every place and outside package that the source of a module imports, at its top or within a function."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module.rpartition(".")[0]
            base = resolve_name("." * node.level + (node.module or ""), package)
            names.update(f"{base}.{alias.name}" for alias in node.names)
    return {place(name) for name in names} - sys.stdlib_module_names


def strangers(source: str, module: str) -> set[str]:
    """What a module imports though its place may not."""
    here = place(module)
    return imported(source, module) - MAY_IMPORT[here] - {here}


def test_every_file_stands_in_a_known_place():
    assert {place(dotted(file)) for file in FILES} <= set(MAY_IMPORT)


@pytest.mark.parametrize("here", MAY_IMPORT)
def test_places_import_only_what_they_may(here):
    files = [file for file in FILES if place(dotted(file)) == here]
    found = {dotted(file): strangers(file.read_text(encoding="utf-8"), dotted(file)) for file in files}
    assert {module: names for module, names in found.items() if names} == {}


@pytest.mark.parametrize("here", MAY_IMPORT)
def test_no_place_may_import_a_higher_one(here):
    order = list(MAY_IMPORT)
    higher = set(order[order.index(here) + 1 :])
    assert MAY_IMPORT[here] & higher == set()


@pytest.mark.parametrize(
    ("module", "source", "found"),
    [
        ("lab.core.pmf", "import streamlit as st", {"streamlit"}),
        ("lab.core.pmf", "def f():\n    from lab.ui import state", {"lab/ui"}),
        ("lab.core.rules.exact", "from ...ui import state", {"lab/ui"}),
        ("lab.charts.law", "from lab import scenarios", {"lab"}),
        ("lab.check.block.check", "from lab.check.implementations import tiny_models", {"lab/check/implementations"}),
        (
            "lab.check.block.check",
            "from lab.check import implementations\nimport torch",
            {"lab/check/implementations", "torch"},
        ),
        ("pages.start", "import numpy.random\nimport pandas, altair", {"numpy", "pandas", "altair"}),
        (
            "lab.ui.state",
            "import json\nfrom lab import scenarios\nfrom . import prose",
            set(),
        ),
    ],
)
def test_a_stranger_is_seen(module, source, found):
    assert strangers(source, module) == found
