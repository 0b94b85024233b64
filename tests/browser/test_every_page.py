"""What holds on every page of the menu, in a real browser."""

import pytest

from lab.ui.navigation import PAGES
from tests.browser.lab_page import LabPage
from tests.lab_server import ROOT, serve

LOOKS = [("desktop", "light"), ("phone", "dark")]


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_address_opens_the_page_without_fault(lab_at, bare_violations, page, size, scheme):
    lab = lab_at(size, scheme).open(page.name)
    assert lab.heading == page.question
    assert lab.page.get_by_test_id("stException").count() == 0
    assert lab.overflow <= 0
    assert lab.violations() <= bare_violations


@pytest.mark.parametrize(("number", "page"), list(enumerate(PAGES)), ids=[page.name for page in PAGES])
def test_everything_that_opens_is_accessible(lab_at, bare_violations, number, page):
    """Every other page wide and light, the rest narrow and dark: parts that pages share are seen both ways."""
    lab = lab_at(*LOOKS[number % 2]).open(page.name, mode="Explore freely").expand_all()
    assert lab.page.get_by_test_id("stException").count() == 0
    assert lab.overflow <= 0
    assert lab.violations() <= bare_violations


def test_bare_address_opens_the_first_page(lab):
    assert lab.open().heading == PAGES[0].question


def test_address_is_the_first_thing_a_server_is_asked_for(profiles, tmp_path):
    with serve(ROOT / "app.py", tmp_path / "server.log") as server:
        tab = LabPage(profiles["desktop", "light"].new_page(), server.url).open(PAGES[-1].name)
        assert tab.heading == PAGES[-1].question
        assert not tab.problems
        tab.page.close()
