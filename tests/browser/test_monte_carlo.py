"""Draws in a real browser: a large run moves by itself and stops; the keyboard tells a draw."""

from playwright.sync_api import expect

from lab.ui.prediction import EXPLORE


def explore(tab, **link):
    return tab.open("monte_carlo", mode=EXPLORE, **link)


def in_page(tab):
    """The page without the browser's own header, which has a Stop too."""
    return tab.page.get_by_test_id("stMainBlockContainer")


def test_a_large_run_shows_progress_and_stops(lab):
    page = in_page(explore(lab, runs="10"))
    page.get_by_text("1,000,000,000", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    progress = page.get_by_test_id("stProgress")
    expect(progress).to_contain_text("of 1,000,000,000 draws")
    first = progress.inner_text()
    expect(progress).not_to_have_text(first)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Stopped before the end")).to_be_visible()
    reached = progress.inner_text()
    lab.page.wait_for_timeout(1000)  # four ticks of a run that would go on
    assert progress.inner_text() == reached
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()


def test_the_keyboard_tells_a_draw_step_by_step(lab):
    explore(lab, runs="10").page.get_by_role("button", name="One draw, slowly").focus()
    for sentence in ("The draft proposes", "A uniform number falls", "comes out."):
        lab.page.keyboard.press("Enter")
        expect(in_page(lab).get_by_text(sentence)).to_be_visible()
        lab.settle()
    assert "story=Outcome" in lab.page.url
    assert "runs=10-1" in lab.page.url
