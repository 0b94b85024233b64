"""The Start page: the question, the path with its progress, three ways to use the lab."""

import pytest

from lab.scenarios import SCENARIOS
from lab.ui.navigation import PAGES
from tests.pages.screen import fields, guess, open_page, standing, words


def test_it_names_the_question_and_the_three_ways():
    shown = words(open_page("start"))
    assert PAGES[0].question in shown
    assert all(f"{way}**" in shown for way in ("Learn", "Teach", "Check"))


def test_it_links_to_every_page_of_the_path_with_its_question():
    links = [link.proto.label for link in open_page("start").get("page_link")]
    assert links[:-1] == [f"{page.title}: {page.question}" for page in PAGES[1:]]
    assert links[-1] == f"Next: {PAGES[1].question}"


def test_the_way_to_the_first_thing_to_do_is_short():
    intro = open_page("start").main.markdown[0].value
    assert len(intro.split()) <= 60


def test_a_revealed_guess_counts_as_progress_and_a_committed_one_does_not():
    app = open_page("acceptance")
    app.button(key="answer-acceptance-alpha-commit").click().run()
    start = standing(app.switch_page("pages/start.py").run())
    assert f"(0 of {len(PAGES) - 1} pages done)" in words(start)
    app = guess(open_page("acceptance"), "acceptance-alpha")
    start = standing(app.switch_page("pages/start.py").run())
    assert f"(1 of {len(PAGES) - 1} pages done)" in words(start)
    assert "done" in "".join(part.value for part in start.markdown if "badge" in part.value)


@pytest.mark.parametrize("key", SCENARIOS)
def test_it_opens_with_every_preset_and_hands_it_on(key):
    app = open_page("start", **fields(SCENARIOS[key]))
    standing(app.switch_page("pages/acceptance.py").run())
    assert app.text_input(key="p").value == fields(SCENARIOS[key])["p"]
    assert app.selectbox(key="scenario").value == key
