"""Faults in what a cycle emits and in its random numbers. Each is the exact rule with one part changed."""

from collections.abc import Container

from lab.core.block.rule import FINAL, Reason, block_rule, cut
from lab.core.block.situation import Tokens


@block_rule(
    "suffix_kept",
    "Draft kept behind a rejection",
    "biased",
    "The correction replaces the rejected draft, but the drafts behind it stay: they continue another prefix.",
)
def suffix_kept() -> dict:
    return {"slots": lambda accepted, draft_len: (*range(accepted), FINAL, *range(accepted + 1, draft_len))}


@block_rule(
    "rejected_kept",
    "Rejected drafts stay in the output",
    "biased",
    "The whole draft is emitted, rejected tokens included, and the correction comes behind it.",
    "lucidrains/speculative-decoding#3",
)
def rejected_kept() -> dict:
    return {"slots": lambda accepted, draft_len: (*range(draft_len), FINAL)}


@block_rule(
    "one_uniform_for_two",
    "One uniform for two positions",
    "biased",
    "A first token that was hard to keep leaves a small uniform, so the second test is passed too easily.",
)
def one_uniform_for_two(positions: int = 2) -> dict:
    return {"positions_per_uniform": positions}


@block_rule(
    "reseeded",
    "Seed set before every draw",
    "biased",
    "All tokens of a cycle come from one quantile: each alone has the right law, together they do not.",
    "feifeibear/LLMSpeculativeSampling#19",
)
def reseeded() -> dict:
    return {"one_quantile": True}


@block_rule(
    "stop_checked_last",
    "Stop looked for in the last token only",
    "biased",
    "A stop token inside an accepted block is passed over, and decoding goes on behind it.",
    "huggingface/transformers#47912",
)
def stop_checked_last() -> dict:
    def cut_last(tokens: Tokens, stop: Container[int], cap: int | None) -> tuple[Tokens, Reason]:
        kept, reason = cut(tokens, (), cap)
        return kept, "stop" if kept and kept[-1] in stop else reason

    return {"cut": cut_last}


@block_rule(
    "cap_before_stop",
    "Length cap checked before stop",
    "biased",
    "A chunk that passes both ends by length, and the tokens between the stop and the cap come out.",
    "sgl-project/sglang#31599",
)
def cap_before_stop() -> dict:
    def cut_cap_first(tokens: Tokens, stop: Container[int], cap: int | None) -> tuple[Tokens, Reason]:
        kept, reason = cut(tokens, (), cap)
        return (kept, reason) if reason else cut(tokens, stop, cap)

    return {"cut": cut_cap_first}
