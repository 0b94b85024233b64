"""What makes an event unusable, said with the event, the reason and what to do."""

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from lab.check.trace.batch import Batch
from lab.check.trace.laws import Flags, Floats, Ints, Laws, repeated
from lab.check.trace.rows import SUM_TOLERANCE

ROUNDING = 2**-7  # two numbers that were rounded to bfloat16 may differ by this share
LARGEST_ID = 2**40 - 1
LARGEST = np.finfo(np.float64).max
Rows = tuple[Laws, Floats, Flags]


class Unusable(ValueError):
    """An event that cannot be used: ``event`` counts from 0 within its batch."""

    def __init__(self, event: int, reason: str) -> None:
        super().__init__(reason)
        self.event, self.reason = event, reason


def no_text(start: bytes) -> str:
    """Why a file that begins so is no text, and what to do."""
    kinds = {b"\x1f\x8b": "packed (gzip): unpack it first", b"PK": "packed (zip): unpack it first"}
    kinds |= {b"PAR1": "Parquet: let its name end in .parquet"}
    kind = next((kind for sign, kind in kinds.items() if start.startswith(sign)), "")
    return f"this is {kind}" if kind else "this is no UTF-8 text: save the trace as UTF-8"


def refuse(bad: Flags, reason: str | Callable[[int], str]) -> None:
    """Raise ``Unusable`` for the first event where ``bad`` holds."""
    if bad.any():
        event = int(np.argmax(bad))
        raise Unusable(event, reason if isinstance(reason, str) else reason(event))


def check_order(record: pa.RecordBatch) -> None:
    """Every field that is needed is there, ids are ids, and lists that belong together have one length."""
    for name in ("proposal", "output", "position"):
        values = record[name].fill_null(0).to_numpy(zero_copy_only=False)
        refuse((values < 0) | (values > LARGEST_ID), lambda i, n=name, v=values: f"{n} is {v[i]}: give 0 to 2^40 − 1")
    has = {name: record[name].is_valid().to_numpy(zero_copy_only=False) for name in record.schema.names}
    proposed = has["proposal"]
    refuse(~has["output"], "output is missing: give the token that came out")
    refuse(proposed & ~has["accepted"], "accepted is missing: say whether the proposal was kept, true or false")
    refuse(
        ~proposed & has["accepted"] & record["accepted"].fill_null(False).to_numpy(zero_copy_only=False),
        "accepted is true without a proposal: give the proposal, or leave accepted empty for an ordinary draw",
    )
    for model, needed in (("p", np.ones_like(proposed)), ("q", proposed)):
        ids, probs, dense = f"{model}_ids", f"{model}_probs", has[model]
        refuse(needed & ~dense & ~has[probs], f"{model} is missing: give {model}, or {ids} and {probs}")
        refuse(dense & has[probs], f"{model} and {probs} are both given: give one of them")
        refuse(has[ids] != has[probs], f"{ids} and {probs} belong together: give both or none")
        sizes = [
            record[name].value_lengths().fill_null(0).to_numpy(zero_copy_only=False) for name in (model, ids, probs)
        ]
        refuse(dense & (sizes[0] == 0), f"{model} is empty: give one number for each token")
        refuse(
            sizes[1] != sizes[2], lambda i, s=sizes, m=model: f"{m}_ids has {s[1][i]} entries and {m}_probs {s[2][i]}"
        )
        _check_entries(record, model)


def _check_entries(record: pa.RecordBatch, model: str) -> None:
    for name in (model, f"{model}_probs", f"{model}_ids"):
        lists = record[name]
        values = lists.flatten()
        numbers = (values.fill_null(-1) if values.null_count else values).to_numpy(zero_copy_only=False)
        bad = ~((numbers >= 0) & (numbers <= (LARGEST_ID if name.endswith("ids") else LARGEST)))
        if bad.any():
            at = int(np.argmax(bad))
            ends = np.cumsum(lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False))
            event = int(np.searchsorted(ends, at, side="right"))
            place = at - int(ends[event - 1] if event else 0)
            wanted = "token ids of 0 or more" if name.endswith("ids") else "finite numbers of 0 or more"
            held = values[at].as_py()
            raise Unusable(event, f"{name}[{place}] is {'missing or NaN' if held is None else held}: give {wanted}")


