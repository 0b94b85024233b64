"""Transformers' assisted generation, end to end, as a sampler of sequences."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import torch
from numpy.random import Generator
from transformers import GenerationConfig, PreTrainedModel

from lab.check.block.check import check_block_sampler
from lab.check.findings import Finding, of_report
from lab.check.implementations.tiny_models import PROMPT, LogitsModel, tiny_gpt2, tiny_llama
from lab.check.implementations.transformers_step import DTYPES
from lab.core.block import Model, Tokens

PART = "assisted generation"
VOCABULARY = 4
DETECTABLE = 0.2  # a call takes some 30 ms, so a finer look takes hours
FAMILIES = {"GPT-2": tiny_gpt2, "Llama": tiny_llama}


@dataclass(frozen=True, eq=False)
class Assisted:
    """``generate`` with an assistant.

    Args:
        target, draft: language models.
        temperature: of the request.
        sample: False for greedy decoding.
    """

    target: PreTrainedModel
    draft: PreTrainedModel
    temperature: float = 1.0
    sample: bool = True

    def __call__(
        self,
        target: Model,
        draft: Model,
        draft_len: int,
        length: int,
        size: int,
        rng: Generator,
        stop: Collection[int] = (),
    ) -> list[Tokens]:
        """Generate sequences one by one; see ``lab.check.block.check_block_sampler``."""
        torch.manual_seed(int(rng.integers(2**63)))
        settings = self._settings(length, sorted(stop))
        assistant = self.draft.generation_config
        assistant.num_assistant_tokens, assistant.num_assistant_tokens_schedule = draft_len, "constant"
        assistant.assistant_confidence_threshold = 0.0  # drafts are not cut short
        return [self._one(settings) for _ in range(size)]

    def _settings(self, length: int, stop: list[int]) -> GenerationConfig:
        how = {"do_sample": True, "temperature": self.temperature, "top_k": 0} if self.sample else {"do_sample": False}
        ends = {"eos_token_id": stop or None, "pad_token_id": PROMPT, "bos_token_id": PROMPT}
        return GenerationConfig(max_new_tokens=length, **how, **ends)

    def _one(self, settings: GenerationConfig) -> Tokens:
        prompt = torch.tensor([[PROMPT]])
        request = {"attention_mask": torch.ones_like(prompt), "generation_config": settings}
        ids = self.target.generate(prompt, assistant_model=self.draft, **request)
        return tuple(ids[0, 1:].tolist())


@dataclass(frozen=True)
class Request:
    """One request to check. Args as the fields say; seeds are those of the weights."""

    name: str
    dtype: str = "float32"
    family: str = "GPT-2"
    seeds: tuple[int, int] = (1, 2)
    length: int = 2
    draft_len: int = 2
    temperature: float = 1.0
    stop: tuple[int, ...] = ()
    greedy: bool = False
    size: int = 800


REQUESTS = (
    Request("sampling, three tokens", length=3, size=2_600),
    Request("sampling, a Llama, three tokens", family="Llama", length=3, size=2_600),
    Request("sampling, three tokens", "bfloat16", length=3, size=2_600),
    Request("sampling, drafts of one token", draft_len=1),
    Request("sampling, drafts longer than the sequence", draft_len=5),
    Request("sampling, draft = target", seeds=(1, 1)),
    Request("temperature 0.6", temperature=0.6),
    Request("a stop token", length=3, stop=(1,), size=1_500),
    Request("greedy", length=5, greedy=True, size=200),
    Request("greedy, a Llama", family="Llama", length=5, greedy=True, size=200),
    Request("sampling", "float16"),
    Request("temperature 1.5 and a stop token", "bfloat16", temperature=1.5, stop=(1,), size=1_000),
    Request("greedy", "bfloat16", length=5, greedy=True, size=200),
)


def assisted_findings(share: float, seed: int) -> Iterator[Finding]:
    """Check assisted generation in every request.

    Args:
        share: share of the full number of sequences, above 0.
        seed: seed of every check.
    """
    for asked in REQUESTS:
        yield check_request(asked, max(1, round(asked.size * share)), seed)


def check_request(asked: Request, size: int, seed: int) -> Finding:
    """One report as a finding."""
    family = FAMILIES[asked.family]
    target, draft = (family(number, VOCABULARY, DTYPES[asked.dtype]) for number in asked.seeds)
    sampler = Assisted(target, draft, asked.temperature, not asked.greedy)
    laws = LogitsModel(target, asked.temperature), LogitsModel(draft, asked.temperature)
    options = {"stop": asked.stop, "greedy": asked.greedy, "detectable": DETECTABLE}
    report = check_block_sampler(sampler, *laws, asked.draft_len, asked.length, size, seed, **options)
    return of_report(PART, asked.name, asked.dtype, report, detectable=0.0 if asked.greedy else DETECTABLE)
