"""Curves that cost a moment: computed once for each request and pair."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from lab.charts.temperature import temperature_curves
from lab.core.decoding import PLACES, Request, everywhere, temperature_curve
from lab.lessons.requests import PLACE_NAMES
from lab.ui.picture import show

TEMPERATURES = (0.0, *np.geomspace(0.03, 20, 24).tolist())
MEASURES = ("Acceptance rate α", "Distance TV from the request")


def over_temperature(target: NDArray, draft: NDArray, request: Request) -> None:
    """Draw one measure over the temperature, everything else as requested."""
    measure = st.radio(
        "Measure", MEASURES, key="measure", bind="query-params", horizontal=True, label_visibility="collapsed"
    )
    at = MEASURES.index(measure)
    curves = _curves(tuple(target.tolist()), tuple(draft.tolist()), request)
    shown = {PLACE_NAMES[place]: both[at] for place, both in curves.items()}
    name = ("alpha-over-temperature", "distance-over-temperature")[at]
    show(temperature_curves(TEMPERATURES, shown, request.temperature, measure, name))


@st.cache_data(max_entries=200, show_spinner=False)
def _curves(target: tuple[float, ...], draft: tuple[float, ...], request: Request) -> dict:
    """Both measures for each place; the request's own temperature makes no difference."""
    return {place: temperature_curve(target, draft, request, everywhere(place), TEMPERATURES) for place in PLACES}
