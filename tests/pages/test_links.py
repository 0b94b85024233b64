"""What a link asks for: shown, or named where it cannot be."""

import pytest

from tests.pages.screen import open_page, press, standing


def warnings(app):
    return [warning.value.replace("\\", "") for warning in app.warning]


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("recombine", {"step": "9"}),
        ("one_proposal", {"n": "99"}),
        ("one_proposal", {"n": "abc"}),
        ("transforms", {"temperature": "0.35"}),
        ("transforms", {"top_k": "1.5"}),
        ("cost", {"alpha": "nan"}),
        ("wrong_rules", {"rule": "zzz"}),
        ("check", {"subject": "x"}),
        ("acceptance", {"mode": "xyz"}),
    ],
)
def test_what_an_input_cannot_take_is_named(page, link):
    (name, value), *_ = link.items()
    told = f"The link asks for {name} = {value}, which this page cannot show. It shows its own values."
    assert warnings(open_page(page, **link)) == [told]


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("recombine", {"step": "3 Reject"}),
        ("one_proposal", {"n": "7", "success": "1/3"}),
        ("transforms", {"temperature": "2", "top_k": "2"}),
        ("cost", {"alpha": "0.80", "cost_gamma": "8"}),
        ("wrong_rules", {"round": "Detective", "flags": "true", "case": "3"}),
        ("monte_carlo", {"runs": "1-10", "mode": "Explore freely"}),
        ("check", {"subject": "Your recorded run", "source": "Pasted lines"}),
    ],
)
def test_what_an_input_can_take_is_shown_without_a_word(page, link):
    assert warnings(open_page(page, **link)) == []


def test_a_whole_number_stands_in_the_link_as_it_is_typed():
    app = press(open_page("check"), "sampler-next")
    app.session_state["share"] = True
    assert "sampler=2&" in standing(app.run()).code[0].value + "&"


def test_a_warning_lasts_until_the_next_answer():
    app = open_page("one_proposal", n="99")
    app.slider(key="n").set_value(3).run()
    assert warnings(app) == []
