"""The main journeys in a real browser: learn, share, mend, teach from a phone, and lose nothing on the way."""

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, expect

from lab.check.example_trace import example_events
from lab.core.rules import RULES
from lab.scenarios import SCENARIOS
from lab.ui.navigation import PAGES
from lab.ui.prediction import EXPLORE
from tests.browser.lab_page import LabPage, new_profile

HOSTILE = "<img src=x onerror=alert(1)>,$x^2$,**b**,=1+1,:red[x],\N{GRINNING FACE},same,same,"
MIRROR = {"labels": "A,B,C,D", "p": "0.4,0.3,0.2,0.1", "q": "0.1,0.2,0.3,0.4"}


def button(lab: LabPage, name: str) -> Locator:
    return lab.page.get_by_role("button", name=name, exact=True).first


def press(lab: LabPage, name: str) -> None:
    button(lab, name).click()
    lab.settle()


def commit_and_reveal(lab: LabPage) -> None:
    expect(button(lab, "Reveal")).to_be_disabled()
    press(lab, "Commit")
    press(lab, "Reveal")


def picture(lab: LabPage) -> str:
    """What the first picture tells a screen reader."""
    return lab.page.locator("[role='graphics-document']").first.get_attribute("aria-label")


def test_the_whole_path_from_start_to_the_last_page_of_learning(lab):
    lab.open("start")
    for step in (page for page in PAGES[1:] if page.group == "Learn"):
        lab.page.get_by_role("link", name=f"Next: {step.question}").click()
        expect(lab.page.get_by_role("heading", level=1)).to_have_text(step.question)
        commit_and_reveal(lab.settle())
        expect(lab.page.get_by_text(re.compile(r"^The truth: "))).to_be_visible()
    press(lab, "Notebook")
    expect(lab.page.get_by_test_id("stTable").last.locator("tbody tr")).to_have_count(4)


def test_the_truth_is_told_after_the_reveal_only_and_in_the_same_digits(lab):
    lab.open("acceptance", **MIRROR)
    assert "0.6" not in picture(lab)
    commit_and_reveal(lab)
    assert "0.6" in picture(lab)
    expect(lab.page.get_by_text("The truth: 0.6")).to_be_visible()
    expect(lab.page.get_by_text("0.1 + 0.2 + 0.2 + 0.1 = 0.6")).to_be_visible()


def test_a_changed_pair_asks_again_and_the_old_pair_keeps_its_guess(lab):
    lab.open("acceptance")
    commit_and_reveal(lab)
    press(lab, "Copy p to q")
    expect(button(lab, "Commit")).to_be_enabled()
    assert lab.page.get_by_text(re.compile("^The truth: ")).count() == 0
    press(lab, "Reset")
    expect(lab.page.get_by_text(re.compile("^The truth: "))).to_be_visible()


def test_a_shared_link_shows_the_same_page_in_a_fresh_browser(lab, browser):
    lab.open("monte_carlo", mode=EXPLORE, seed="7", **MIRROR)
    press(lab, "+100")
    press(lab, "+1 million")
    press(lab, "Share")
    address = lab.page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").inner_text().replace("\n", "")
    profile = new_profile(browser, "desktop", "light")
    fresh = LabPage(profile.new_page(), lab.url)
    fresh.page.goto(address)
    fresh.settle()
    metrics = [tab.page.get_by_test_id("stMetricValue").all_inner_texts() for tab in (lab, fresh)]
    assert metrics[0] == metrics[1]
    assert metrics[0][0] == "1,000,100"
    assert picture(fresh) == picture(lab)
    assert not fresh.problems
    profile.close()


def test_a_case_number_stands_in_the_address_as_it_is_typed(lab):
    lab.open("check")
    press(lab, "Next sampler")
    expect(lab.page).to_have_url(re.compile(r"[?&]sampler=2(&|$)"))


@pytest.mark.parametrize("subject", ["A sampler without a name", "Your recorded run", "Real implementations"])
def test_no_table_of_a_check_is_cut_off_on_a_phone(lab_at, subject):
    lab = lab_at("phone", "light").open("check", mode=EXPLORE, subject=subject, told="Proposals, flags and U too")
    hidden = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    found = lab.page.locator("[data-testid='stTable'] > div").evaluate_all(hidden)
    assert len(found) == {"A sampler without a name": 1, "Your recorded run": 2, "Real implementations": 0}[subject]
    assert all(wider <= 0 for wider in found)


