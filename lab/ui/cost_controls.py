"""The controls of the page on cost: how often drafts are accepted, and what the steps cost."""

from dataclasses import dataclass

import streamlit as st

from lab.core.acceptance import acceptance_rate
from lab.core.numbers import fmt
from lab.lessons.costs import LONGEST_DRAFT, Costs, costs_of_times, read_time
from lab.ui.editor import pick_situation
from lab.ui.prose import literal

SET, PAIR = "Set it", "From p and q"
RATIOS, TIMES = "As ratios", "My own times"
KNOBS = (
    *("alpha_from", "alpha", "cost_gamma", "cost_from", "cost_ratio", "growth", "ops_ratio"),
    *("draft_ms", "target_ms", "verify_ms"),
)
DEFAULTS = {
    "alpha_from": SET,
    "alpha": 0.8,
    "cost_gamma": 5,
    "cost_from": RATIOS,
    "cost_ratio": 0.1,
    "growth": 0.0,
    "ops_ratio": 0.1,
    "draft_ms": "2",
    "target_ms": "20",
    "verify_ms": "20",
}
_LINK = "query-params"


@dataclass(frozen=True)
class Setting:
    """What the page computes from: acceptance rate, draft length, costs in time, and in operations."""

    alpha: float
    draft_len: int
    costs: Costs
    ops_ratio: float

    @property
    def words(self) -> str:
        """The setting for the notebook."""
        costs = self.costs
        time = f"draft step {fmt(costs.cost_ratio)}, verifying pass {fmt(costs.verify(self.draft_len))} target steps"
        return f"α = {fmt(self.alpha)}, γ = {self.draft_len}; {time}"


def cost_setting() -> Setting | None:
    """Draw the controls; returns the setting, or None while something is wrong, which is then said."""
    with st.container(border=True, gap="small"):
        alpha = _alpha()
        draft_len = int(
            st.slider("Draft length γ", 1, LONGEST_DRAFT, DEFAULTS["cost_gamma"], key="cost_gamma", bind=_LINK)
        )
    with st.container(border=True, gap="small"):
        way = st.radio("What the steps cost", (RATIOS, TIMES), key="cost_from", bind=_LINK, horizontal=True)
        costs = _ratios() if way == RATIOS else _times(draft_len)
        st.button("Reset", key="reset-cost", icon=":material/restart_alt:", on_click=_reset)
    with st.expander("Operations", icon=":material/calculate:", key="operations"):
        ops = st.slider(
            "Operations of a draft step ĉ", 0.0, 1.0, DEFAULTS["ops_ratio"], 0.01, key="ops_ratio", bind=_LINK
        )
    if alpha is None or costs is None:
        return None
    return Setting(alpha, draft_len, costs, ops)


def _alpha() -> float | None:
    way = st.radio("Acceptance rate α", (SET, PAIR), key="alpha_from", bind=_LINK, horizontal=True)
    if way == SET:
        return st.slider("α", 0.0, 1.0, DEFAULTS["alpha"], 0.01, key="alpha", bind=_LINK, label_visibility="collapsed")
    situation = pick_situation()
    if situation is None:
        return None
    alpha = acceptance_rate(situation.p, situation.q)
    st.markdown(f"α of this pair at every position: **{fmt(alpha)}**")
    return alpha


def _ratios() -> Costs:
    ratio = st.slider(
        "One draft step c, in target steps", 0.0, 1.0, DEFAULTS["cost_ratio"], 0.01, key="cost_ratio", bind=_LINK
    )
    growth = st.slider(
        "Each draft adds to the verifying pass", 0.0, 1.0, DEFAULTS["growth"], 0.01, key="growth", bind=_LINK
    )
    return Costs(ratio, 1.0, growth)


def _times(draft_len: int) -> Costs | None:
    names = {"draft_ms": "One draft step", "target_ms": "One target step", "verify_ms": f"Verifying {draft_len} drafts"}
    times = [_time(name, key, zero=key == "draft_ms") for key, name in names.items()]
    return None if None in times else costs_of_times(*times, draft_len)


def _time(name: str, key: str, zero: bool) -> float | None:
    """Draw one field; returns its time, or None while it is none, which is then said below it."""
    text = st.text_input(f"{name}, in ms", DEFAULTS[key], key=key, bind=_LINK)
    try:
        return read_time(text, zero)
    except ValueError as error:
        st.error(literal(str(error)), icon=":material/error:")
        return None


def _reset() -> None:
    st.session_state.update(DEFAULTS)
