"""Chromium, a server of the lab, and tabs on it."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.lab_page import PATIENCE_MS, SIZES, LabPage, new_profile
from tests.lab_server import ROOT, LabServer, serve
from tests.run import find_chromium

HERE = Path(__file__).parent
FAILURES = HERE / "failures"
FAILED = pytest.StashKey[bool]()
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"

expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in this folder need Chromium; those of one file run one after the other, on one server."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a way to any other host."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=[OFFLINE])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> dict[tuple[str, str], BrowserContext]:
    """One browser profile for each size and scheme; its cache saves most of the loading."""
    return {look: new_profile(browser, *look) for look in product(SIZES, ("light", "dark"))}


@pytest.fixture(scope="session")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """The lab as `streamlit run app.py` starts it."""
    with serve(ROOT / "app.py", tmp_path_factory.mktemp("lab") / "server.log") as server:
        yield server


@pytest.fixture
def lab_at(profiles, lab_server: LabServer, request: pytest.FixtureRequest) -> Iterator[Callable[..., LabPage]]:
    """Opens tabs: lab_at("phone", "dark"). Each is a session of its own; none may report a problem, nor the server."""
    tabs: list[LabPage] = []
    printed_before = len(lab_server.printed)

    def open_tab(size: str = "desktop", scheme: str = "light") -> LabPage:
        tabs.append(LabPage(profiles[size, scheme].new_page(), lab_server.url))
        return tabs[-1]

    yield open_tab
    problems = [problem for tab in tabs for problem in tab.problems]
    printed = lab_server.printed[printed_before:]
    if "Traceback" in printed:
        problems.append(printed)
    for number, tab in enumerate(tabs):
        if problems or request.node.stash.get(FAILED, False):
            name = re.sub(r"\W+", "-", request.node.name).strip("-")
            tab.page.screenshot(path=FAILURES / f"{name}-{number}.png")
        tab.page.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def lab(lab_at: Callable[..., LabPage]) -> LabPage:
    """One tab at 1280 × 800 in the light scheme."""
    return lab_at()


@pytest.fixture(scope="session")
def bare_violations(profiles, tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """What axe-core finds on empty pages of the same Streamlit, at every size and in both schemes."""
    found: set[tuple[str, str]] = set()
    with serve(HERE / "bare_app.py", tmp_path_factory.mktemp("bare") / "server.log") as server:
        for profile in profiles.values():
            tab = LabPage(profile.new_page(), server.url).open()
            found |= tab.violations()
            tab.page.close()
    return found