def check_rows(record: pa.RecordBatch, p: Rows, q: Rows) -> None:
    """Rows are laws, and both models speak of the same vocabulary."""
    for name, (laws, off, dense) in (("p", p), ("q", q)):
        refuse(repeated(laws), f"{name}_ids names a token twice: give each token once")
        refuse(
            off > SUM_TOLERANCE,
            lambda i, n=name, d=dense, r=record: (
                f"{_sum(r, n, d, i)}: give probabilities, after softmax and all transforms"
            ),
        )
    sizes = [np.diff(laws.starts) for laws, _, _ in (p, q)]
    refuse(
        p[2] & q[2] & (sizes[0] != sizes[1]),
        lambda i: f"p has {sizes[0][i]} entries and q has {sizes[1][i]}: give one for each token of one vocabulary",
    )


def _sum(record: pa.RecordBatch, model: str, dense: Flags, event: int) -> str:
    name = model if dense[event] else f"{model}_probs"
    return f"{name} sums to {sum(record[name][event].as_py()):.6g}, not to {'' if dense[event] else 'at most '}1"


def check_tokens(batch: Batch, p_dense: Flags, q_dense: Flags) -> None:
    """Tokens lie in the vocabulary, and what is needed about an unlisted token is known."""
    for laws, dense in ((batch.p, p_dense), (batch.q, q_dense)):
        size = np.diff(laws.starts)
        for name, tokens in (("proposal", batch.proposal), ("output", batch.output)):
            refuse(
                dense & (tokens >= size),
                lambda i, n=name, t=tokens, s=size: f"{n} is {t[i]}, but there are {s[i]} tokens: give 0 to {s[i] - 1}",
            )
    for name, needed in (
        ("p_proposal", batch.proposed),
        ("q_proposal", batch.proposed),
        ("p_output", np.ones_like(batch.proposed)),
        ("q_output", batch.corrected),
    ):
        unknown = needed & np.isnan(getattr(batch, name))
        refuse(unknown, f"{name} is missing: the token is not listed, so give its probability")


def check_values(record: pa.RecordBatch, batch: Batch, places: tuple[Ints, ...]) -> None:
    """Single numbers lie where they can, and agree with the rows, which list their tokens at ``places``."""
    u = record["u"].fill_null(0).to_numpy(zero_copy_only=False)
    refuse(~((u >= 0) & (u < 1)), lambda i: f"u is {u[i]}: give a number from 0 up to, but not including, 1")
    names = ("p_proposal", batch.p), ("q_proposal", batch.q), ("p_output", batch.p), ("q_output", batch.q)
    for (name, laws), place in zip(names, places, strict=True):
        _check_probability(record, name, laws, place)


def _check_probability(record: pa.RecordBatch, name: str, laws: Laws, place: Ints) -> None:
    given = record[name].is_valid().to_numpy(zero_copy_only=False)
    if not given.any():
        return
    value = record[name].fill_null(0).to_numpy(zero_copy_only=False)
    refuse(~((value >= 0) & (value <= 1 + SUM_TOLERANCE)), lambda i: f"{name} is {value[i]}: give a number from 0 to 1")
    listed = laws.probs[place] if laws.probs.size else np.zeros(place.size)
    far = np.abs(value - listed) > ROUNDING * listed + 1e-6
    refuse(
        given & (place >= 0) & far, lambda i: f"{name} is {value[i]}, but the row lists {listed[i]:.6g}: give one law"
    )
    row = np.diff(laws.starts) > 0
    refuse(
        given & row & (place < 0) & (value > laws.rest * (1 + ROUNDING) + SUM_TOLERANCE),
        lambda i: f"{name} is {value[i]}, but the row leaves only {laws.rest[i]:.6g} to tokens that are not listed",
    )
