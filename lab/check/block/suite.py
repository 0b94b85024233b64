"""Situations that a block sampler must get right, all run with one call."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lab.check.block.case import case, law_of_case
from lab.check.block.check import FORM, check_block_sampler
from lab.check.block.evidence import NOTHING, pair_tests, places
from lab.check.block.guard import BlockSampler, run_sampler, takes
from lab.check.record import versions
from lab.check.report import Report, Test, judge
from lab.check.suite_report import SuiteReport
from lab.core.block import Greedy, Iid, Markov, Model, Table, ngram
from lab.core.block.situation import whole

Progress = Callable[[int, int, str], object]
TWO_REQUESTS = "two requests side by side"


@dataclass(frozen=True, eq=False)
class Situation:
    """One pair of models to decode with.

    Args:
        name: what is special about it.
        target, draft: the models.
        draft_len: draft length gamma.
        length: the length cap.
        stop: stop tokens.
        greedy: whether to decode at temperature 0.
    """

    name: str
    target: Model
    draft: Model
    draft_len: int = 2
    length: int = 3
    stop: tuple[int, ...] = ()
    greedy: bool = False


MARKOV = Markov([0.5, 0.3, 0.2], [[0.2, 0.5, 0.3], [0.6, 0.2, 0.2], [0.1, 0.2, 0.7]])
MARKOV_DRAFT = Markov([0.2, 0.3, 0.5], [[0.4, 0.4, 0.2], [0.2, 0.2, 0.6], [0.4, 0.5, 0.1]])
TREE = Table({(): [0.5, 0.5], (0,): [0.2, 0.8], (1,): [0.7, 0.3], (0, 1): [0.9, 0.1], (1, 0): [0.4, 0.6]}, [0.6, 0.4])
TREE_DRAFT = Table({(): [0.3, 0.7], (0,): [0.6, 0.4], (1,): [0.5, 0.5], (0, 1): [0.2, 0.8]}, [0.1, 0.9])
TEXT = "abacabbaccabcabaabcbacabab"
COIN = Iid([0.5, 0.5])


def situations() -> tuple[Situation, ...]:
    """Every situation of the suite, small enough that 50,000 sequences decide it."""
    zeros = Markov([0.5, 0.5, 0], [[0, 0.4, 0.6], [0.7, 0, 0.3], [1, 0, 0]])
    return (
        Situation("one law for every token", Iid([0.6, 0.3, 0.1]), Iid([0.2, 0.3, 0.5])),
        Situation("each token depends on the last", MARKOV, MARKOV_DRAFT),
        Situation("each prefix has its own law", TREE, TREE_DRAFT, length=4),
        Situation("n-grams of a text", ngram(TEXT, 3), ngram(TEXT, 1)),
        Situation("drafts of one token", MARKOV, MARKOV_DRAFT, draft_len=1),
        Situation("a draft longer than the sequence", TREE, TREE_DRAFT, draft_len=4, length=2),
        Situation("a vocabulary of one token", Iid([1.0]), Iid([1.0])),
        Situation("the draft is the target", MARKOV, MARKOV),
        Situation("a blind draft", MARKOV, Iid([1 / 3, 1 / 3, 1 / 3])),
        Situation("a draft that is always refused", Iid([0.5, 0.5, 0]), Iid([0, 0, 1])),
        Situation("impossible tokens are drafted", zeros, MARKOV_DRAFT),
        *(_stop_at(place) for place in range(4)),
        Situation("a stop token anywhere", MARKOV, MARKOV_DRAFT, stop=(2,)),
        Situation("greedy", MARKOV, MARKOV_DRAFT, length=5, greedy=True),
    )


def _stop_at(place: int) -> Situation:
    """A stop token that can come at one place only: in the draft, as the bonus token, or in the second cycle."""
    prefixes = [tuple(map(int, f"{number:0{place}b}")) if place else () for number in range(2**place)]
    target = Table({key: [0.2, 0.3, 0.5] for key in prefixes}, [0.5, 0.5, 0])
    draft = Table({key: [0.3, 0.4, 0.3] for key in prefixes}, [0.4, 0.6, 0])
    return Situation(f"a stop token at place {place + 1}", target, draft, length=4, stop=(2,))


def block_suite(
    sampler: BlockSampler,
    *,
    size: int = 50_000,
    seed: int = 0,
    level: float = 1e-3,
    progress: Progress | None = None,
    chosen: Sequence[Situation] | None = None,
) -> SuiteReport:
    """Check a block sampler in every situation.

    A stop token is only asked for where the sampler has an argument ``stop``. A sampler without an argument ``greedy``
    is given one-hot models instead, which is the same at temperature 0.

    Args:
        sampler: see ``check_block_sampler``.
        size: sequences in each situation.
        seed: seed of the first situation; each has its own.
        level: chance of a false alarm over the whole suite, in (0, 1).
        progress: function of (done, total, name), called before each situation and once at the end with "".
        chosen: the situations; all where absent.

    Returns:
        A report of each situation, and of two requests side by side.

    Raises:
        ValueError: see ``check_block_sampler``.
    """
    runs = [run for run in situations() if takes(sampler, "stop") or not run.stop] if chosen is None else list(chosen)
    seed = whole(seed, "seed")
    tell = progress or (lambda done, total, name: None)
    total, reports = len(runs) + 1, []
    for number, run in enumerate(runs):
        tell(number, total, run.name)
        reports.append((run.name, _check(sampler, run, size, seed + number, level / total)))
    tell(total - 1, total, TWO_REQUESTS)
    reports.append((TWO_REQUESTS, check_two_requests(sampler, size, seed, level / total)))
    tell(total, total, "")
    return SuiteReport(tuple(reports), level)


def _check(sampler: BlockSampler, run: Situation, size: int, seed: int, level: float) -> Report:
    target, draft = run.target, run.draft
    if run.greedy and not takes(sampler, "greedy"):
        target, draft = Greedy(target), Greedy(draft)
    request = (target, draft, run.draft_len, run.length)
    return check_block_sampler(sampler, *request, size, seed, level, stop=run.stop, greedy=run.greedy)


def check_two_requests(sampler: BlockSampler, size: int, seed: int = 0, level: float = 1e-3) -> Report:
    """Are two requests with seeds of their own independent? A sampler that sets one fixed seed makes them equal."""
    asked = case(MARKOV, MARKOV_DRAFT, 2, 3)
    law = law_of_case(asked)
    seeds = np.random.SeedSequence(seed).spawn(2)
    runs = [run_sampler(sampler, asked, size, np.random.default_rng(each)) for each in seeds]
    record = {"size": size, "seed": seed, **versions()}
    tests = list(_wrong_form(runs))
    if not tests:
        at = [places(run, law) for run in runs]
        tests = list(pair_tests(*at, law, "Sequences of the two requests"))
    return judge(tests, level=level, size=size, needed=0, record=record)


def _wrong_form(runs: Sequence[object]) -> Iterator[Test]:
    yield from (Test(FORM, NOTHING, 0.0, run, "mechanism") for run in runs if isinstance(run, str))
