"""Rows of the four kinds of mark that pictures are made of. A colour of "" follows the page: dark on light and back."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from numpy.typing import NDArray

from lab.charts.colors import HATCHING, INSIDE
from lab.charts.layout import hatching, text_width

NARROW = 14  # pixels: the least width for upright digits
NO_LIMIT = 1e6
CROSS = "M-.7,-.7L.7,.7M-.7,.7L.7,-.7"
TICK = "M0,-1L0,1"
SLASHES = "M-1,0L0,-1M-1,1L1,-1M0,1L1,0"

Corners = tuple[float, float, float, float]


def box(corners: Corners, fill: str, token: str, part: str, mass: str) -> dict:
    """A filled rectangle with a tooltip.

    Args:
        corners: x, x2, y, y2.
        fill: its colour.
        token: whose it is.
        part: what it is.
        mass: how much, as written on screen.
    """
    x, x2, y, y2 = corners
    about = f"{token}: {part} {mass}"
    return {
        "x": x,
        "x2": x2,
        "y": y,
        "y2": y2,
        "fill": fill,
        "token": token,
        "part": part,
        "mass": mass,
        "about": about,
    }


def line(x: float, y: float, x2: float, y2: float, **style: object) -> dict:
    """A straight line; style: width, opacity, dash, color."""
    return {"x": x, "y": y, "x2": x2, "y2": y2, "width": 1, "opacity": 1.0, "dash": False, "color": ""} | style


def frame(corners: Corners, **style: object) -> list[dict]:
    """Four lines around a box."""
    x, x2, y, y2 = corners
    return [line(*a, *b, **style) for a, b in pairwise([(x, y), (x2, y), (x2, y2), (x, y2), (x, y)])]


def hatch(boxes: Iterable[dict], part: str = "rejected", **pitch: float) -> list[dict]:
    """Slanted lines over the boxes of a part (pitch: see ``hatching``): colour alone would not tell them apart."""
    cut = [[row["x"], row["x2"], row["y"], row["y2"]] for row in boxes if row["part"] == part]
    return [line(*piece, opacity=HATCHING, color=INSIDE) for piece in hatching(cut, **pitch).tolist()]


def point(x: float, y: float, shape: str = "circle", **style: object) -> dict:
    """A symbol; style: size, fill, stroke, width, dx. Strokes alone (crosses) keep the fill transparent."""
    plain = {"dx": 0, "size": 40, "fill": "transparent", "stroke": INSIDE, "width": 1.5}
    return {"x": x, "y": y, "shape": shape} | plain | style


def text(x: float, y: float, words: str, **style: object) -> dict:
    """Words, shown as they are.

    Args:
        x: place along the picture.
        y: height.
        words: any text.
        style: dx, size, bold, color, halo (a colour, or "page" for that of the page), side of (x, y) it lies on
            ("above", "middle", "below"), align, turn and hide (widths of the picture under which it stands upright or
            vanishes), slot (the part of the width it may take).
    """
    plain = {"dx": 0, "size": 13, "bold": False, "color": "", "halo": "transparent", "side": "middle"}
    return {"x": x, "y": y, "text": words} | plain | {"align": "center", "turn": 0.0, "hide": 0.0, "slot": 1.0} | style


def number(ends: tuple[float, float], y: float, digits: str, turns: bool = True, **style: object) -> dict:
    """Digits between two ends; where they do not fit they stand upright or vanish."""
    width = max(ends[1] - ends[0], 1e-7)
    fits, upright = (text_width(digits, 12) + 4) / width, NARROW / width
    room = {"turn": fits, "hide": upright} if turns else {"hide": fits}
    return text((ends[0] + ends[1]) / 2, y, digits, **({"size": 12, "slot": NO_LIMIT} | room | style))


def names_along(places: NDArray, slots: NDArray, y: float, names: Sequence[str], side: str) -> list[dict]:
    """Names in a line; all stand upright as soon as one has too little room."""
    need = max(((min(text_width(name), 44) + 6) / slot for name, slot in zip(names, slots, strict=True)), default=0.0)
    return [
        text(float(x), y, name, side=side, turn=float(need), slot=float(slot), bold=True)
        for x, slot, name in zip(places, slots, names, strict=True)
    ]


def key(
    x: float, y: float, words: str, shape: str = "square", hatched: bool = False, **style: object
) -> dict[str, list[dict]]:
    """A swatch (style: see ``point``) with its words: the points and texts of a scene."""
    look = {"size": 150, "dx": 7} | style
    swatch = [point(x, y, shape, **look)]
    if hatched:
        swatch.append(point(x, y, SLASHES, **(look | {"fill": "transparent"})))
    return {"points": swatch, "texts": [text(x, y, words, align="left", dx=20)]}
