"""The pages of the lab, in the order of the path through them. The file name is the address."""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

ICON = str(Path(__file__).with_name("icon.svg"))  # a file: Streamlit fetches icons given by name from another host


@dataclass(frozen=True)
class Page:
    """One page.

    Attributes:
        name: file name under pages/ without its ending; also its address.
        title: in the menu and the browser tab.
        icon: a Material icon's name.
        group: heading in the menu.
        question: what the page opens with.
    """

    name: str
    title: str
    icon: str
    group: str
    question: str

    @property
    def file(self) -> str:
        return f"pages/{self.name}.py"


PAGES: tuple[Page, ...] = (
    Page("start", "Start", "flag", "Learn", "Why can a cheap draft guess, and the output still be exact?"),
    Page(
        "one_proposal",
        "One proposal",
        "casino",
        "Learn",
        "One token is already proposed. How often is this token kept?",
    ),
    Page("acceptance", "Acceptance", "join_inner", "Learn", "How often is a draft token kept?"),
    Page("recombine", "Recombine", "merge", "Learn", "Where does the rejected mass go?"),
    Page("monte_carlo", "Monte Carlo", "scatter_plot", "Learn", "Do real draws follow the target?"),
    Page("wrong_rules", "Wrong rules", "rule", "Break it", "Many rules look right. Which of them give p?"),
    Page(
        "transforms",
        "Temperature, top-k, top-p",
        "tune",
        "Break it",
        "The request changes p. Is the output still exact?",
    ),
    Page("precision", "Finite precision", "memory", "Break it", "Numbers get rounded. Is the output still exact?"),
    Page("draft_block", "Draft block", "view_column", "Scale it", "The draft runs ahead. How many tokens come out?"),
    Page("streaming", "What reaches the reader", "chat", "Scale it", "Drafts are guesses. When may a reader see them?"),
    Page("cost", "What it buys", "speed", "Scale it", "The output is exact. Is it also faster?"),
    Page("check", "Check a sampler", "fact_check", "Use it", "Does this sampler follow the target?"),
)
BY_NAME = {page.name: page for page in PAGES}


def configure() -> None:
    """Title, icon and width of the browser page."""
    st.set_page_config(page_title="Acceptance Lab", page_icon=ICON, layout="wide", initial_sidebar_state=230)


def menu():
    """The navigation, grouped as in PAGES; returns the page to run."""
    st.session_state.menu_drawn = True
    if "menu" not in st.session_state:  # made once a session: a tenth of what an answer would take
        st.session_state.menu = _groups()
    return st.navigation(st.session_state.menu, expanded=True)


def _groups() -> dict[str, list]:
    groups: dict[str, list] = {"": [st.Page(_open_first, title="Acceptance Lab", default=True, visibility="hidden")]}
    for page in PAGES:
        groups.setdefault(page.group, []).append(
            st.Page(page.file, title=page.title, icon=f":material/{page.icon}:", help=page.question)
        )
    return groups


def _open_first() -> None:
    """The bare address leads to the first page, which keeps an address of its own: a default page would have none."""
    st.switch_page(PAGES[0].file, query_params=st.query_params.to_dict())


def require_menu() -> None:
    """Run the app itself where Streamlit ran a page without it.

    A folder called pages/ is Streamlit's older way to have pages: until the app has run once after a server start, an
    address such as /acceptance runs that file alone. Asking for the menu once ends that for good.
    """
    if not st.session_state.pop("menu_drawn", False):
        configure()
        menu()
        st.rerun()


def following(name: str) -> Page | None:
    """The next page on the path; None after the last."""
    at = PAGES.index(BY_NAME[name]) + 1
    return PAGES[at] if at < len(PAGES) else None
