"""The controls of the page on draft blocks: which models, how long a draft, how the cycle runs."""

from collections.abc import Callable

import streamlit as st

from lab.core.block import Tokens
from lab.core.numbers import display_labels
from lab.lessons.blocks import TITLES, Setup
from lab.lessons.chains import (
    DRAFT_TREE,
    LONGEST_PREFIX,
    TARGET_TREE,
    TREE_LABELS,
    Chain,
    independent,
    letters,
    no_longer,
    repeating,
    trees,
)
from lab.situation import Situation
from lab.ui.editor import pick_situation
from lab.ui.prose import literal

SAME, REPEAT, TREE, LETTERS = "p and q everywhere", "With memory", "Typed by hand", "Letters of a text"
LONGEST_DRAFT, LONGEST_CAP = 8, 9
KNOBS = (
    *("models", "gamma", "cycle", "cycle_rule", "greedy", "stop", "cap", "before", "before_letters"),
    *("repeat_p", "repeat_q", "tree_tokens", "tree_p", "tree_q", "text", "order_p", "order_q"),
)
_LINK = "query-params"


def block_setup() -> tuple[Setup, Situation] | tuple[None, None]:
    """Draw the controls; returns the setup and the situation with its seed, or None twice while something is wrong."""
    with st.container(border=True, gap="small"):
        kind = st.radio("Models", list(_CHAINS), key="models", bind=_LINK)
        draft_len = st.slider("Draft length γ", 1, LONGEST_DRAFT, 4, key="gamma", bind=_LINK)
        own, rule = st.container(), st.container()
    more = st.expander("Greedy, stop, cap, prefix", icon=":material/tune:", key="more-of-block")
    if kind in (TREE, LETTERS):
        st.markdown("These models do not read the pair below. Only its seed counts here.")
    situation = pick_situation()
    if situation is None:
        return None, None
    try:
        with own:
            chain = _CHAINS[kind](situation)
        with more:
            extras = _extras(chain, kind)
    except ValueError as error:
        with own:
            st.error(literal(str(error)), icon=":material/error:")
        return None, None
    with rule:
        rule_key = _rule()
    return Setup(chain, draft_len, rule_key=rule_key, **extras), situation


def _same(s: Situation) -> Chain:
    return independent(s)


def _repeat(s: Situation) -> Chain:
    st.markdown("Each model repeats its last token with a chance of its own. Else it draws from p or q.")
    target = st.slider("Target repeats", 0.0, 1.0, 0.5, 0.05, key="repeat_p", bind=_LINK)
    draft = st.slider("Draft repeats", 0.0, 1.0, 0.25, 0.05, key="repeat_q", bind=_LINK)
    return repeating(s, target, draft)


def _tree(s: Situation) -> Chain:
    help_text = "One line a prefix: its tokens, a colon, the law of the next token. “else” is every other prefix."
    names = st.text_input("Tokens", TREE_LABELS, key="tree_tokens", bind=_LINK)
    target = st.text_area("Target", TARGET_TREE, key="tree_p", bind=_LINK, help=help_text)
    draft = st.text_area("Draft", DRAFT_TREE, key="tree_q", bind=_LINK)
    return trees(names, target, draft)


def _letters(s: Situation) -> Chain:
    text = st.text_area(
        "Text to count letters in",
        key="text",
        bind=_LINK,
        placeholder="empty: the Zen of Python, which ships with Python",
    )
    target = st.slider("Letters the target remembers", 0, 3, 2, key="order_p", bind=_LINK)
    draft = st.slider("Letters the draft remembers", 0, 3, 1, key="order_q", bind=_LINK)
    return letters(text, (target + 1, draft + 1))


_CHAINS: dict[str, Callable[[Situation], Chain]] = {SAME: _same, REPEAT: _repeat, TREE: _tree, LETTERS: _letters}


def _extras(chain: Chain, kind: str) -> dict:
    greedy = st.checkbox("Greedy: both models at temperature 0", key="greedy", bind=_LINK)
    names = display_labels(chain.labels)
    stop = st.multiselect("Stop tokens", names, key="stop", bind=_LINK, placeholder="none")
    cap = int(st.slider("Tokens that may still be emitted (0: no cap)", 0, LONGEST_CAP, 0, key="cap", bind=_LINK))
    ends = {"stop": tuple(map(names.index, stop)), "cap": cap or None}
    return {"greedy": greedy, "prefix": _prefix(chain, kind)} | ends


def _prefix(chain: Chain, kind: str) -> Tokens:
    key, default = ("before_letters", "th") if kind == LETTERS else ("before", "")
    typed = st.text_input("Tokens before the block", default, key=key, bind=_LINK)
    try:
        no_longer(typed, LONGEST_PREFIX, "the text")
        return chain.read(typed)
    except ValueError as error:
        if typed == default:  # the reader's own text has no such letters
            return ()
        raise ValueError(f"Tokens before the block: {error}") from None


def _rule() -> str:
    return TITLES[st.selectbox("How the cycle runs", list(TITLES), key="cycle_rule", bind=_LINK)]
