"""One token already proposed: accepted or rejected, once or n times. Exact, no draws."""

from functools import cache

import altair as alt
import numpy as np
import pandas as pd

from lab.charts.colors import ACCEPTED, REJECTED
from lab.charts.figure import Figure, tabular, template
from lab.charts.layout import reach
from lab.charts.marks import box, frame, hatch, line, point, text
from lab.charts.scene import Scene, layers
from lab.core.numbers import fmt, fmt_signed
from lab.core.repeats import accepted_count_law

MAX_PROPOSALS = 50
ROUNDING = 1e-12  # chances that differ by this much are equal
LABEL = 0.09  # height of the number above a bar, as a part of the highest bar's
_BARS = ((0.04, 0.46), (0.54, 0.96))


def two_bars(success: float, guess: float | None = None, reveal: bool = True) -> Figure:
    """The chances that one proposed token is accepted and rejected, with a guess as dashed outlines.

    Args:
        success: this token's acceptance probability, in [0, 1].
        guess: the guessed acceptance probability, in [0, 1].
        reveal: False shows the guess alone.
    """
    _check(success, "success")
    rows = {"accepted": (success, guess, ACCEPTED), "rejected": (1 - success, _rest(guess), REJECTED)}
    scene = Scene(lines=[line(0, 0, 1, 0)])
    for ends, (part, (truth, guessed, fill)) in zip(_BARS, rows.items(), strict=True):
        scene += _bar(ends, part, truth, fill, guessed) if reveal else Scene()
        scene += _guess(ends, part, guessed) + Scene(texts=[text(sum(ends) / 2, -0.08, part, bold=True)])
    return Figure(_two_template(), scene.data(), _two_table(rows, reveal), _two_alt(rows, reveal), "one-proposal")


def binomial_bars(success: float, n: int, reveal: bool = True) -> Figure:
    """Exact chances of k accepted among n independent proposals of such a token.

    Args:
        success: acceptance probability of each, in [0, 1].
        n: number of proposals, 1 to 50.
        reveal: False shows the axis alone.
    """
    _check(success, "success")
    if not 1 <= n <= MAX_PROPOSALS:
        raise ValueError(f"n is {n}: choose a whole number from 1 to {MAX_PROPOSALS}")
    counts = [f"{k}" for k in range(n + 1)]
    if not reveal:
        hidden = [box((k, k, 0, 0), "transparent", f"{k} of {n}", "accepted", "not shown yet") for k in range(n + 1)]
        words = text(n / 2, 0.5, "open until you have predicted")
        scene = Scene(hidden, [line(-0.5, 0, n + 0.5, 0)], _corners(n, 1.0), [words])
        table, words = tabular({"Accepted": counts}), f"The number accepted among {n}: not shown yet."
        return Figure(_binomial_template(), scene.data(), table, words, "accepted-among-n")
    chances = accepted_count_law(success, n)
    mean, top = n * success, reach(chances)
    boxes = [
        box((k - 0.42, k + 0.42, 0, float(c)), ACCEPTED, f"{k} of {n}", "accepted", fmt(c))
        for k, c in enumerate(chances)
    ]
    lines = _mean_line(mean, float(chances[round(mean)]), top)
    side = {"align": "left", "dx": 6} if mean < n / 2 else {"align": "right", "dx": -6}
    texts = [text(mean, top * 1.1, f"mean {fmt(mean)}", **side), *_counts(chances, n, top)]
    scene = Scene(boxes, lines, _corners(n, top), texts)
    likely = " and ".join(map(str, np.flatnonzero(chances >= chances.max() - ROUNDING)))
    peak = f"most likely {likely} ({fmt(chances.max())}), mean {fmt(mean)}"
    words = f"Exact chances of the number accepted among {n}: {peak}."
    table = tabular({"Accepted": counts, "Probability": [fmt(c) for c in chances]})
    return Figure(_binomial_template(), scene.data(), table, words, "accepted-among-n")


@cache
def _two_template() -> dict:
    x = alt.X("x:Q").scale(domain=[0, 1], nice=False).axis(None)
    y = alt.Y("y:Q").scale(domain=[-0.22, 1.12], nice=False).axis(values=[0, 0.5, 1], domain=False).title("probability")
    return template(layers(x, y), height=320)


@cache
def _binomial_template() -> dict:
    x = alt.X("x:Q").scale(nice=False, zero=False).axis(tickMinStep=1, grid=False, format="d").title("accepted")
    y = alt.Y("y:Q").scale(nice=False, zero=True).axis(tickCount=4, domain=False).title("probability")
    return template(layers(x, y), height=320)


def _corners(n: int, top: float) -> list[dict]:
    """Two unseen points that fix the axes."""
    return [point(-0.5, top * 1.15, size=0), point(n + 0.5, 0, size=0)]


def _bar(ends: tuple[float, float], part: str, chance: float, fill: str, guess: float | None) -> Scene:
    crossed = guess is not None and chance < guess < chance + LABEL + 0.04  # then the number stands above the guess
    boxes = [box((*ends, 0, chance), fill, "This token", part, fmt(chance))]
    words = text(sum(ends) / 2, (guess if crossed else chance) + 0.02, fmt(chance), side="above", size=18, bold=True)
    return Scene(boxes, hatch(boxes), [], [words])


def _guess(ends: tuple[float, float], part: str, guess: float | None) -> Scene:
    if guess is None:
        return Scene()
    wide = (ends[0] - 0.02, ends[1] + 0.02)
    words = text(sum(ends) / 2, -0.16, f"your guess {fmt(guess)}")
    named = box((*wide, 0, guess), "transparent", "This token", f"{part}, your guess", fmt(guess))
    return Scene([named], frame((*wide, 0, guess), dash=True, width=2.5), texts=[words])


def _mean_line(mean: float, chance: float, top: float) -> list[dict]:
    """A line up the picture that leaves out the number above the nearest bar."""
    ends = ((0.0, chance), (chance + LABEL * top, 1.14 * top))
    return [line(mean, low, mean, high, width=2, dash=True) for low, high in ends if low < high]


def _counts(chances: np.ndarray, n: int, top: float) -> list[dict]:
    room = 40 * (n + 1)  # pixels: four digits a bar
    return [
        text(k, float(c) + 0.015 * top, fmt(c), side="above", size=11, hide=room, halo="page")
        for k, c in enumerate(chances)
    ]


def _two_table(rows: dict, reveal: bool) -> pd.DataFrame:
    table = {"Outcome": list(rows), "Guess": [fmt(guess) for _, guess, _ in rows.values()]}
    if reveal:
        table["Probability"] = [fmt(truth) for truth, _, _ in rows.values()]
        errors = [None if guess is None else guess - truth for truth, guess, _ in rows.values()]
        table["Error of the guess"] = [fmt_signed(error) for error in errors]
    return tabular(table)


def _two_alt(rows: dict, reveal: bool) -> str:
    truths = ", ".join(f"{part} {fmt(truth)}" for part, (truth, _, _) in rows.items())
    guesses = ", ".join(f"{part} {fmt(guess)}" for part, (_, guess, _) in rows.items())
    guessed = "" if rows["accepted"][1] is None else f" Guess: {guesses}."
    return (f"One proposed token: {truths}." if reveal else "One proposed token: not shown yet.") + guessed


def _rest(guess: float | None) -> float | None:
    return None if guess is None else 1 - guess


def _check(success: float, name: str) -> None:
    if not 0 <= success <= 1:
        raise ValueError(f"{name} is {success}: choose a probability from 0 to 1")
