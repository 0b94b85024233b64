"""A report as a page of its own, for a browser."""

from typing import Protocol


class Result(Protocol):
    """A report of one check or of a suite."""

    verdict: str

    def to_json(self) -> str: ...

    def _repr_html_(self) -> str: ...


STYLE = "body{font:16px sans-serif;max-width:70em;margin:2em auto}td,th{text-align:left;padding:.2em .8em .2em 0}"


def page(result: Result) -> str:
    """The whole page as HTML text; what a sampler or a file named is shown as text."""
    head = f'<meta charset="utf-8"><title>Check: {result.verdict}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{result._repr_html_()}</body></html>\n'
