"""Tiny random language models, made on the spot: no download."""

from dataclasses import dataclass

import numpy as np
import torch
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM, PreTrainedModel

from lab.core.block import Tokens
from lab.core.rules.rule import Vector

PROMPT = 0
"""The one token before every sequence."""


def tiny_gpt2(seed: int, vocabulary: int, dtype: torch.dtype) -> PreTrainedModel:
    """One layer, eight numbers wide; large random weights, so that its laws are far from even."""
    torch.manual_seed(seed)
    size = {"vocab_size": vocabulary, "n_positions": 16, "n_embd": 8, "n_layer": 1, "n_head": 2}
    return _ready(GPT2LMHeadModel(GPT2Config(**size, **_plain(), initializer_range=0.6)), dtype)


def tiny_llama(seed: int, vocabulary: int, dtype: torch.dtype) -> PreTrainedModel:
    """The same in the shape of a Llama."""
    torch.manual_seed(seed)
    size = {"vocab_size": vocabulary, "hidden_size": 8, "intermediate_size": 16, "num_hidden_layers": 1}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2, "max_position_embeddings": 16}
    return _ready(LlamaForCausalLM(LlamaConfig(**size, **heads, **_plain(), initializer_range=0.6)), dtype)


def _plain() -> dict[str, object]:
    return {"bos_token_id": PROMPT, "eos_token_id": None, "pad_token_id": PROMPT}


def _ready(model: PreTrainedModel, dtype: torch.dtype) -> PreTrainedModel:
    return model.to(dtype).eval()


@dataclass(frozen=True, eq=False)
class LogitsModel:
    """A model of ``lab.core.block`` from a language model's own logits: one look for one prefix, without a cache.

    Args:
        model: the language model.
        temperature: what its logits are divided by, above 0.
    """

    model: PreTrainedModel
    temperature: float = 1.0

    def __call__(self, prefix: Tokens) -> Vector:
        with torch.inference_mode():
            logits = self.model(torch.tensor([[PROMPT, *prefix]])).logits[0, -1].double() / self.temperature
        law = logits.softmax(dim=-1).numpy()
        return np.asarray(law / law.sum())
