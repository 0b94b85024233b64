"""Put a figure on the screen: the picture, its text alternative, the same numbers as a table, and its files."""

import streamlit as st

from lab.charts.export import to_csv, to_png, to_svg
from lab.charts.figure import Figure
from lab.ui.prose import literal


def show(figure: Figure) -> None:
    """Draw a figure with everything that belongs to it."""
    st.vega_lite_chart(figure.spec, alt=figure.alt, key=f"picture-{figure.name}")
    words = st.expander(
        "The same in words and numbers", key=f"words-{figure.name}", icon=":material/table:", on_change="rerun"
    )
    if words.open:  # a closed one would be most of what a picture costs
        with words:
            _in_words(figure)


def _in_words(figure: Figure) -> None:
    st.markdown(literal(figure.alt))
    table(figure)
    with st.container(horizontal=True):
        _download(figure, "CSV", to_csv, "text/csv")
        _download(figure, "PNG", to_png, "image/png")
        _download(figure, "SVG", to_svg, "image/svg+xml")


def table(figure: Figure) -> None:
    """The figure's numbers as a plain table; labels stay as typed."""
    shown = figure.table.rename(columns=literal).map(lambda cell: literal(cell) if isinstance(cell, str) else cell)
    st.table(shown, border="horizontal", hide_index=True)


def waiting(height: int = 420, until: str = "p and q are probabilities again") -> None:
    """Stand in for a picture while what it shows is being mended."""
    with st.container(border=True, height=height, vertical_alignment="center", horizontal_alignment="center"):
        st.markdown(f":material/hourglass_empty: The picture waits until {until}.")


def _download(figure: Figure, kind: str, write, mime: str) -> None:
    st.download_button(
        kind,
        lambda: write(figure),  # written only when somebody asks for the file
        f"{figure.name}.{kind.lower()}",
        mime,
        key=f"{kind}-{figure.name}",
        on_click="ignore",
        icon=":material/download:",
    )
