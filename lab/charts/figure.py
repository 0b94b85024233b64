"""What every picture function returns."""

from dataclasses import dataclass

import altair as alt
import pandas as pd


@dataclass(frozen=True)
class Figure:
    """One picture and the same facts in two other forms.

    Attributes:
        chart: the picture; it fills its container and keeps its height. Its specification holds no typed text: labels
            are data values under fixed column names.
        table: the tidy table, numbers written by ``lab.core.numbers.fmt``, so its digits are those of the picture.
        alt: one or two plain sentences that say what the picture shows; labels as typed, never Markdown.
        name: file name without ending, such as "acceptance-map".
    """

    chart: alt.Chart | alt.LayerChart
    table: pd.DataFrame
    alt: str
    name: str
