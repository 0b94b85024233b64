"""A figure as a file: SVG, PNG or CSV. Works offline; light theme on white."""

import json
import re

import pandas as pd
import vl_convert as vlc

from lab.charts.figure import Figure
from lab.core.numbers import MINUS, showable

EXPORT_WIDTH = 720
NAMES = {"Token", "Row", "Draft", "Emitted", "Sequence", "Position"}  # columns of names, which stay as typed
_NUMBER = re.compile(rf"[+{MINUS}]?(\d{{1,3}}(,\d{{3}})*|\d+)(\.\d+)?(e[+-]?\d+)?", re.ASCII)
_CONFIG = {
    "background": "white",
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {"domain": False, "ticks": False, "gridColor": "#dddddd", "labelFontSize": 12, "titleFontSize": 13},
    "axisDiscrete": {"grid": False},
}


def to_svg(figure: Figure) -> str:
    """The picture as an SVG document."""
    return vlc.vegalite_to_svg(_spec(figure), allowed_base_urls=[])


def to_png(figure: Figure, scale: float = 2) -> bytes:
    """The picture as PNG bytes, ``scale`` pixels for each unit of a 720 wide picture."""
    return vlc.vegalite_to_png(_spec(figure), scale=scale, allowed_base_urls=[])


def to_csv(figure: Figure) -> str:
    """The table as CSV: numbers as programs read them, all else as ``frame_csv`` writes it."""
    table = figure.table
    return frame_csv(table.assign(**{name: table[name].map(_plain) for name in table if name not in NAMES}))


def frame_csv(frame: pd.DataFrame) -> str:
    """Any table as CSV; a cell that a spreadsheet would run as a formula starts with an apostrophe."""
    return frame.map(_inert).to_csv(index=False)


def _spec(figure: Figure) -> str:
    rows = {name: table.to_pylist() for name, table in figure.data.items()}
    page = {"width": EXPORT_WIDTH, "padding": 12, "description": figure.alt, "config": _CONFIG}
    return json.dumps(_written({**figure.template, "datasets": rows, **page}))


def _written(part: object) -> object:
    """A specification without characters that no SVG can hold: vl-convert ends the whole process on one."""
    if isinstance(part, dict):
        return {key: _written(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_written(value) for value in part]
    return showable(part) if isinstance(part, str) else part


def _plain(cell: object) -> object:
    """A number written for the screen ("−1,234.5") as programs write it ("-1234.5")."""
    if not isinstance(cell, str) or not _NUMBER.fullmatch(cell):
        return cell
    return cell.replace(",", "").replace(MINUS, "-")


def _inert(cell: object) -> object:
    if not isinstance(cell, str) or not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return cell
    try:
        float(cell)
    except ValueError:
        return "'" + cell
    return cell
