"""Boxes, lines, points and texts placed by data alone.

The specification of each layer never changes: places, colours and words are data. So the browser updates a picture in
place while values change, typed text can never become part of a specification, and each layer is built once.
Texts turn upright or vanish by the width the picture really has, which only the browser knows.
"""

from collections.abc import Sequence
from itertools import pairwise

import altair as alt
import pandas as pd
from numpy.typing import NDArray

from lab.charts.colors import INK_OR_INSIDE, INSIDE
from lab.charts.layout import text_width

BOX = ["x", "x2", "y", "y2", "fill", "token", "part", "mass", "about"]
LINE = ["x", "y", "x2", "y2", "width", "opacity", "dash", "inside"]
POINT = ["x", "y", "dx", "shape", "size", "fill", "stroke", "width"]
TEXT = ["x", "y", "dx", "text", "size", "bold", "inside", "halo", "side", "align", "turn", "hide", "slot"]
TURNED_LIMIT = 46  # pixels for a text that stands upright
NARROW = 14  # pixels: the least width for upright digits
NO_LIMIT = 1e6

_TURNED = "width < datum.turn"


def box(corners: tuple[float, float, float, float], fill: str, token: str, part: str, mass: str) -> dict:
    """A row of ``boxes``; corners are x, x2, y, y2."""
    row = dict(zip(BOX, (*corners, fill, token, part, mass), strict=False))
    return row | {"about": f"{token}: {part} {mass}"}


def line(x: float, y: float, x2: float, y2: float, **style: object) -> dict:
    """A row of ``lines``; style: width, opacity, dash, inside (on a filled mark)."""
    return {"x": x, "y": y, "x2": x2, "y2": y2, "width": 1, "opacity": 1, "dash": False, "inside": False} | style


def frame(x: float, x2: float, y: float, y2: float, **style: object) -> list[dict]:
    """Four rows of ``lines`` around a box."""
    corners = [(x, y), (x2, y), (x2, y2), (x, y2), (x, y)]
    return [line(*a, *b, **style) for a, b in pairwise(corners)]


def point(x: float, y: float, shape: str, size: float, **style: object) -> dict:
    """A row of ``points``; style: fill, stroke, width, dx."""
    return {
        "x": x,
        "y": y,
        "dx": 0,
        "shape": shape,
        "size": size,
        "fill": "transparent",
        "stroke": INSIDE,
        "width": 1.5,
    } | style


def text(x: float, y: float, words: str, **style: object) -> dict:
    """A row of ``texts``.

    Args:
        x: place along the picture.
        y: height.
        words: any text, shown as it is.
        style: dx, size, bold, inside (on a filled mark), halo (colour), side of (x, y) it lies on ("above", "middle",
            "below"), align, turn and hide (widths of the picture under which it stands upright or vanishes), slot (the
            part of the width it may take).
    """
    plain = {"dx": 0, "size": 13, "bold": False, "inside": False, "halo": "transparent", "side": "middle"}
    return {"x": x, "y": y, "text": words} | plain | {"align": "center", "turn": 0.0, "hide": 0.0, "slot": 1.0} | style


def number(ends: tuple[float, float], y: float, digits: str, turns: bool = True, **style: object) -> dict:
    """A row of ``texts``: digits between two ends; where they do not fit they stand upright or vanish."""
    width = max(ends[1] - ends[0], 1e-7)
    fits, upright = (text_width(digits, 12) + 4) / width, NARROW / width
    room = {"turn": fits, "hide": upright} if turns else {"hide": fits}
    return text((ends[0] + ends[1]) / 2, y, digits, size=12, slot=NO_LIMIT, **room, **style)


def names_along(places: NDArray, slots: NDArray, y: float, names: Sequence[str], side: str) -> list[dict]:
    """Rows of ``texts``: names in a line; all stand upright as soon as one has too little room."""
    need = max(((min(text_width(name), 44) + 6) / slot for name, slot in zip(names, slots, strict=True)), default=0.0)
    return [
        text(float(x), y, name, side=side, turn=float(need), slot=float(slot), bold=True)
        for x, slot, name in zip(places, slots, names, strict=True)
    ]


