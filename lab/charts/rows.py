"""One row for each token: its name and its numbers above its bar, so that bars keep the whole width of a phone."""

from collections.abc import Sequence

from lab.charts.layout import text_width
from lab.charts.marks import text

ROW_PIXELS, AXIS_PIXELS = 52, 56
PROBABILITY_AXIS = {"tickCount": 5, "grid": True, "domain": False, "labelPadding": 6, "titlePadding": 6}
LINE_AT = 0.78  # height of the text line in a row, from the row's foot


def row_texts(labels: Sequence[str], numbers: Sequence[str], end: float) -> list[dict]:
    """Names at the left and numbers at the right end of each row's text line; the first row is the highest.

    Args:
        labels: V names.
        numbers: V texts; a name is cut before it could meet them on a picture 330 pixels wide.
        end: the right end of the axis.
    """
    texts = []
    for row, (label, words) in enumerate(zip(labels, numbers, strict=True)):
        y = len(labels) - 1 - row + LINE_AT
        room = min(0.9, (text_width(words, 12) + 16) / 330)
        texts.append(text(0, y, label, align="left", bold=True, slot=1 - room, halo="page"))
        texts.append(text(end, y, words, align="right", size=12, halo="page"))
    return texts
