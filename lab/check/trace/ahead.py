"""Reading and counting at the same time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")


def ahead(items: Iterator[Item]) -> Iterator[Item]:
    """The same items, each made in a thread of its own while the one before is worked on: never more than one ahead."""
    with ThreadPoolExecutor(1) as worker:
        waiting = worker.submit(next, items, None)
        while (item := waiting.result()) is not None:
            waiting = worker.submit(next, items, None)
            yield item
