"""A table of words and numbers that is no picture, with its file."""

import streamlit as st

from lab.charts.export import frame_csv
from lab.charts.figure import tabular
from lab.ui.prose import literal


def rows(records: list[dict[str, str]], name: str) -> None:
    """Draw records as a table and offer it as CSV.

    Args:
        records: one for each row, with the same keys.
        name: the file's name without its ending.
    """
    frame = tabular(records)
    st.table(frame.rename(columns=literal).map(literal), border="horizontal", hide_index=True)
    st.download_button(
        "CSV",
        lambda: frame_csv(frame),
        f"{name}.csv",
        "text/csv",
        key=f"CSV-{name}",
        on_click="ignore",
        icon=":material/download:",
    )
