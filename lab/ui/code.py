"""The code of the idea, read from the page."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import cache

import streamlit as st

from lab.lessons.snippets import snippet
from lab.situation import Situation


def show_code(situation: Situation, body: str, *functions: Callable) -> None:
    """Offer the functions behind the picture, and a script about the situation that gives the same numbers."""
    show_script(snippet(situation, body), *functions)


def show_script(script: str, *functions: Callable) -> None:
    """Offer the functions behind the picture, and a script that gives the same numbers."""
    code = st.expander("Show the code", key="code", icon=":material/code:", on_change="rerun")
    if code.open:
        with code:
            st.code("\n\n".join(source(function) for function in functions), wrap_lines=True)
            st.markdown("The same in Python, with your numbers:")
            st.code(script, wrap_lines=True)


@cache  # reading and parsing a file again would be most of what this part of an answer costs
def source(function: Callable) -> str:
    """A function's source without its docstring and its decorators."""
    text = textwrap.dedent(inspect.getsource(function))
    whole = ast.parse(text).body[0]
    first, lines = whole.body[0], text.splitlines()
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(lines[whole.lineno - 1 :])
