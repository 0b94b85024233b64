"""A measure of the rule as the temperature changes, for each place where the request can be applied."""

from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from lab.charts.curves import Axes, curves
from lab.charts.figure import Figure

_COLDEST = 0.02  # where temperature 0 is drawn on the log axis


def temperature_curves(
    temperatures: Sequence[float], lines: Mapping[str, ArrayLike], now: float, measure: str, name: str
) -> Figure:
    """One line for each place over a log axis of temperatures; a rule marks the temperature in use.

    Args:
        temperatures: n values, rising; 0 is drawn at the left end.
        lines: up to four names of places → n values in [0, 1].
        now: the temperature in use.
        measure: what the values are, for the axis.
        name: file name of the figure.
    """
    places = (_COLDEST, 0.1, 0.3, 1.0, 3.0, 10.0)
    axes = Axes("temperature (log axis)", "T", measure, places, log=True, least=_COLDEST)
    return curves(temperatures, lines, now, axes, name)
