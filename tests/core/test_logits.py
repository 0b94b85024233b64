"""Typed logits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.logits import parse_logits


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2, 1, 0", [2, 1, 0]),
        ("1e4, -1e4, -inf", [1e4, -1e4, -np.inf]),
        ("−0,5; −∞; 3", [-0.5, -np.inf, 3]),
        ("[1/2, - Infinity, 0]", [0.5, -np.inf, 0]),
    ],
)
def test_typed_logits_mean_what_was_typed(text, values):
    assert parse_logits(text, 3).tolist() == values


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1, 2", "There are 2 logits and 3 tokens: give one logit for each token"),
        ("-inf, -inf, -inf", "leave at least one token unmasked"),
        ("inf, 0, 0", "“inf” is not a number"),
        ("a, b, c", "“a” is not a number"),
        ("", "There are 0 logits"),
    ],
)
def test_anything_else_is_refused_with_its_reason(text, reason):
    with pytest.raises(ValueError, match=reason):
        parse_logits(text, 3)


@given(st.text("0123456789.,;-+einf∞ \n", max_size=60))
def test_any_text_ends_in_logits_or_a_plain_sentence(text):
    try:
        logits = parse_logits(text, 2)
    except ValueError:
        return  # the sentence is the parser's own, tested there
    assert np.isfinite(logits).any()
