"""Samplers with a known fault, and exact ones: what ``benchmarks/check_power.py`` and its test run.

Faults that were met in public code carry the place; the setups are the smallest ones that show them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from benchmarks.draws import alias, searchsorted
from lab.check import sampler_of
from lab.check.position.guard import Sampler
from lab.core.rules import RULES, Rule
from lab.core.rules.rule import law_of, one_hot, ratio, residual_or_p

RISING = ((0.4, 0.3, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4))
FIVE = ((0.05, 0.35, 0.1, 0.2, 0.3), (0.2, 0.1, 0.3, 0.25, 0.15))


@dataclass(frozen=True, eq=False)
class Case:
    """One sampler on one pair.

    Attributes:
        name: what it does.
        sampler: the sampler, with its full record where it keeps one.
        pair: p and q.
        distance: total variation from the right law, of one output or of two successive ones; NaN where the fault is
            no matter of a law.
        rule: its key in ``RULES``; "" where it is none of them.
        reference: a public place where it was met, or "".
    """

    name: str
    sampler: Sampler
    pair: tuple
    distance: float = 0.0
    rule: str = ""
    reference: str = ""


def of_rule(key: str, pair: tuple, reference: str = "", **options) -> Case:
    """A rule of the lab."""
    rule = RULES[key](*pair, **options)
    name = rule.title + "".join(f", {name} {value}" for name, value in options.items())
    return Case(name, sampler_of(RULES[key], **options), pair, rule.total_variation(), key, reference or rule.reference)


def of_parts(name: str, parts: Callable, pair: tuple = RISING, reference: str = "") -> Case:
    """A rule given by a function of (p, q) that gives what proposes, what accepts and what corrects."""

    def make(p, q):
        return Rule("own", name, "biased", "", "", p, *parts(p, q))

    distance = make(*map(np.array, pair)).total_variation()
    return Case(name, sampler_of(make), pair, distance, reference=reference)


def of_law(name: str, change: Callable, pair: tuple = RISING, reference: str = "") -> Case:
    """A sampler of another law, of which only outputs are known."""
    p, q = map(np.array, pair)
    law = change(p, q)
    return Case(
        name,
        lambda p, q, size, rng: rng.choice(law.size, size, p=law),
        pair,
        float(np.abs(law - p).sum()) / 2,
        reference=reference,
    )


def of_rules() -> list[Case]:
    """Every biased rule of the lab on two pairs, where it is biased there."""
    keys = [key for key, make in RULES.items() if not make(*RISING).exact]
    cases = [of_rule(key, pair) for key in keys for pair in (RISING, FIVE)]
    return [case for case in cases if case.distance >= 0.01]


def reported() -> list[Case]:
    """Faults of one position that were reported in public."""
    early = (0.3, 0.5, 0.2), (0.4, 0.35, 0.25)
    return [
        of_rule("misaligned_residual", ((0.5, 0.3, 0.2, 0.0), (0.4, 0.0, 0.35, 0.25))),
        of_rule("erased_target", ((0.6, 0.3, 0.1), (1.0, 0.0, 0.0))),
        of_rule("greedy_draft", early),
        of_parts("Greedy draft, greedy correction", _greedy_both, early, "jaymody/speculative-sampling#3"),
        of_rule("top_k_draft", ((0.466667, 0.533333, 0, 0), (0.4, 0.3, 0.2, 0.1))),
        of_rule("top_k_draft", ((0.6, 0.4, 0), (0.5, 0.3, 0.2)), "mlx-node/mlx-node#11"),
        of_rule("typical", ((0.5, 0.3, 0.15, 0.05), (0.05, 0.15, 0.3, 0.5))),
        of_rule("accept_all", ((1.0, 0.0), (0.0, 1.0)), "ohdearquant/lattice#243"),
        of_rule("accept_all", ((0.4, 0.3, 0.3), (0.375, 0.375, 0.25)), "huggingface/transformers#35029"),
        of_law(
            "Target without the request's top-p",
            lambda p, q: np.array([0.5, 0.3, 0.15, 0.05]),
            ((0.625, 0.375, 0, 0), (0.6, 0.4, 0, 0)),
            "vllm-project/vllm#9834",
        ),
        of_law(
            "Penalty counted twice",
            lambda p, q: law_of(p * np.exp([-0.5, 0, 0]), p),
            ((0.546549, 0.331499, 0.121952), (0.3, 0.4, 0.3)),
            "vllm-project/vllm#33251",
        ),
        of_law(
            "Logit bias skipped",
            lambda p, q: np.full(3, 1 / 3),
            ((0, 0.5, 0.5), (0.2, 0.4, 0.4)),
            "sgl-project/sglang#10617",
        ),
        of_law(
            "Token id 0 dropped", lambda p, q: law_of(p * [0, 1, 1, 1], p), RISING, "feifeibear/LLMSpeculativeSampling"
        ),
        of_parts("Half precision forgets rare tokens", _underflow, _rare_pair(), "lablup/mlxcel#992"),
    ]


def own() -> list[Case]:
    """More faults of one position."""
    return [
        of_parts("Ratio upside down", lambda p, q: (q, ratio(q, p), residual_or_p(p, q))),
        of_parts("Accepted when U is above the ratio", lambda p, q: (q, 1 - ratio(p, q), residual_or_p(p, q))),
        of_parts("U squared", lambda p, q: (q, np.sqrt(ratio(p, q)), residual_or_p(p, q))),
        of_parts("U a tenth too small", lambda p, q: (q, ratio(p, 0.9 * q), residual_or_p(p, q))),
        of_parts("U of three bits", lambda p, q: (q, np.ceil(8 * ratio(p, q)) / 8, residual_or_p(p, q))),
        of_parts("Residual moved on by one token", lambda p, q: (q, ratio(p, q), np.roll(residual_or_p(p, q), 1))),
        of_parts("Residual of p and half of q", lambda p, q: (q, ratio(p, q), residual_or_p(p, q / 2))),
        of_parts("Rejected token emitted", lambda p, q: (q, ratio(p, q), np.eye(p.size))),
        of_law("Proposes again until one is kept", lambda p, q: law_of(np.minimum(p, q), p)),
        of_law("Ids moved on by one", lambda p, q: np.roll(p, 1)),
        of_law("Two ids swapped", lambda p, q: p[[0, 2, 1, 3]]),
        of_law("Last token given to the one before", lambda p, q: p * [1, 1, 1.5, 0]),
        of_law("Temperature 1.05", lambda p, q: law_of(p ** (1 / 1.05), p)),
        of_law("Four draws of a hundred from q", lambda p, q: 0.96 * p + 0.04 * q),
        of_law("Cumulative sum in half precision", _half_sums, _long_pair()),
        of_law("A twentieth of the tail cut off", _cut_tail, _long_pair()),
    ]


def joint() -> list[Case]:
    """Samplers whose single outputs may be right, while outputs hang together."""
    p = np.array(RISING[0])
    apart = 1 - float(p @ p)  # chance that two draws differ
    return [
        Case("All draws at one quantile", _stuck, RISING, apart, reference="feifeibear/LLMSpeculativeSampling#19"),
        Case("Each random number used twice", _twice, RISING, apart / 2),
        Case("One random number of sixteen again, eight draws on", _eighth, RISING, apart / 16),
        Case("Two of a hundred outputs repeated", _sticky(0.02), RISING, 0.02 * apart),
        Case("Generator seeded anew every 50,000 draws", _anew, RISING, float("nan")),
        Case("Generator with a period of 1,000", _period, RISING, float("nan")),
        Case("U, then 1 − U", _antithetic, RISING, 0.235),
        Case("Each two outputs in order", _ordered, RISING, apart / 4),
        Case("Golden ratio instead of chance", _golden, RISING, float("nan")),
        Case("Repeats swapped away", _restless, RISING, float("nan")),
    ]


def misbehaving() -> list[Case]:
    """Samplers that cannot be used as they are."""
    wrong = {
        "Raises": lambda p, q, size, rng: [][1],
        "Too few tokens": lambda p, q, size, rng: rng.choice(4, size - 1, p=p),
        "Id V": lambda p, q, size, rng: rng.choice(4, size, p=p) + 1,
        "Not a number": lambda p, q, size, rng: np.full(size, np.nan),
        "Changes p": _changes,
        "A masked token": lambda p, q, size, rng: np.where(rng.random(size) < 1e-4, 3, rng.choice(4, size, p=p)),
    }
    pairs = {"A masked token": ((0.5, 0.3, 0.2, 0.0), RISING[1])}
    return [Case(name, sampler, pairs.get(name, RISING), float("nan")) for name, sampler in wrong.items()]


def faulty() -> list[Case]:
    """Every faulty sampler."""
    return [*of_rules(), *reported(), *own(), *joint(), *misbehaving()]


def across_calls() -> list[Case]:
    """Faults that show only in other situations: at an end of the uniform, where p = q, or between two calls."""
    samplers = {
        "U ≤ p/q": (_inclusive, "sgl-project/sglang#35771"),
        "Seed not honoured": (_ignores_seed(), "vllm-project/vllm#6038"),
        "An idle step moves the generator": (_idle_steps(), "vllm-project/vllm-ascend#13608"),
        "One seed for all requests": (lambda p, q, size, rng: _plain(p, size, np.random.default_rng(3)), ""),
        "0/0 where p = q": (_empty_residual, "duoan/TorchCode#16"),
        "Sum of p taken as 1": (lambda p, q, size, rng: np.cumsum(p).searchsorted(rng.random(size), side="right"), ""),
    }
    return [Case(name, sampler, RISING, reference=where) for name, (sampler, where) in samplers.items()]


def exact() -> list[Case]:
    """Samplers that are right, on pairs of several kinds."""
    favourite = RISING[0], tuple(one_hot(3, 4))
    return [
        Case("One event after the other", _events, RISING),
        Case("Binary search", lambda p, q, size, rng: searchsorted(p)(size, rng), _long_pair()),
        Case("Generator.choice", lambda p, q, size, rng: rng.choice(p.size, size, p=p), FIVE),
        Case("Alias table", lambda p, q, size, rng: alias(p)(size, rng), _long_pair()),
        Case("Guide table, full record", sampler_of(RULES["speculative"]), FIVE, rule="speculative"),
        Case("Full record, long tail", sampler_of(RULES["speculative"]), _long_pair(), rule="speculative"),
        Case("Match a fresh target sample", sampler_of(RULES["match_target"]), RISING, rule="match_target"),
        Case("One-hot rule, sampled draft", sampler_of(RULES["one_hot"]), FIVE, rule="one_hot"),
        Case("One-hot rule, greedy draft", sampler_of(RULES["one_hot"]), favourite, rule="one_hot"),
        Case("Race of exponentials", _race, RISING),
        Case("Gumbel noise", _gumbel, FIVE),
        Case("Proposals, no flags", _no_flags, FIVE),
    ]


def _greedy_both(p, q):
    return one_hot(int(np.argmax(q)), q.size), ratio(p, q), one_hot(int(np.argmax(residual_or_p(p, q))), p.size)


def _rare_pair() -> tuple:
    p, q = np.full(200, 0.02 / 199), np.full(200, 0.04 / 199)
    p[0], q[0] = 0.98, 0.96
    return tuple(p), tuple(q)


def _underflow(p, q):
    """Values below 2^-12, with 0/0 read as a pass."""
    held_p, held_q = (np.where(law < 2**-12, 0, law) for law in (p, q))
    return q, np.where(held_q > 0, ratio(held_p, held_q), 1.0), residual_or_p(held_p, held_q)


def _long_pair() -> tuple:
    p, q = (1 / np.arange(1, 301) ** power for power in (1.2, 0.9))
    return tuple(p / p.sum()), tuple(q / q.sum())


def _half_sums(p, q):
    return law_of(np.diff(np.float64(np.cumsum(p.astype(np.float16), dtype=np.float16)), prepend=0).clip(0), p)


def _cut_tail(p, q):
    return law_of(np.where(p.cumsum() < 0.95, p, 0), p)


def _at(p, u):
    return np.minimum(np.cumsum(p).searchsorted(u, side="right"), p.size - 1)


def _stuck(p, q, size, rng):
    return _at(p, np.full(size, rng.random()))


def _twice(p, q, size, rng):
    return _at(p, rng.random(-(-size // 2)).repeat(2)[:size])


def _eighth(p, q, size, rng):
    u = rng.random(size)
    u[8::16] = u[::16][: u[8::16].size]
    return _at(p, u)


def _sticky(share):
    def sampler(p, q, size, rng):
        last = np.where(rng.random(size) < share, 0, np.arange(size))
        return _at(p, rng.random(size))[np.maximum.accumulate(last)]

    return sampler


def _anew(p, q, size, rng):
    return _at(p, np.resize(rng.random(50_000), size))


def _period(p, q, size, rng):
    return _at(p, np.resize(rng.random(1000), size))


def _antithetic(p, q, size, rng):
    u = rng.random(-(-size // 2))
    return _at(p, np.stack([u, 1 - u], axis=1).ravel()[:size])


def _ordered(p, q, size, rng):
    pairs = rng.choice(p.size, (-(-size // 2), 2), p=p)
    return np.sort(pairs, axis=1).ravel()[:size]


def _golden(p, q, size, rng):
    return _at(p, (rng.random() + np.arange(size) * (5**0.5 - 1) / 2) % 1)


def _restless(p, q, size, rng):
    """Swaps a repeated token with a later one, so that counts stay nearly right."""
    tokens = rng.choice(p.size, size, p=p)
    for at in np.flatnonzero(tokens[1:-1] == tokens[:-2]) + 1:
        if tokens[at] == tokens[at - 1]:
            tokens[at], tokens[at + 1] = tokens[at + 1], tokens[at]
    return tokens


def _changes(p, q, size, rng):
    tokens = rng.choice(p.size, size, p=p)
    p[tokens[0]] = 0
    return tokens


def _events(p, q, size: int, rng: Generator):
    """Plain Python, one uniform after the other."""
    rest = np.maximum(p - q, 0)
    draft, residual, kept = np.cumsum(q), np.cumsum(rest / rest.sum()), np.minimum(1, p / q)
    first, u, second = rng.random((3, size))
    accepted, output = [], []
    for a, b, c in zip(first * draft[-1], u, second * residual[-1], strict=True):
        x = int(draft.searchsorted(a, side="right"))
        accepted.append(b < kept[x])
        output.append(x if accepted[-1] else int(residual.searchsorted(c, side="right")))
    return {"output": output, "accepted": accepted}


def _race(p, q, size, rng):
    return np.argmin(rng.standard_exponential((size, p.size)) / p, axis=1)


def _gumbel(p, q, size, rng):
    return np.argmax(np.log(p) + rng.gumbel(size=(size, p.size)), axis=1)


def _no_flags(p, q, size, rng):
    given = sampler_of(RULES["speculative"])(p, q, size, rng)
    return {"output": given["output"], "proposal": given["proposal"]}


def _plain(p, size, rng):
    return rng.choice(p.size, size, p=p / p.sum())


def _ignores_seed():
    own = np.random.default_rng(1)
    return lambda p, q, size, rng: _plain(p, size, own)


def _idle_steps():
    calls = []

    def sampler(p, q, size, rng):
        rng.random(len(calls))
        calls.append(size)
        return _plain(p, size, rng)

    return sampler


def _inclusive(p, q, size, rng):
    return _one_position(p, q, size, rng, lambda u, chance: u <= chance, np.maximum(p - q, 0) if (p != q).any() else p)


def _empty_residual(p, q, size, rng):
    return _one_position(p, q, size, rng, lambda u, chance: u < chance, np.maximum(p - q, 0))


def _one_position(p, q, size, rng, test, rest):
    x = _plain(q, size, rng)
    kept = test(rng.random(size), np.divide(p, q, out=np.zeros_like(p), where=q > 0)[x])
    with np.errstate(invalid="ignore"):
        return np.where(kept, x, _plain(rest, size, rng))
