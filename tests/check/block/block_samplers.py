"""Samplers of whole sequences, right and wrong, for the tests of the block check."""

import numpy as np

from lab.core.block import Markov, run_sequences

TARGET = Markov([0.5, 0.3, 0.2], [[0.2, 0.5, 0.3], [0.6, 0.2, 0.2], [0.1, 0.2, 0.7]])
DRAFT = Markov([0.2, 0.3, 0.5], [[0.4, 0.4, 0.2], [0.2, 0.2, 0.6], [0.4, 0.5, 0.1]])
P, Q = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.15, 0.35, 0.4])


def exact(target, draft, draft_len, length, size, rng, stop=()):
    return run_sequences(target, draft, draft_len, length, size, rng, stop=stop).tokens


def of_rule(rule):
    def sampler(target, draft, draft_len, length, size, rng, stop=()):
        return run_sequences(target, draft, draft_len, length, size, rng, rule=rule, stop=stop).tokens

    return sampler


def slow(target, draft, draft_len, length, size, rng, stop=()):
    """One token after another from the target, as a list of tuples."""
    return [_plain(target, length, rng, stop) for _ in range(size)]


def _plain(target, length, rng, stop):
    tokens = ()
    while len(tokens) < length and not (tokens and tokens[-1] in stop):
        tokens += (int(rng.choice(len(target(tokens)), p=target(tokens))),)
    return tokens


def block_verification(scaled):
    """Drafts of two tokens from q, tested as a block; the residual is scaled by the prefix ratio, or wrongly not.

    Source of the right way: Sun et al., "Block verification accelerates speculative decoding" (2024).
    """

    def sampler(target, draft, draft_len, length, size, rng):
        rows, many = np.arange(size)[:, None], length * (draft_len + 1)
        tokens, filled = np.zeros((size, many), int), np.zeros(size, int)
        for _ in range(length):  # a cycle emits at least one token
            emitted, accepted = _verified(size, rng, scaled)
            tokens[rows, filled[:, None] + np.arange(3)] = emitted
            filled += accepted + 1
        return tokens[:, :length]

    return sampler


def _verified(size, rng, scaled):
    x = rng.choice(4, (size, 2), p=Q)
    first = np.minimum(1, P[x[:, 0]] / Q[x[:, 0]])
    second = np.minimum(1, first * P[x[:, 1]] / Q[x[:, 1]])
    left = np.maximum(first[:, None] * P - Q, 0).sum(axis=1)
    passes = rng.random((size, 2)) < np.column_stack([left / (left + 1 - first), second])
    accepted = np.where(passes[:, 1], 2, passes[:, 0])
    ratio = np.where(accepted == 0, 1, first) if scaled else np.ones(size)
    mass = np.where(accepted[:, None] == 2, P, np.maximum(ratio[:, None] * P - Q, 0))
    last = (mass.cumsum(axis=1) <= rng.random(size)[:, None] * mass.sum(axis=1)[:, None]).sum(axis=1)
    emitted = np.column_stack([x, last])
    emitted[np.arange(size), accepted] = last
    return emitted, accepted
