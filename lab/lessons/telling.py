"""What draws mean, in plain sentences. Labels stay as typed."""

import numpy as np

from lab.core.acceptance import accept_prob
from lab.core.goodness import CHI_SQUARE, IMPOSSIBLE, ONE_TOKEN, Fit
from lab.core.monte_carlo import Draws, Tally
from lab.core.numbers import display_labels, fmt
from lab.situation import Situation

UNUSUAL, SUSPECT = 0.05, 0.001


def told(situation: Situation, draws: Draws, at: int) -> tuple[str, str, str]:
    """One draw in three sentences: the proposal, the test, what became of it."""
    names = display_labels(situation.labels)
    token, u = int(draws.proposal[at]), fmt(draws.u[at])
    proposed, output = f"“{names[token]}”", f"“{names[draws.output[at]]}”"
    chance, ratio = fmt(situation.q[token]), fmt(accept_prob(situation.p, situation.q)[token])
    kept = f"It is below, so {proposed} is kept. It comes out."
    redrawn = f"It is not below, so {proposed} is rejected. The residual draws again: {output} comes out."
    return (
        f"The draft proposes {proposed}. It does so with probability q = {chance}.",
        f"A uniform number falls: u = {u}. To keep {proposed}, u must be below min(1, p/q) = {ratio}.",
        kept if draws.accepted[at] else redrawn,
    )


def fit_verdict(fit: Fit) -> str:
    """What a goodness-of-fit test says about the outputs, without claiming more than it can."""
    if fit.method == IMPOSSIBLE and fit.pvalue:
        return (
            f"A token came out that p all but forbids: the chance of even one is about {fmt(fit.pvalue)}. "
            "These outputs do not follow p."
        )
    if fit.method == IMPOSSIBLE:
        return "A token came out that has p = 0. One such draw is enough: these outputs do not follow p."
    if fit.method == ONE_TOKEN:
        return "p allows one token only, and only that one came out. There is nothing to test."
    if fit.method != CHI_SQUARE:
        return "Too few draws to judge: most tokens are not yet expected 5 times. Draw some more."
    return f"Goodness-of-fit p-value {fmt(fit.pvalue)}: {_how_often(fit.pvalue)} {_what_follows(fit.pvalue)}"


def fit_method(fit: Fit) -> str:
    """How the test was made, for those who ask."""
    if fit.method != CHI_SQUARE:
        return "No chi-square test was made."
    rare = f"{fit.pooled} rare tokens were counted together as one, so that each group expects at least 5. "
    return (
        f"Pearson's chi-square test on {fit.cells} groups. {rare if fit.pooled else ''}"
        "This p-value is a chance, not the vector p. It is made for one look: who looks after every step will meet a "
        "small one sooner or later."
    )


def _how_often(pvalue: float) -> str:
    if pvalue < SUSPECT:
        return "true draws from p would look this far off in fewer than 1 of 1,000 runs."
    share = f"{round(100 * pvalue)} of 100" if pvalue >= UNUSUAL else f"{round(1000 * pvalue)} of 1,000"
    return f"true draws from p look at least this far off in about {share} runs."


def _what_follows(pvalue: float) -> str:
    if pvalue >= UNUSUAL:
        return "Nothing here speaks against p. That is no proof, but no sign of trouble either."
    if pvalue >= SUSPECT:
        return "Such runs happen. Look at another seed or at more draws before you doubt."
    return "That is hard to believe of chance alone. If other seeds look like this too, the law is not p."


def band_note(alpha: float) -> str:
    """What the band around alpha means."""
    if alpha in (0, 1):
        return f"{'No' if alpha == 0 else 'Every'} draft is kept, so the share of kept drafts cannot vary at all."
    return (
        "At any one size, at least 95 of 100 runs lie in the band. "
        "With 100 times as many draws it is about 10 times narrower."
    )


def most_disputed(situation: Situation) -> int:
    """The token on which p and q differ most, the first of equals."""
    return int(np.abs(situation.p - situation.q).argmax())


def token_account(situation: Situation, tally: Tally, token: int, share: str) -> str:
    """How often one token came out, by which way, as which share, beside what p and q say."""
    name = display_labels(situation.labels)[token]
    output, kept, corrected = (int(counts[token]) for counts in (tally.output, tally.accepted, tally.corrected))
    return (
        f"“{name}” came out {fmt(output)} times: {fmt(kept)} as a kept draft, {fmt(corrected)} from the residual. "
        f"That is a share of {share}, where p = {fmt(situation.p[token])} "
        f"and q = {fmt(situation.q[token])}."
    )
