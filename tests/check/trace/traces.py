"""Traces of the lab's own rules: some pairs of laws, drawn from at random, each event with its own pair."""

import numpy as np

from lab.core.monte_carlo import draw
from lab.core.rules import RULES


def pair(rng, largest=12):
    """Random p and q of 1 to ``largest`` tokens, some with zeros."""
    size = int(rng.integers(1, largest + 1))
    p, q = rng.dirichlet(np.full(size, 0.7), 2)
    for law in (p, q):
        if size > 2 and rng.random() < 0.3:
            law[rng.integers(size)] = 0
    return p / p.sum(), q / q.sum()


def trace(rule="speculative", pairs=150, each=100, seed=0, uniforms=True, ordinary=0.1):
    """Events of one rule as mappings, in random order, in requests of 50 positions; some are ordinary draws of p."""
    rng = np.random.default_rng(seed)
    events = []
    for _ in range(pairs):
        p, q = pair(rng)
        draws = draw(p, q, each, rng, RULES[rule](p, q))
        events += [_event(p, q, *values) for values in zip(*vars(draws).values(), strict=True)]
        tokens = rng.choice(p.size, int(each * ordinary), p=p)
        events += [{"p": p.tolist(), "output": int(token)} for token in tokens]
    order = rng.permutation(len(events))
    numbered = [{"request": f"r{k // 50}", "position": k % 50} | events[i] for k, i in enumerate(order)]
    return numbered if uniforms else [{n: v for n, v in event.items() if n != "u"} for event in numbered]


def _event(p, q, proposal, u, accepted, output):
    values = {"proposal": int(proposal), "u": float(u), "accepted": bool(accepted), "output": int(output)}
    return values | {"p": p.tolist(), "q": q.tolist()}


def sparse(event, top=3):
    """The same event with the ``top`` largest entries of each row, and the probabilities of the tokens involved."""
    rest = {name: value for name, value in event.items() if name not in ("p", "q")}
    for model in ("p", "q"):
        if model in event:
            law = np.array(event[model])
            ids = np.argsort(-law)[:top]
            rest |= {f"{model}_ids": ids.tolist(), f"{model}_probs": law[ids].tolist()}
            rest |= {f"{model}_{name}": float(law[event[name]]) for name in ("proposal", "output") if name in event}
    return rest
