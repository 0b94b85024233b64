"""The token table in a real browser: what is typed is what is kept."""

from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from lab.core.parsing import join_labels, join_vector, parse_number
from lab.ui.state import DEFAULT_ENTRY
from tests.browser.lab_page import PATIENCE_MS, SIZES, LabPage

LABELS, P, Q = DEFAULT_ENTRY.columns
COLUMNS = ("labels", "p", "q")
IN_ADDRESS = """fields => {
  const query = new URLSearchParams(location.search)
  return Object.entries(fields).every(([name, text]) => query.get(name) === text)
}"""
# Answers of the server reach the page only after as many milliseconds as `window.late` says.
LATE = """
window.late = 0
window.WebSocket = class extends WebSocket {
  addEventListener(kind, hear, ...more) {
    const later = event => setTimeout(() => hear.call(this, event), window.late)
    super.addEventListener(kind, kind === 'message' ? later : hear, ...more)
  }
  set onmessage(hear) { this.addEventListener('message', hear) }
}
"""


@pytest.fixture
def editor(lab: LabPage) -> LabPage:
    """The Acceptance page, its token table drawn."""
    lab.page.add_init_script(LATE)
    lab.open("acceptance")
    expect(cell(lab, "p", 0)).to_have_value(P[0], timeout=PATIENCE_MS)
    return lab


def cell(lab: LabPage, column: str, row: int) -> Locator:
    return lab.page.locator(f"tbody input.{column}").nth(row)


def button(lab: LabPage, name: str) -> Locator:
    return lab.page.get_by_role("button", name=name, exact=True)


def overtype(lab: LabPage, column: str, row: int, text: str) -> None:
    """Type into a field in the place of what it holds, at 40 ms a key, and stay in it."""
    cell(lab, column, row).select_text()
    lab.page.keyboard.type(text, delay=40)


def shown(lab: LabPage) -> list[list[str]]:
    """The three columns as the fields show them."""
    return [lab.page.locator(f"tbody input.{name}").evaluate_all("all => all.map(it => it.value)") for name in COLUMNS]


def wait_for(lab: LabPage, **fields: str) -> None:
    """Until Python has the fields, which it shows by writing them into the address, and has answered."""
    lab.page.wait_for_function(IN_ADDRESS, arg=fields)
    lab.settle()


def focused(lab: LabPage) -> str:
    """The accessible name of the field or button that has the focus."""
    return lab.page.evaluate("document.activeElement.shadowRoot.activeElement.ariaLabel")


def test_the_first_edit_of_a_session_is_kept(editor):
    overtype(editor, "p", 0, "9/20")
    editor.page.keyboard.press("Tab")
    wait_for(editor, p=",".join(["9/20", *P[1:]]))
    assert shown(editor) == [LABELS, ["9/20", *P[1:]], Q]
    assert focused(editor) == "q of the"


def test_five_edits_in_quick_succession_are_all_kept(editor):
    cell(editor, "labels", 0).select_text()
    for text in ("x", "0,25", "25%", "", "y", "1/4", ".25"):  # the empty one passes the button that removes a row
        editor.page.keyboard.type(text)
        editor.page.keyboard.press("Tab")
    wait_for(editor, p="0,25;1/4;0.2;0.05")
    assert shown(editor) == [["x", "y", *LABELS[2:]], ["0,25", "1/4", *P[2:]], ["25%", ".25", *Q[2:]]]


def test_sums_and_bars_follow_each_key_before_anything_is_sent(editor):
    address = editor.page.url
    overtype(editor, "p", 0, "1/4")
    assert editor.page.locator(".sum.p").inner_text() == "sums to 0.8, not 1"
    assert editor.page.locator(".under.p .bar").first.evaluate("bar => bar.style.width") == "25%"
    assert editor.page.url == address
    editor.page.keyboard.press("Escape")
    assert shown(editor) == [LABELS, P, Q]
    assert editor.page.locator(".sum.p").inner_text() == "sums to 1"


@pytest.mark.parametrize(
    ("name", "p", "q"),
    [
        ("Swap p and q", "0.25,0.35,0.1,0.3", "0.9,0.3,0.2,0.05"),
        ("Copy p to q", "0.9,0.3,0.2,0.05", "0.9,0.3,0.2,0.05"),
    ],
)
def test_a_button_pressed_out_of_a_field_acts_on_what_was_typed_there(editor, name, p, q):
    overtype(editor, "p", 0, "0.9")
    button(editor, name).click()
    wait_for(editor, p=p, q=q)
    assert shown(editor) == [LABELS, p.split(","), q.split(",")]


