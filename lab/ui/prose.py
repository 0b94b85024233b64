"""Text on the screen: typed text stays typed text."""

import re

_ACTIVE = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&=^@/])")


def literal(text: str) -> str:
    """Markdown that shows a text exactly as it was typed: no markup, link, picture or formula."""
    return _ACTIVE.sub(r"\\\1", "".join(c if c.isprintable() else " " for c in text))
