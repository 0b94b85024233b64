"""The same in Python: snippets that run against ``lab.core`` and give the numbers on the screen."""

from lab.core.parsing import parse_number
from lab.situation import Situation


def situation_code(situation: Situation, rng: bool = True) -> str:
    """Python source that defines p, q and, where it is asked for, rng of a situation."""
    p, q = (f"[{', '.join(map(_literal, items))}]" for items in (situation.p_items, situation.q_items))
    seeded = f"rng = np.random.default_rng({situation.seed})\n" if rng else ""
    return f"import numpy as np\n\np = {p}\nq = {q}\n{seeded}"


def snippet(situation: Situation, body: str) -> str:
    """A whole script: the situation, then ``body``, which may use p, q, rng and np."""
    return f"{situation_code(situation, 'rng' in body)}\n{body.strip()}\n"


def _literal(item: str) -> str:
    """An entry as Python writes it: "1/3" stays a fraction, everything else becomes a float."""
    numerator, slash, denominator = item.partition("/")
    if slash and numerator.isascii() and numerator.isdigit() and denominator.isascii() and denominator.isdigit():
        return f"{int(numerator)} / {int(denominator)}"
    return repr(parse_number(item))


def run_code(situation: Situation, presses: tuple[int, ...]) -> str:
    """Body of a snippet that makes the very draws of a Monte Carlo run."""
    return f"""
from lab.core.acceptance import acceptance_rate
from lab.lessons.runs import run
from lab.situation import Situation

mine = run({situation!r}, {presses!r})
print("alpha:", acceptance_rate(p, q))
print("share kept:", mine.kept / mine.size)
print("outputs:", mine.tally.output)
print("the last draws:", mine.darts.proposal, mine.darts.u, mine.darts.output)
"""
