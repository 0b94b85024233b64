"""A request step by step: what each transform leaves of every token, and what another order would leave."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from lab.charts.colors import DRAFT, NEUTRAL, TARGET
from lab.charts.figure import Figure, tabular, template
from lab.charts.layout import reach, slots
from lab.charts.marks import CROSS, box, key, line, names_along, number, point, text
from lab.charts.scene import Scene, layers
from lab.core.numbers import display_labels, fmt

_ROW, _BAR, _FOOT = 80, 40, 62  # pixels: a step, its tallest bar, the names under the last one
_PX = 1 / _ROW
MODELS = {"p": TARGET, "q": DRAFT}


def request_steps(steps: Sequence[tuple[str, NDArray[np.float64]]], labels: Sequence[str], model: str) -> Figure:
    """One row for each step, one bar for each token; a cross where the token is cut.

    Args:
        steps: (words for the step, law after it of shape (V,)), first to last.
        labels: V token names, any text.
        model: "p" for the target, "q" for the draft.
    """
    names = display_labels(labels)
    places = (np.arange(len(names)) + 0.5) / len(names)
    scene = Scene(texts=names_along(places, slots(places), -8 * _PX, names, "below"))
    end = reach(np.concatenate([law for _, law in steps]))
    for row, step in enumerate(steps):
        scene += _row(len(steps) - 1 - row, step, names, end, MODELS[model])
    top = Scene(points=[point(0, len(steps), size=0), point(0, -_FOOT * _PX, size=0)])
    scene += Scene(**key(0.86, len(steps) - 12 * _PX, "cut", shape=CROSS, size=60, stroke=NEUTRAL, width=2.5))
    return Figure(_template(len(steps)), (scene + top).data(), *_words(steps, names, model), f"steps-of-{model}")


@cache
def _template(rows: int) -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    y = alt.Y("y:Q").scale(domain=[-_FOOT * _PX, rows], nice=False).axis(None)
    return template(layers(x, y), height=rows * _ROW + _FOOT)


def _row(base: int, step: tuple[str, NDArray], names: list[str], end: float, fill: str) -> Scene:
    (words, law), boxes, points = step, [], []
    texts = [text(0, base + 1 - 12 * _PX, words, align="left", bold=True)]
    for token, mass in enumerate(law.tolist()):
        ends = ((token + 0.12) / law.size, (token + 0.88) / law.size)
        top = base + mass / end * _BAR * _PX
        boxes.append(box((*ends, base, top), fill, names[token], words, fmt(mass) if mass else "cut"))
        if mass:
            texts.append(number(ends, top + 3 * _PX, fmt(mass), side="above", halo="page", turns=False))
        else:
            points.append(point(sum(ends) / 2, base + 11 * _PX, CROSS, size=60, stroke=NEUTRAL, width=2.5))
    return Scene(boxes, [line(0, base, 1, base, color=NEUTRAL)], points, texts)


def _words(steps: Sequence[tuple[str, NDArray]], names: list[str], model: str) -> tuple[pd.DataFrame, str]:
    table = tabular({"Token": names} | {words: [fmt(x) for x in law] for words, law in steps})
    told = "; ".join(
        f"{words}: {', '.join(f'{n} {fmt(x)}' for n, x in zip(names, law, strict=True) if x)}" for words, law in steps
    )
    return table, f"What each step of the request leaves of {model}; tokens not named are cut. {told}."
