"""A figure as a file: SVG, PNG or CSV. Works offline; light theme on white."""

import json

import pandas as pd
import vl_convert as vlc

from lab.charts.figure import Figure
from lab.core.numbers import Written, showable

EXPORT_WIDTH = 720
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
    """The figure's table as CSV, as ``frame_csv`` writes it."""
    return frame_csv(figure.table)


def frame_csv(frame: pd.DataFrame) -> str:
    """A table as CSV for programs.

    Args:
        frame: cells of texts; see ``lab.charts.figure.tabular``.

    Returns:
        Written numbers with all their digits, nothing where there is no value. A text that a spreadsheet would run as
        a formula starts with an apostrophe; any other stays as it is.
    """
    return frame.map(_digits).map(_inert).to_csv(index=False)


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


def _digits(cell: object) -> object:
    if not isinstance(cell, Written):
        return cell
    return "" if cell.value is None else repr(cell.value)


def _inert(cell: object) -> object:
    if not isinstance(cell, str) or not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return cell
    try:
        float(cell)
    except ValueError:
        return "'" + cell
    return cell
