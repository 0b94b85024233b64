"""Named teaching situations: each a pair with the question it raises and the point it makes."""

from dataclasses import dataclass

from lab.situation import Situation


@dataclass(frozen=True)
class Scenario:
    """A situation worth looking at.

    Attributes:
        key: short name, unique.
        title: how menus call it.
        situation: tokens, target and draft.
        question: what to ask before anything is revealed.
        point: what the reveal teaches, one or two sentences that need neither the question nor a page's context.
    """

    key: str
    title: str
    situation: Situation
    question: str
    point: str


def _scenario(key: str, title: str, columns: tuple[str, str, str], question: str, point: str) -> Scenario:
    labels, p, q = (tuple(column.split()) for column in columns)
    return Scenario(key, title, Situation(labels, p, q), question, point)


SCENARIOS: dict[str, Scenario] = {
    scenario.key: scenario
    for scenario in (
        _scenario(
            "plain",
            "A plain pair",
            ("the a cat dog", "0.45 0.3 0.2 0.05", "0.25 0.35 0.1 0.3"),
            "The draft guesses roughly right. How often is its token kept?",
            "Each token keeps the smaller of its two masses. Added up, that is α.",
        ),
        _scenario(
            "mirror",
            "Four tokens, mirrored",
            ("A B C D", "0.4 0.3 0.2 0.1", "0.1 0.2 0.3 0.4"),
            "The draft has the target's order backwards. Is anything kept at all?",
            "p and q overlap by 0.6. The draft proposes A and B too rarely, so only they are in the residual.",
        ),
        _scenario(
            "blind",
            "A blind draft",
            ("Paris London Rome", "0.5 0.3 0.2", "0.7 0.3 0"),
            "The draft never proposes Rome. Can Rome still be emitted?",
            "Rome has q = 0 and is never proposed. The residual hands it out all the same, after a rejection.",
        ),
        _scenario(
            "favourite",
            "The target's favourite is never proposed",
            ("yes no maybe", "0.6 0.3 0.1", "0 0.6 0.4"),
            "The target's most likely token has q = 0. How often is it emitted?",
            "“yes” is never proposed, yet it is emitted with its full probability 0.6, all through the residual.",
        ),
        _scenario(
            "equal",
            "Draft equals target",
            ("red green blue", "0.5 0.3 0.2", "0.5 0.3 0.2"),
            "The draft is perfect. What is in the residual?",
            "Where q equals p, α = 1: no proposal is ever rejected, so no residual exists and none is needed.",
        ),
        _scenario(
            "disjoint",
            "Disjoint supports",
            ("up down left right", "0.7 0.3 0 0", "0 0 0.5 0.5"),
            "The draft only proposes tokens that the target forbids. What comes out?",
            "Every proposal is rejected, α = 0, and the residual is p itself. Slow, but exact.",
        ),
        _scenario(
            "same-argmax",
            "Same favourite, low α",
            ("A B C D", "0.28 0.24 0.24 0.24", "0.97 0.01 0.01 0.01"),
            "Both models like A best. Does that make α high?",
            "Both like A best, yet α is only 0.31: it is the overlap of the whole distributions.",
        ),
        _scenario(
            "different-argmax",
            "Different favourites, high α",
            ("A B C", "0.34 0.33 0.33", "0.33 0.34 0.33"),
            "The models disagree about the favourite. Does that make α low?",
            "α = 0.99, though the favourites differ: the distributions overlap almost everywhere.",
        ),
        _scenario(
            "peaked",
            "A peaked target",
            (") ] } ;", "0.97 0.01 0.01 0.01", "0.7 0.1 0.1 0.1"),
            "The target is almost sure of “)”, the draft less so. Which proposals are rejected?",
            "Each rare token is kept one time in ten. What the three lose goes to the favourite “)”.",
        ),
        _scenario(
            "uniform",
            "A uniform draft",
            ("A B C D E", "0.5 0.25 0.15 0.07 0.03", "0.2 0.2 0.2 0.2 0.2"),
            "The draft knows nothing. Is it useless?",
            "A draft that knows nothing overlaps this target by 0.65, so α = 0.65. The output follows p all the same.",
        ),
        _scenario(
            "forbidden",
            "Confident about a forbidden token",
            ("true false null", "0.55 0.45 0", "0.1 0.1 0.8"),
            "The draft is 80 % sure of a token with p = 0. How often does that token slip through?",
            "“null” has p = 0, so its acceptance probability is 0: its whole mass is rejected.",
        ),
        _scenario(
            "tail",
            "A long tail",
            (
                "t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12",
                "0.3 0.2 0.12 0.09 0.07 0.06 0.05 0.04 0.03 0.02 0.01 0.01",
                "0.45 0.25 0.1 0.06 0.04 0.03 0.02 0.02 0.01 0.01 0.01 0",
            ),
            "The draft is too sure of the first two tokens. How much of the long tail gets lost?",
            "Nothing of the tail gets lost: it is proposed too rarely, and the residual makes up for exactly that.",
        ),
        _scenario(
            # letter after "h", and letters in general, in CPython 3.11's own documentation (pydoc_data.topics), rounded
            "bigram",
            "A unigram drafts for a bigram",
            ("e a o i t other", "0.62 0.16 0.11 0.09 0.01 0.01", "0.13 0.08 0.07 0.07 0.1 0.55"),
            "The target knows that the last letter was h. The draft only knows how common letters are. What is kept?",
            "A draft that ignores the prefix is still kept a little more than a third of the time: α = 0.37.",
        ),
        _scenario(
            "one-sided",
            "One token decides",
            ("stop go", "0.6 0.4", "1 0"),
            "The draft always proposes the same token. What happens to the other?",
            "“stop” is always proposed, and kept with probability 0.6. Every rejection emits “go”.",
        ),
        _scenario(
            "nearly-equal",
            "Equal but for a billionth",
            ("A B", "0.500000001 0.499999999", "0.5 0.5"),
            "p and q differ by 0.000000001. Is there still a residual?",
            "Even here there is a residual: a rejection is very rare, but when it happens, A is drawn.",
        ),
    )
}

DEFAULT = SCENARIOS["plain"]


def find(situation: Situation) -> Scenario | None:
    """The scenario that shows this very pair, whatever its seed; None for a pair of the reader's own."""
    return next((s for s in SCENARIOS.values() if s.situation.pair_key == situation.pair_key), None)
