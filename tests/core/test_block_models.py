"""The built-in models: tables, trees typed by hand, chains, n-grams."""

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.core.block import Greedy, Iid, Markov, Table, ngram, shipped_text, tree
from lab.core.pmf import as_pmf


def test_a_tree_typed_by_hand():
    model = tree(": 0.5 0.5\n\na: 1/4 3/4\na b: 25%, 75%\nelse: 1 0\n", ["a", "b"])
    assert model(()).tolist() == [0.5, 0.5]
    assert model((0,)).tolist() == [0.25, 0.75]
    assert model((0, 1)).tolist() == [0.25, 0.75]
    assert model((1, 1, 1)).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the tree is empty"),
        ("0.5 0.5", "line 1: a colon is missing"),
        (": 0.5 0.5\nc: 0.5 0.5", "line 2: “c” is no token: use a, b"),
        (": 0.5", "line 1: the row has 1 of 2 probabilities: write one for each token"),
        (": 0.5 0.4", "line 1: the row sums to 0.9, not 1"),
        (": -1 2", "line 1: the probability of “a” is -1: write 0 or more"),
        (": 0.5 0.5\n: 1 0", "line 2: this prefix has a row already"),
        ("else: 0.5 0.5\nelse: 1 0", "line 2: this prefix has a row already"),
        (": 0.5 x", "line 1: “x” is not a number"),
    ],
)
def test_a_wrong_tree_names_the_line(text, message):
    with pytest.raises(ValueError, match=message):
        tree(text, ["a", "b"])


@given(st.text(alphabet="ab:. 01/%\nelse", max_size=40))
def test_any_typed_tree_ends_in_a_model_or_a_message(text):
    with contextlib.suppress(ValueError):  # anything else is a fault
        assert isinstance(tree(text, ["a", "b"]), Table)


def test_a_token_called_else_is_a_token():
    assert tree(": 1 0\nelse: 0 1", ["else", "b"])((0,)).tolist() == [0, 1]


def test_a_table_without_the_prefix_says_so():
    with pytest.raises(ValueError, match=r"no row for the prefix \(1,\)"):
        Table({(): [1.0]})((1,))


def test_chains_read_their_last_token_only():
    chain = Markov([0.5, 0.5], [[1, 0], [0, 1]])
    assert chain(()) == [0.5, 0.5]
    assert chain((0, 1)) == [0, 1]
    assert (chain.recent((0, 1)), Iid([1]).recent((0, 1))) == ((1,), ())


def test_greedy_takes_the_first_of_equals():
    assert Greedy(Iid([0.2, 0.4, 0.4]))(()).tolist() == [0, 1, 0]


def test_ngram_by_hand():
    """In "aab" a comes twice and b once; behind a, each once; the prior weighs 1."""
    unigram, bigram = ngram("aab", 1), ngram("aab", 2)
    assert unigram(()).tolist() == [2.5 / 4, 1.5 / 4]
    assert bigram(()).tolist() == unigram(()).tolist()
    assert bigram((0,)).tolist() == pytest.approx([(1 + 2.5 / 4) / 3, (1 + 1.5 / 4) / 3])
    assert bigram((1,)).tolist() == unigram(()).tolist()  # nothing ever came behind b


@given(st.text(alphabet="abc ", min_size=1, max_size=60), st.integers(1, 4), st.lists(st.integers(0, 9), max_size=6))
def test_ngram_rows_are_laws_without_zeros(text, order, tokens):
    model = ngram(text, order)
    row = model(tuple(token % len(model.alphabet) for token in tokens))
    assert as_pmf(row).min() > 0
    assert model.decode(model.encode(text)) == text


@given(st.text(alphabet="abc", min_size=1, max_size=40), st.integers(1, 4), st.lists(st.integers(0, 2), max_size=6))
def test_what_an_ngram_reads_follows_from_what_it_read(text, order, tokens):
    model = ngram(text, order, "abc")
    prefix, end = tuple(tokens), ()
    for token in prefix:
        end = model.recent((*end, token))
    assert end == model.recent(prefix)
    assert model(prefix).tolist() == model(end).tolist()


def test_an_ngram_reads_two_tokens_at_order_three():
    model = ngram("abracadabra", 3)
    assert model((0, 1, 2, 3)).tolist() == model((4, 4, 2, 3)).tolist()
    assert model((2, 3)).tolist() != model((0, 3)).tolist()


def test_two_orders_of_one_text_share_their_alphabet():
    text = shipped_text()
    assert text.startswith("The Zen of Python")
    assert ngram(text, 3).alphabet == ngram(text, 1).alphabet


@pytest.mark.parametrize("arguments", [("", 1), ("a", 0), ("a", 1, None, 0)])
def test_a_wrong_ngram_is_refused(arguments):
    with pytest.raises(ValueError, match="an n-gram model needs"):
        ngram(*arguments)


def test_a_strange_character_is_named():
    with pytest.raises(ValueError, match="“z” is not in the model's alphabet"):
        ngram("abc", 1).encode("abz")


def test_ngram_counts_do_not_depend_on_later_use():
    model = ngram("abab", 2)
    before = model((0,)).copy()
    model((0,))[:] = 0
    np.testing.assert_array_equal(model((0,)), before)
