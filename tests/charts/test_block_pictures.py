"""Pictures of draft blocks draw what the record and the laws say, and no more of a cycle than is shown."""

import numpy as np
import pytest

from lab.charts.chances import chances, output_and_wanted
from lab.charts.cycle import ACROSS, FOOT, TOP, WIDE, cycle_picture
from lab.core.block import BLOCK_RULES, Iid, run_cycle
from lab.core.numbers import fmt

NAMES = ["<b>", "$x$", "(empty)", "=1+1"]
P, Q = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]


def cycle(seed=1, draft_len=4, p=P, q=Q, **how):
    return run_cycle(Iid(p), Iid(q), draft_len, (), np.random.default_rng(seed), **how)


def boxes(figure):
    return figure.data["boxes"].to_pandas()


@pytest.mark.parametrize("seed", range(5))
def test_each_map_has_the_area_of_alpha(seed):
    """Accepted area of a map of width 0.86 and height 1 is 0.86 × 0.6, whatever is drawn."""
    drawn = boxes(cycle_picture(cycle(seed), NAMES, 0))
    kept = drawn[drawn.part == "accepted"]
    area = ((kept.x2 - kept.x) * (kept.y2 - kept.y)).sum()
    assert area == pytest.approx(4 * WIDE * 0.6 * (TOP - FOOT))


@pytest.mark.parametrize("seed", range(8))
def test_a_dot_lies_in_the_accepted_part_if_its_draft_passed(seed):
    record = cycle(seed)
    dots = cycle_picture(record, NAMES, 4).data["points"].to_pandas()
    dots = dots[(dots["shape"] == "circle") & (dots["size"] == 70)]
    tested = [event for event in record.events if event.fate != "discarded"]
    assert len(dots) == len(tested)
    for dot, event in zip(dots.itertuples(), tested, strict=True):
        assert dot.y % 1 == pytest.approx((FOOT + event.u) % 1)
        assert (event.u < event.accept[event.token]) == (event.fate == "accepted")


@pytest.mark.parametrize("shown", range(6))
def test_no_more_than_is_shown(shown):
    record = cycle(1)
    figure = cycle_picture(record, NAMES, shown)
    told = [fate for fate in figure.table["Fate"] if fate]
    assert len(told) == (4 if shown > record.passed else shown)
    assert (record.final_kind in figure.data["texts"]["text"].to_pylist()) == (shown == 5)
    assert ("drawn last" in set(boxes(figure).part)) == (shown == 5)


def test_digits_in_picture_and_table_are_the_same():
    figure = cycle_picture(cycle(3), NAMES, 5)
    words = figure.data["texts"]["text"].to_pylist()
    assert [f"keep {chance}" for chance in figure.table["Kept with probability"]] == [
        word for word in words if word.startswith("keep ")
    ]


@pytest.mark.parametrize("draft_len", [1, 4, 5, 8])
def test_templates_depend_on_the_number_of_rows_alone(draft_len):
    one, other = (cycle_picture(cycle(seed, draft_len), NAMES, draft_len + 1) for seed in (1, 2))
    assert one.template == other.template
    assert one.chart.to_dict()["width"] == "container"
    assert max(figure.data["boxes"].to_pandas().x2.max() for figure in (one, other)) <= ACROSS


@pytest.mark.parametrize("key", ["suffix_kept", "rejected_kept", "stale_context", "reseeded"])
def test_wrong_ways_to_run_can_be_drawn(key):
    figure = cycle_picture(cycle(5, rule=BLOCK_RULES[key]()), NAMES, 5)
    assert figure.alt.endswith(".")
    assert "nan" not in figure.alt + figure.table.to_csv()


def test_laws_that_agree_show_no_rounding():
    law = np.array([0.7, 0.2, 0.1])
    figure = output_and_wanted(["a", "b", "c"], np.add(law, [1e-16, 0, -1e-16]), law, "Repeated cycles")
    assert figure.table["Error"].tolist() == ["0", "0", "0"]
    assert "a: 0.7, as the target" in figure.alt


def test_laws_that_differ_say_by_how_much():
    figure = output_and_wanted(["a", "b"], [0.75, 0.25], [0.5, 0.5], "Repeated cycles")
    assert figure.table["Error"].tolist() == ["+0.25", "−0.25"]
    assert boxes(figure).x2.tolist() == [0.25, 0.75]


@pytest.mark.parametrize("values", [[0.3, 0.7], [0.0, 0.0]])
def test_no_layer_is_empty_for_an_empty_one_has_no_range(values):
    figure = chances(["Position 1", "Position 2"], values, "accepted-by-position", "Chance")
    assert all(table.num_rows for table in figure.data.values())
    assert boxes(figure).x2.tolist() == values[::-1]


def test_chances_are_bars_with_their_digits():
    figure = chances(["1 token", "2 tokens"], [0.3, 0.7], "tokens-per-cycle", "Tokens a cycle emits")
    assert boxes(figure).x2.tolist() == [0.7, 0.3]
    assert figure.table["Tokens a cycle emits"].tolist() == [fmt(0.3), fmt(0.7)]
