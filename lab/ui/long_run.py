"""A large run that makes every single draw: it ticks along, can be stopped at once, and says how far it came."""

from dataclasses import dataclass, replace
from time import perf_counter

import streamlit as st

from lab.charts.convergence import share_kept
from lab.core.acceptance import acceptance_rate
from lab.core.goodness import goodness_of_fit
from lab.core.monte_carlo import Tally
from lab.core.numbers import fmt
from lab.lessons.runs import events_more
from lab.lessons.telling import fit_verdict
from lab.situation import Situation
from lab.ui.layout import numbers

SIZES = (10**7, 10**8, 10**9)
TICK, PAUSE = 0.15, 0.25  # seconds of drawing in one tick, and from tick to tick: the page stays free in between


@dataclass(frozen=True)
class LongRun:
    """How far a large run has come.

    Attributes:
        situation: what it draws from.
        size: how many draws were asked for.
        tally: counts so far; None before the first.
        seconds: time spent drawing.
        running: whether it goes on by itself.
    """

    situation: Situation
    size: int
    tally: Tally | None = None
    seconds: float = 0.0
    running: bool = True

    @property
    def done(self) -> int:
        return self.tally.size if self.tally else 0


def show(situation: Situation) -> None:
    """Draw the controls of the large run, and the run itself."""
    run = _current(situation)
    running = run is not None and run.running
    st.radio("How many draws", SIZES, format_func=fmt, key="long_size", horizontal=True, disabled=running)
    with st.container(horizontal=True):
        st.button(
            "Start",
            key="long-start",
            icon=":material/play_arrow:",
            disabled=running,
            on_click=_start,
            args=(situation,),
        )
        st.button("Stop", key="long-stop", icon=":material/stop:", disabled=not running, on_click=_stop)
    st.fragment(_tick, run_every=PAUSE if running else None)(situation)


def _current(situation: Situation) -> LongRun | None:
    """The run of this very situation; one of another situation is no longer shown."""
    run = st.session_state.get("long_run")
    same = run and (run.situation.pair_key, run.situation.seed) == (situation.pair_key, situation.seed)
    return run if same else None


def _start(situation: Situation) -> None:
    st.session_state.long_run = LongRun(situation, st.session_state.long_size)


def _stop() -> None:
    if run := st.session_state.get("long_run"):
        st.session_state.long_run = replace(run, running=False)


def _tick(situation: Situation) -> None:
    run = _current(situation)
    if run is None:
        return
    if run.running:
        before, run = run, _advanced(run)
        if st.session_state.get("long_run") is before:  # stopped or erased meanwhile: this tick no longer counts
            st.session_state.long_run = run
        if not run.running:
            st.rerun()
    _report(run)


def _advanced(run: LongRun) -> LongRun:
    start = perf_counter()
    while (spent := perf_counter() - start) < TICK and run.done < run.size:
        run = replace(run, tally=events_more(run.situation, run.tally, run.size))
    return replace(run, seconds=run.seconds + spent, running=run.done < run.size)


def _report(run: LongRun) -> None:
    speed = run.done / run.seconds if run.seconds else 0
    st.progress(run.done / run.size, f"{fmt(run.done)} of {fmt(run.size)} draws, {fmt(round(speed))} a second")
    if run.tally is None:
        return
    kept = int(run.tally.accepted.sum())
    alpha = acceptance_rate(run.situation.p, run.situation.q)
    numbers(Kept=fmt(kept), Share_kept=share_kept(kept, run.done, alpha), α=fmt(alpha))
    st.markdown(fit_verdict(goodness_of_fit(run.tally.output, run.situation.p)))
    if not run.running and run.done < run.size:
        st.markdown("Stopped before the end: these are the results of the draws made so far.")