@pytest.mark.parametrize("pause", [0, 500])
def test_what_was_typed_outlives_a_button_pressed_before_the_answer(editor, pause):
    editor.page.evaluate("window.late = 2000")
    overtype(editor, "p", 0, "0.9")
    editor.page.keyboard.press("Tab")
    editor.page.wait_for_timeout(pause)  # the server may or may not have read the edit; the page shows no answer yet
    button(editor, "Swap p and q").click()
    wait_for(editor, p=",".join(Q), q=",".join(["0.9", *P[1:]]))
    assert shown(editor) == [LABELS, Q, ["0.9", *P[1:]]]


def test_the_address_follows_an_edit_that_takes_back_one_whose_answer_is_on_its_way(editor):
    editor.page.evaluate("window.late = 2000")
    for text in ("0.9", P[0]):
        overtype(editor, "p", 0, text)
        editor.page.keyboard.press("Enter")
        editor.page.wait_for_timeout(500)
    editor.page.wait_for_timeout(2000)  # the last answer is there now
    editor.settle()
    assert "p=" not in editor.page.url
    assert shown(editor) == [LABELS, P, Q]


def test_tokens_may_be_added_faster_than_answers_come(editor):
    editor.page.evaluate("window.late = 1000")
    button(editor, "Add token").press("Enter")
    editor.page.wait_for_timeout(300)
    editor.page.keyboard.type("new")
    editor.page.keyboard.press("Enter")
    wait_for(editor, labels=",".join([*LABELS, "new"]))
    assert shown(editor) == [[*LABELS, "new"], [*P, "0"], [*Q, "0"]]


def test_reset_out_of_a_field_takes_back_what_was_typed_there(editor):
    overtype(editor, "labels", 0, "x")
    editor.page.keyboard.press("Tab")
    wait_for(editor, labels="x,a,cat,dog")
    overtype(editor, "p", 0, "0.9")
    button(editor, "Reset").click()
    expect(cell(editor, "labels", 0)).to_have_value(LABELS[0])
    editor.settle()
    assert shown(editor) == [LABELS, P, Q]


def test_a_change_from_elsewhere_spares_only_the_field_in_which_somebody_types(editor):
    overtype(editor, "p", 1, "0.1")
    button(editor, "Swap p and q").evaluate("it => it.click()")  # unlike a real click, it leaves the focus where it is
    expect(cell(editor, "p", 0)).to_have_value(Q[0])
    assert shown(editor) == [LABELS, [Q[0], "0.1", *Q[2:]], P]
    editor.page.keyboard.type("5")
    editor.page.keyboard.press("Enter")
    wait_for(editor, p=",".join([Q[0], "0.15", *Q[2:]]))
    assert focused(editor) == "p of a"


@pytest.mark.parametrize(
    ("column", "text", "expected"),
    [
        ("p", "token\tp\tq\nx\t0,5\t1/4\ny\t0,5\t3/4\n", [["x", "y"], ["0,5", "0,5"], ["1/4", "3/4"]]),
        ("q", "1/2 1/4 1/8 1/16 1/16", [[*LABELS, "E"], [*P, "0"], ["1/2", "1/4", "1/8", "1/16", "1/16"]]),
        ("labels", "eins\nzwei", [["eins", "zwei", *LABELS[2:]], P, Q]),
    ],
)
def test_a_pasted_block_fills_the_table(editor, column, text, expected):
    paste(editor, column, text)
    expect(cell(editor, "labels", len(expected[0]) - 1)).to_be_visible()
    expect(cell(editor, column, 0)).to_have_value(expected[COLUMNS.index(column)][0])
    editor.settle()
    assert shown(editor) == expected


def test_a_block_that_does_not_fit_is_refused_with_the_reason_and_changes_nothing(editor):
    paste(editor, "p", "0.05\n" * 20)
    expect(editor.page.get_by_text("There are 20 tokens: use at most 12.").first).to_be_visible()
    assert shown(editor) == [LABELS, P, Q]
    overtype(editor, "p", 0, "0.5")
    editor.page.keyboard.press("Enter")
    expect(editor.page.locator(".refusal")).to_be_hidden()


def paste(lab: LabPage, column: str, text: str) -> None:
    """Put the text on the clipboard and press Ctrl+V in a field of the second row."""
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    cell(lab, column, 1).focus()
    lab.page.keyboard.press("Control+v")