def test_the_keyboard_enters_a_panel_that_opens(lab):
    lab.open("monte_carlo", mode=EXPLORE, runs="10")
    button(lab, "Share").press("Enter")
    panel = lab.settle().page.get_by_test_id("stPopoverBody")
    expect(panel).to_be_focused()
    lab.page.keyboard.press("Tab")
    expect(panel.locator("*:focus")).to_have_count(1)
    lab.page.keyboard.press("Escape")
    expect(button(lab, "Share")).to_be_focused()


def test_the_goals_stay_open_when_one_is_reached(lab):
    lab.open("one_proposal", mode=EXPLORE, n="5")
    lab.page.locator("summary").filter(has_text="Challenges").click()
    ratio = lab.page.get_by_role("textbox", name="Ratio p(x)/q(x) of this token")
    ratio.fill("0.87")
    ratio.press("Enter")
    lab.settle()
    expect(lab.page.get_by_text("Reached: Make it a coin flip")).to_be_visible()


@pytest.mark.parametrize("query", [{"p": "abc,1"}, {"p": "1,0", "q": "1,0", "seed": "-1"}])
def test_a_wrong_link_is_named_and_the_default_pair_shown(lab, query):
    lab.open("acceptance", **query)
    expect(lab.page.get_by_text("The link cannot be shown")).to_be_visible()
    expect(lab.page.locator("tbody input.p").first).to_have_value("0.45")


@pytest.mark.parametrize("page", ["start", "recombine", "monte_carlo", "check"])
def test_nonsense_in_the_address_ends_on_the_page(lab, page):
    nonsense = dict.fromkeys(("labels", "p", "q", "seed", "mode", "n", "success", "runs", "step"), "~<b>1e999")
    lab.open(page, **nonsense)
    assert lab.heading == next(each.question for each in PAGES if each.name == page)
    assert lab.page.get_by_test_id("stException").count() == 0


def test_a_wrong_number_is_said_beside_its_field_and_kept(lab):
    lab.open("acceptance")
    field = lab.page.locator("tbody input.p").first
    field.fill("lots")
    field.press("Enter")
    lab.settle()
    expect(lab.page.get_by_text("The picture waits")).to_be_visible()
    expect(field).to_have_value("lots")
    assert lab.page.get_by_test_id("stVegaLiteChart").count() == 0
    field.fill("9/20")
    field.press("Enter")
    lab.settle()
    assert lab.page.get_by_test_id("stVegaLiteChart").count() == 1


def test_hostile_names_are_shown_as_typed_and_run_nothing(lab):
    dialogs = []
    lab.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    ninths = ",".join(["1/9"] * 9)
    lab.open("acceptance", mode=EXPLORE, labels=HOSTILE, p=ninths, q=ninths).expand_all()
    cells = lab.page.get_by_test_id("stTable").first.locator("tbody tr td:first-child").all_inner_texts()
    assert cells[:5] == ["<img src=x onerror=alert(1)>", "$x^2$", "**b**", "=1+1", ":red[x]"]
    assert cells[6:9] == ["same", "same (2)", "(empty)"]
    assert not dialogs


def test_back_and_forward_keep_the_pair(lab):
    lab.open("acceptance", **MIRROR)
    press(lab, "Swap p and q")
    lab.page.get_by_role("link", name="Recombine", exact=True).click()
    expect(lab.page.locator("tbody input.p").first).to_have_value("0.1")
    lab.settle().page.go_back()
    expect(lab.page.locator("tbody input.p").first).to_have_value("0.1")
    lab.settle().page.go_forward()
    expect(lab.page.locator("tbody input.p").first).to_have_value("0.1")


def test_back_brings_the_settings_of_a_page_back(lab):
    lab.open("monte_carlo", mode=EXPLORE)
    press(lab, "+10")
    lab.page.get_by_role("link", name="Acceptance", exact=True).click()
    expect(lab.page.get_by_role("heading", level=1)).to_have_text("How often is a draft token kept?")
    lab.settle().page.go_back()
    lab.page.wait_for_url(re.compile(r"monte_carlo\?.*runs=10"))
    expect(lab.page.get_by_role("radio", name=EXPLORE)).to_be_checked()
    expect(lab.page.get_by_test_id("stMetricValue").first).to_have_text("10")


