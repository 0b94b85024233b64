"""What every picture function returns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import pandas as pd
import pyarrow as pa


@dataclass(frozen=True, eq=False)
class Figure:
    """One picture and the same facts in two other forms.

    A picture is a template, the same for all values, and the data that fill it. So it is built once, typed labels are
    data values under fixed column names and never part of a specification, and a browser can update it in place.

    Attributes:
        template: Vega-Lite specification over named data; it fills its container and keeps its height.
        data: a table for each name; Arrow, for it is what the browser gets: six times faster than frames.
        table: the tidy table, numbers written by ``lab.core.numbers``, so its digits are those of the picture;
            the CSV file takes all their digits from them.
        alt: one or two plain sentences that say what the picture shows; labels as typed, never Markdown.
        name: file name without ending, such as "acceptance-map".
    """

    template: Mapping
    data: Mapping[str, pa.Table]
    table: pd.DataFrame
    alt: str
    name: str

    @property
    def spec(self) -> dict:
        """Specification with tables as data: what ``st.vega_lite_chart`` takes, fifty times faster than a chart."""
        return {**self.template, "datasets": dict(self.data)}

    @property
    def chart(self) -> alt.Chart | alt.LayerChart:
        """The same as an Altair chart, checked against Vega-Lite's schema."""
        rows = {name: table.to_pylist() for name, table in self.data.items()}
        return alt.Chart.from_dict({**self.template, "datasets": rows})


def tabular(rows: Mapping[str, Iterable] | Sequence, names: Sequence[str] | None = None) -> pd.DataFrame:
    """A table whose cells stay as they are: pandas alone would turn written numbers into texts without their value.

    Args:
        rows: columns by name, or rows.
        names: names of the columns, where rows bring none.
    """
    return pd.DataFrame(rows, columns=names, dtype=object)  # three times as fast as finding out what the cells are


def template(chart: alt.Chart | alt.LayerChart, height: int, side: int = 6) -> dict:
    """A chart over named data as a specification without a theme: the page and the export bring their own.

    Args:
        chart: the chart.
        height: pixels, axes included.
        side: pixels kept free at the left and the right for the ends of numbers and lines.
    """
    spec = chart.properties(width="container", height=height).to_dict()
    del spec["config"]
    return spec | {"padding": {"left": side, "right": side, "top": 5, "bottom": 5}}