def test_tokens_are_added_and_removed_by_keyboard_and_the_focus_stays_near(editor):
    button(editor, "Add token").press("Enter")
    assert focused(editor) == "Token 5"
    editor.page.keyboard.type("new")
    editor.page.keyboard.press("Tab")
    assert shown(editor) == [[*LABELS, "new"], [*P, "0"], [*Q, "0"]]
    button(editor, "Remove the").press("Enter")
    wait_for(editor, labels="a,cat,dog,new")
    assert shown(editor) == [[*LABELS[1:], "new"], [*P[1:], "0"], [*Q[1:], "0"]]
    assert focused(editor) == "Remove a"


def test_a_table_has_2_to_12_tokens(editor):
    for _ in range(8):
        button(editor, "Add token").click()
    expect(button(editor, "Add token")).to_be_disabled()
    for _ in range(10):
        editor.page.locator("button.remove").first.click()
    wait_for(editor, labels="K,L")
    expect(editor.page.locator("button.remove").first).to_be_disabled()
    assert focused(editor) == "Token 1"


def test_arrow_keys_move_a_plain_decimal_by_a_hundredth(editor):
    overtype(editor, "p", 0, "0,99")
    for key, text in (("ArrowUp", "1"), ("ArrowUp", "1"), ("ArrowDown", "0.99")):
        editor.page.keyboard.press(key)
        assert cell(editor, "p", 0).input_value() == text
    wait_for(editor, p=",".join(["0.99", *P[1:]]))
    overtype(editor, "p", 0, "1/3")
    editor.page.keyboard.press("ArrowUp")
    assert cell(editor, "p", 0).input_value() == "1/3"


@pytest.mark.parametrize(
    "texts",
    [
        ["0.5", "0,5", ".5", "½", "1 / 3", "12,5 %", "1e-300", "-0"],
        ["", "5e-400", "−0.1", "1/0", "abc", "1½", "1,000.5", "0;1"],
    ],
)
def test_browser_and_python_agree_on_what_is_a_probability(editor, texts):
    field = cell(editor, "q", 0)
    for text in texts:
        field.fill(text)
        field.press("Enter")
        wait_for(editor, q=join_vector([text, *Q[1:]]))
        assert field.get_attribute("aria-invalid") == str(not is_probability(text)).lower()
        assert field.input_value() == text
        if reason := field.get_attribute("aria-describedby"):
            assert editor.page.locator(f"#{reason}").inner_text()


def is_probability(text: str) -> bool:
    try:
        return parse_number(text) >= 0
    except ValueError:
        return False


def test_labels_are_shown_as_typed(editor):
    for label in ("<img src=x onerror=alert(1)>", "$x^2$", "**b**", "=1+1", ":red[x]", "🎲", "", 'a"b,c;d'):
        cell(editor, "labels", 0).fill(label)
        cell(editor, "labels", 0).press("Enter")
        wait_for(editor, labels=join_labels([label, *LABELS[1:]]))
        assert shown(editor) == [[label, *LABELS[1:]], P, Q]
        assert focused(editor) == "Token 1"


def test_a_name_that_is_too_long_stays_in_its_field_and_is_said(editor):
    long = "x" * 300
    cell(editor, "labels", 0).select_text()
    editor.page.keyboard.insert_text(long)
    editor.page.keyboard.press("Tab")
    wait_for(editor, labels=join_labels([long, *LABELS[1:]]))
    expect(editor.page.locator("#labels-0 .word")).to_have_text("This name has 300 characters: use at most 200.")
    assert shown(editor) == [[long, *LABELS[1:]], P, Q]


def test_numbers_that_cannot_be_added_up_are_said_and_normalised(editor):
    for row in (0, 1):
        cell(editor, "p", row).fill("1e308")
        cell(editor, "p", row).press("Enter")
    wait_for(editor, p=join_vector(["1e308", "1e308", *P[2:]]))
    assert editor.page.locator(".sum.p").inner_text() == "too large to add up"
    button(editor, "Normalise").click()
    expect(cell(editor, "p", 0)).to_have_value("0.5", timeout=PATIENCE_MS)


@pytest.mark.parametrize(("size", "scheme"), list(product(SIZES, ("light", "dark"))))
def test_a_table_with_faults_is_accessible_and_fits(lab_at, bare_violations, size, scheme):
    lab = lab_at(size, scheme).open("acceptance")
    cell(lab, "p", 0).fill("abc")
    cell(lab, "q", 1).fill("-1")
    cell(lab, "q", 1).press("Enter")
    lab.settle()
    assert lab.violations() <= bare_violations
    assert lab.overflow <= 0
    least = 44 if size == "phone" else 24
    sizes = lab.page.locator("tbody input, tbody button, .add").evaluate_all(
        "all => all.map(it => it.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    )
    assert min(sizes) >= least
