"""What happens in a draft block, in plain sentences, and the same in Python. Labels stay as typed."""

from math import prod

from lab.core.block import Cycle
from lab.core.numbers import fmt
from lab.lessons.block_laws import SequenceLaws
from lab.lessons.blocks import CYCLE, SWAPPED, Setup
from lab.lessons.chains import Independent, Letters, Sticky

YES, FIRST, LATER = "Yes, exactly", "No, already the first token is off", "No, though the first token alone is right"
DRAFT, LAST = "Draft", "Last token"
ENDS = {"stop": " A stop token ends the request.", "length": " The length cap ends the request.", None: ""}


def steps(setup: Setup) -> tuple[str, ...]:
    """The steps of a cycle: the draft, a test for each position, the token drawn last."""
    return (DRAFT, *(f"Test {place + 1}" for place in range(setup.draft_len)), LAST)


def told(setup: Setup, cycle: Cycle) -> tuple[str, ...]:
    """One sentence or two for each step."""
    first = (
        f"The draft proposes {setup.draft_len} tokens from left to right, each from its own q. The target then reads "
        "all of them at once and gives a p for each place."
    )
    tests = (_test(setup, cycle, place) for place in range(setup.draft_len))
    return (first, *tests, _last(setup, cycle))


def _test(setup: Setup, cycle: Cycle, place: int) -> str:
    event = cycle.events[place]
    name = f"“{setup.names[event.token]}”"
    if event.fate == "discarded":
        kept = " This way of running keeps it all the same." if event.emitted else ""
        return f"{name} is discarded without a test: it continues a text that no longer exists.{kept}"
    below = "is below" if event.fate == "accepted" else "is not below"
    outcome = "accepted" if event.fate == "accepted" else "rejected, and all behind it is discarded"
    return f"{name}: u = {fmt(event.u)} {below} {fmt(float(event.accept[event.token]))}, so it is {outcome}."


def _last(setup: Setup, cycle: Cycle) -> str:
    name = f"“{setup.names[cycle.final]}”"
    if cycle.final_kind == "bonus":
        drawn = f"All drafts passed, so one bonus token comes on top: {name}."
    else:
        drawn = f"The rejected draft is replaced by a correction from its place: {name}."
    kept = "" if cycle.final_emitted else " It is not emitted: the output ends before it."
    count = f"{len(cycle.emitted)} token{'' if len(cycle.emitted) == 1 else 's'}"
    return f"{drawn}{kept} This cycle emits {count}: {setup.words(cycle.emitted)}.{ENDS[cycle.ended]}"


def account(setup: Setup, cycle: Cycle) -> str:
    """How the number of tokens comes about, with this cycle's own numbers."""
    tests = [(event.fate == "accepted", float(event.accept[event.token])) for event in cycle.events]
    factors = [chance if passed else 1 - chance for passed, chance in tests[: cycle.passed + 1]]
    product = f"{' × '.join(map(fmt, factors))} = {fmt(prod(factors))}"
    cut = f", of which {len(cycle.emitted)} before the end" if len(cycle.emitted) < cycle.passed + 1 else ""
    return (
        f"{cycle.passed} accepted + 1 {cycle.final_kind} = {cycle.passed + 1}{cut}. With these very drafts the tests "
        f"would end like this with probability {product}: only u decides, and each u counts for one position."
    )


def setting(setup: Setup, *more: str) -> str:
    """The setup in words, for the notebook."""
    kind = {Independent: "p and q everywhere", Sticky: "with memory", Letters: "letters of a text"}
    chosen = [kind.get(type(setup.chain), "typed trees"), f"γ = {setup.draft_len}", f"rule {setup.rule_key}"]
    chosen += [f"after {setup.words(setup.prefix)}"] if setup.prefix else []
    chosen += [f"stop at {setup.words(setup.stop)}"] if setup.stop else []
    chosen += [f"cap {setup.cap}"] if setup.cap else []
    return "; ".join([*chosen, *(["greedy"] if setup.greedy else []), *more])


def where(laws: SequenceLaws) -> str:
    """The right answer to where sequences leave the target's law."""
    return {0: YES, 1: FIRST}.get(laws.breaks_at, LATER)


def law_words(laws: SequenceLaws) -> str:
    """What the exact laws say, with the largest difference."""
    error = laws.largest_error
    if laws.breaks_at:
        off = ", ".join(f"{n}: {fmt(distance)}" for n, distance in enumerate(laws.distances, start=1))
        return f"The law of the first n tokens is off by this much (TV), n from 1 on: {off}."
    small = f"the largest difference is {error:.1g}, which is rounding" if error else "without any difference"
    return f"All {fmt(len(laws.wanted))} sequences have the target’s probability; {small}."


def greedy_words(setup: Setup, laws: SequenceLaws) -> str:
    """The proof by enumeration that greedy output is greedy decoding, or where it is not."""
    (wanted,) = laws.wanted
    if set(laws.output) == {wanted}:
        return (
            "At temperature 0 a draft is kept only if it is the target’s favourite. By enumeration one sequence is "
            f"possible, and it is the target’s own greedy one: {setup.words(wanted)}."
        )
    most = setup.words(laws.likely(1)[0])
    return f"Greedy decoding gives {setup.words(wanted)}. Here something else comes out, such as {most}."


def script(setup: Setup, seed: int, number: int, length: int) -> str:
    """Python that gives this cycle and these laws."""
    rule = f'BLOCK_RULES["{setup.rule_key}"]({_options(setup)})'
    models = _models(setup) + ("\ntarget, draft = Greedy(target), Greedy(draft)" if setup.greedy else "")
    return f"""
from lab.lessons.chains import letters, sticky
from lab.core.block import BLOCK_RULES, Greedy, Iid, run_cycle, sequence_law, target_sequence_law, tree

{models}
rule, prefix, stop = {rule}, {setup.prefix!r}, {setup.stop!r}
rng = np.random.default_rng([{seed}, {CYCLE}, {number}])
cycle = run_cycle(target, draft, {setup.draft_len}, prefix, rng, rule=rule, stop=stop, cap={setup.cap})
print("accepted:", cycle.passed, "emitted:", cycle.emitted)
law = sequence_law(target, draft, {setup.draft_len}, {length}, prefix, rule=rule, stop=stop)
wanted = target_sequence_law(target, {length}, prefix, stop=stop)
print("largest difference:", max(abs(law.get(s, 0) - wanted.get(s, 0)) for s in law | wanted))
"""


def _models(setup: Setup) -> str:
    chain = setup.chain
    if isinstance(chain, Independent):
        return "target, draft = Iid(p), Iid(q)"
    if isinstance(chain, Sticky):
        return f"target, draft = sticky(p, {chain.repeats[0]}), sticky(q, {chain.repeats[1]})"
    if isinstance(chain, Letters):
        return f"target, draft = letters({chain.text!r}, {chain.orders!r}).models()"
    return f"labels = {chain.labels!r}\ntarget, draft = tree({chain.target!r}, labels), tree({chain.draft!r}, labels)"


def _options(setup: Setup) -> str:
    if setup.rule_key not in SWAPPED:
        return ""
    size = len(setup.chain.labels)
    return f"new_draft=Iid([1 / {size}] * {size}), at={setup.swap_at}"
