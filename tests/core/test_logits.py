"""Typed logits."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.logits import parse_logits

SUCH_AS = "write one such as 2, 0.5 or -1e4, or -inf to mask a token."


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
        ("1, 2", "The draft logits have 2 entries, and there are 3 tokens: write one logit for each token."),
        ("1", "The draft logits have 1 entry, and there are 3 tokens: write one logit for each token."),
        ("", "The draft logits have 0 entries, and there are 3 tokens: write one logit for each token."),
        ("-inf, -inf, -inf", "The draft logits mask every token with -inf: write a finite number for at least one."),
        ("inf, 0, 0", f"In the draft logits, “inf” is not a number: {SUCH_AS}"),
        ("abc", f"In the draft logits, “abc” is not a number: {SUCH_AS}"),
        ("1, , 2", f"In the draft logits, a number is missing: {SUCH_AS}"),
        ("1e400, 1, 1", "In the draft logits, “1e400” is too large: write a number between -1e308 and 1e308."),
        ("1/0, 1, 1", "In the draft logits, “1/0” divides by zero: write another number below the fraction bar."),
    ],
)
def test_anything_else_is_refused_with_its_reason_in_a_plain_sentence(text, reason):
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        parse_logits(text, 3, "draft logits")


@given(st.text("0123456789.,;-+einf∞ \n", max_size=60))
def test_any_text_ends_in_logits_or_a_plain_sentence(text):
    try:
        logits = parse_logits(text, 2)
    except ValueError:
        return  # the sentence is the parser's own, tested there
    assert np.isfinite(logits).any()
