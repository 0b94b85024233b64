"""Pictures made of boxes, lines, points and texts that data alone place.

The specification of each layer never changes: places, colours and words are data. So the browser updates a picture in
place while values change, typed text can never become part of a specification, and a template is built once.
Texts turn upright or vanish by the width the picture really has, which only the browser knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import altair as alt
import pyarrow as pa

from lab.charts.colors import INK
from lab.charts.marks import line

COLUMNS = {
    "boxes": ["x", "x2", "y", "y2", "fill", "token", "part", "mass", "about"],
    "lines": ["x", "y", "x2", "y2", "width", "opacity", "dash", "color"],
    "points": ["x", "y", "shape", "dx", "size", "fill", "stroke", "width"],
    "texts": [*("x", "y", "text", "dx", "size", "bold", "color", "halo", "side", "align", "turn", "hide", "slot")],
}
TIP = {"token": "Token", "part": "Part", "mass": "Mass"}
TURNED_LIMIT = 46  # pixels for a text that stands upright
_TURNED = "width < datum.turn"


@dataclass(frozen=True, eq=False)
class Scene:
    """Rows of marks (see ``lab.charts.marks``): boxes lie under lines under points under texts.

    The sum of two scenes draws the second over the first.
    """

    boxes: list[dict] = field(default_factory=list)
    lines: list[dict] = field(default_factory=list)
    points: list[dict] = field(default_factory=list)
    texts: list[dict] = field(default_factory=list)

    def __add__(self, over: "Scene") -> "Scene":
        return Scene(*(getattr(self, name) + getattr(over, name) for name in COLUMNS))

    def data(self) -> dict[str, pa.Table]:
        """The named data of ``layers``."""
        rows = {name: getattr(self, name) for name in COLUMNS}
        rows["lines"] = rows["lines"] or self._unseen_line()
        return {
            name: pa.table({column: [row[column] for row in rows[name]] for column in columns})
            for name, columns in COLUMNS.items()
        }

    def _unseen_line(self) -> list[dict]:
        """One that is no longer than its place: an empty layer would have no range."""
        places = [(row["x"], row["y"]) for row in (*self.points, *self.texts)]
        return [line(*places[0], *places[0], opacity=0.0)] if places else []


def layers(x: alt.X, y: alt.Y, tip: Mapping[str, str] = TIP) -> alt.LayerChart:
    """The layers of a scene over the named data "boxes", "lines", "points", "texts"; boxes tell their ``tip``."""
    return alt.layer(_boxes(x, y, tip), _lines(x, y), _points(x, y), *_texts(x, y))


def _ink(name: str) -> alt.Expr:
    return alt.expr(f"datum.{name} || {INK}")


def _boxes(x: alt.X, y: alt.Y, tip: Mapping[str, str]) -> alt.Chart:
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
            tooltip=[alt.Tooltip(f"{name}:N").title(title) for name, title in tip.items()],
        )
    )


def _lines(x: alt.X, y: alt.Y) -> alt.Chart:
    style = {
        "color": _ink("color"),
        "strokeWidth": alt.expr("datum.width"),
        "opacity": alt.expr("datum.opacity"),
        "strokeDash": alt.expr("datum.dash ? [4, 3] : [1, 0]"),
    }
    chart = alt.Chart(alt.NamedData("lines")).mark_rule(aria=False, tooltip=None, **style)
    return chart.encode(x, y, alt.X2("x2"), alt.Y2("y2"))


def _points(x: alt.X, y: alt.Y) -> alt.Chart:
    style = {
        "strokeWidth": alt.expr("datum.width"),
        "opacity": 1,
        "xOffset": alt.expr("datum.dx"),
        "size": alt.expr("datum.size"),
        "fill": _ink("fill"),
        "stroke": _ink("stroke"),
    }
    chart = alt.Chart(alt.NamedData("points")).mark_point(aria=False, tooltip=None, **style)
    return chart.encode(x, y, alt.Shape("shape:N").scale(None))


def _texts(x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Each text over its own outline, so that hatching and darts leave it readable."""
    outline = {
        "stroke": alt.expr("datum.halo == 'page' ? background || 'white' : datum.halo"),
        "strokeWidth": 5,
        "strokeJoin": "round",
        "color": "transparent",
    }
    return [
        alt.Chart(alt.NamedData("texts")).mark_text(**_text_options(), **style).encode(x, y, alt.Text("text:N"))
        for style in (outline, {"color": _ink("color")})
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