def test_a_recorded_run_of_megabytes_is_checked_and_its_report_downloaded(lab, tmp_path):
    file = tmp_path / "run.jsonl"
    events = example_events(RULES["unmodified_p"], 6000, seed=1)
    file.write_text("".join(json.dumps(event | {"note": "x" * 200}) + "\n" for event in events))
    assert file.stat().st_size > 2**21
    lab.open("check", subject="Your recorded run", source="A file")
    lab.page.locator("input[type=file]").set_input_files(file)
    expect(button(lab, "Commit")).to_be_visible()
    commit_and_reveal(lab.settle())
    expect(lab.page.get_by_role("heading", name="Fail")).to_be_visible()
    commit_and_reveal(lab)
    expect(lab.page.get_by_text("“Ratio test, then p itself”").first).to_be_visible()
    with lab.page.expect_download() as download:
        button(lab, "Report as JSON").click()
    assert json.loads(download.value.path().read_text())["verdict"] == "fail"


def test_the_path_can_be_walked_by_keyboard_alone(lab):
    lab.open("acceptance")
    key = lab.page.keyboard
    for name in ("Commit", "Reveal"):
        while lab.page.evaluate("() => document.activeElement.innerText").strip().splitlines()[-1:] != [name]:
            key.press("Tab")
        key.press("Enter")
        lab.settle()
    expect(lab.page.get_by_text(re.compile("^The truth: "))).to_be_visible()


@pytest.mark.parametrize("link", ["stSidebarNavLink", "stPageLink-NavLink"])
def test_a_link_that_the_keyboard_reaches_has_a_ring(lab, link):
    target = lab.open("streaming").page.get_by_test_id(link).first
    lab.page.keyboard.press("Tab")  # from now on the browser shows where the keyboard is
    target.focus()
    expect(target).to_have_css("outline-style", "solid")
    expect(target).to_have_css("outline-width", "2px")


def test_a_situation_leaves_as_json_and_comes_back(lab, tmp_path):
    lab.open("acceptance", **MIRROR)
    press(lab, "Share")
    with lab.page.expect_download() as download:
        button(lab, "Situation as JSON").click()
    file = tmp_path / "situation.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["p"] == ["0.4", "0.3", "0.2", "0.1"]
    press(lab, "Share")
    press(lab, "Reset")
    press(lab, "Share")
    lab.page.locator("input[type=file]").set_input_files(file)
    expect(lab.page.locator("tbody input.p").first).to_have_value("0.4")


def test_pictures_leave_as_files(lab, tmp_path):
    lab.open("acceptance", mode=EXPLORE, **MIRROR).expand_all()
    begins = {"CSV": b"Token,", "PNG": b"\x89PNG", "SVG": b"<svg"}
    for kind, start in begins.items():
        with lab.page.expect_download() as download:
            button(lab, kind).click()
        assert download.value.path().read_bytes().startswith(start)


@pytest.mark.parametrize("key", ["tail", "nearly-equal"])
def test_a_phone_shows_any_situation_without_scrolling_sideways(lab_at, key):
    lab = lab_at("phone", "dark")
    situation = SCENARIOS[key].situation
    columns = {"labels": situation.labels, "p": situation.p_items, "q": situation.q_items}
    for page in ("acceptance", "recombine", "monte_carlo"):
        lab.open(page, mode=EXPLORE, runs="100", **{name: ",".join(items) for name, items in columns.items()})
        assert lab.overflow <= 0


def test_the_first_screen_holds_the_start_page(lab):
    lab.open("start")
    main = lab.page.get_by_test_id("stMain")
    assert main.evaluate("box => box.scrollHeight - box.clientHeight") <= 0


def test_an_address_of_no_page_leads_to_the_start(lab):
    lab.page.goto(f"{lab.url}/nowhere?{urlencode(MIRROR)}")
    expect(lab.page.get_by_role("heading", level=1)).to_have_text(PAGES[0].question)
    lab.problems.clear()  # Streamlit itself reports the unknown address on the console


def test_the_tools_of_a_picture_show_while_one_has_the_focus(lab):
    lab.open("acceptance")
    tools = lab.page.get_by_test_id("stElementToolbar").filter(
        has=lab.page.get_by_role("button", name="Download as PNG")
    )
    tools.get_by_role("button", name="Show data").focus()
    lab.page.keyboard.press("Tab")
    expect(tools.locator("button:focus")).to_have_css("outline-style", "solid")
    expect(tools).to_have_css("opacity", "1")
