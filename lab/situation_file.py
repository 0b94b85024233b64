"""A situation as a JSON file, and back."""

import json

from lab.core.parsing import at_most
from lab.entry import Entry, letters
from lab.situation import Situation

FORMAT = "acceptance-lab/situation/1"


def to_json(situation: Situation, **more: object) -> str:
    """A situation as JSON text, with whatever record belongs to it.

    Args:
        situation: what to write.
        more: further fields, such as page, knobs or versions; readers may ignore them.

    Returns:
        Indented JSON that ``from_json`` reads back.
    """
    body = {
        "format": FORMAT,
        "labels": situation.labels,
        "p": situation.p_items,
        "q": situation.q_items,
        "seed": situation.seed,
    }
    return json.dumps(body | more, indent=1, ensure_ascii=False)


def from_json(text: str) -> Entry:
    """Read a situation that ``to_json`` wrote, or one written by hand.

    Args:
        text: a JSON object with "p" and "q" (lists of numbers or texts), optionally "labels" and "seed".

    Returns:
        The entry; it may still have problems of its own.

    Raises:
        ValueError: the text is no such object; says in plain words what is missing.
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("This is not JSON. Take a file that the lab's own export wrote.") from None
    if not isinstance(body, dict):
        raise ValueError('The JSON must be an object with "p" and "q".')
    columns = {name: _json_list(body, name) for name in ("p", "q", "labels")}
    for name in "pq":
        if not columns[name]:
            raise ValueError(f'"{name}" is missing. It must be a list with one number for each token.')
    rows = max(len(columns["p"]), len(columns["q"]))
    seed = body.get("seed", 1)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError('"seed" must be a whole number.')
    return Entry.of(columns["labels"] or letters(rows), columns["p"], columns["q"], str(seed)[:20])


def _json_list(body: dict, name: str) -> list[str]:
    items = body.get(name, [])
    if not isinstance(items, list) or any(isinstance(i, bool) or not isinstance(i, int | float | str) for i in items):
        raise ValueError(f'"{name}" must be a list with one entry for each token.')
    return at_most([str(item) for item in items], "tokens")