def layers(x: alt.X, y: alt.Y) -> alt.LayerChart:
    """Boxes under lines under points under texts, over the named data "boxes", "lines", "points", "texts"."""
    return alt.layer(_boxes(x, y), _lines(x, y), _points(x, y), *_texts(x, y))


def frames(boxes: list[dict], lines: list[dict], points: list[dict], texts: list[dict]) -> dict[str, pd.DataFrame]:
    """The data of ``layers``."""
    named = {"boxes": (boxes, BOX), "lines": (lines, LINE), "points": (points, POINT), "texts": (texts, TEXT)}
    return {name: pd.DataFrame(rows, columns=columns) for name, (rows, columns) in named.items()}


def _boxes(x: alt.X, y: alt.Y) -> alt.Chart:
    shown = {"token": "Token", "part": "Part", "mass": "Mass"}
    return (
        alt.Chart(alt.NamedData("boxes"))
        .mark_rect()
        .encode(
            x,
            y,
            alt.X2("x2"),
            alt.Y2("y2"),
            alt.Fill("fill:N").scale(None),
            alt.Description("about:N"),
            tooltip=[alt.Tooltip(f"{name}:N").title(title) for name, title in shown.items()],
        )
    )


def _lines(x: alt.X, y: alt.Y) -> alt.Chart:
    style = {
        "color": INK_OR_INSIDE,
        "strokeWidth": alt.expr("datum.width"),
        "opacity": alt.expr("datum.opacity"),
        "strokeDash": alt.expr("datum.dash ? [4, 3] : [1, 0]"),
    }
    chart = alt.Chart(alt.NamedData("lines")).mark_rule(aria=False, tooltip=None, **style)
    return chart.encode(x, y, alt.X2("x2"), alt.Y2("y2"))


def _points(x: alt.X, y: alt.Y) -> alt.Chart:
    style = {"strokeWidth": alt.expr("datum.width"), "opacity": 1, "xOffset": alt.expr("datum.dx")}
    return (
        alt.Chart(alt.NamedData("points"))
        .mark_point(aria=False, tooltip=None, **style)
        .encode(
            x,
            y,
            alt.Shape("shape:N").scale(None),
            alt.Size("size:Q").scale(None),
            alt.Fill("fill:N").scale(None),
            alt.Stroke("stroke:N").scale(None),
        )
    )


def _texts(x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Each text over its own outline, so that hatching and darts leave it readable."""
    outline = {"stroke": alt.expr("datum.halo"), "strokeWidth": 4, "strokeJoin": "round", "color": "transparent"}
    return [
        alt.Chart(alt.NamedData("texts")).mark_text(**_text_options(), **style).encode(x, y, alt.Text("text:N"))
        for style in (outline, {"color": INK_OR_INSIDE})
    ]


def _text_options() -> dict:
    turned_align = "(datum.side == 'above' ? 'left' : datum.side == 'below' ? 'right' : 'center')"
    flat_baseline = "(datum.side == 'above' ? 'bottom' : datum.side == 'below' ? 'top' : 'middle')"
    return {
        "aria": False,
        "tooltip": None,
        "dx": alt.expr("datum.dx"),
        "fontSize": alt.expr("datum.size"),
        "fontWeight": alt.expr("datum.bold ? 'bold' : 'normal'"),
        "angle": alt.expr(f"{_TURNED} ? 270 : 0"),
        "align": alt.expr(f"{_TURNED} ? {turned_align} : datum.align"),
        "baseline": alt.expr(f"{_TURNED} ? 'middle' : {flat_baseline}"),
        "limit": alt.expr(f"{_TURNED} ? {TURNED_LIMIT} : max(datum.slot * width - 6, 1)"),
        "opacity": alt.expr("width < datum.hide ? 0 : 1"),
    }
