"""What a failed test may say to a student: what its author wrote, and no number it expects."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from nbconvert.filters import strip_ansi
from nbformat import NotebookNode

UNSAID = "It was not met, and it gives no reason."
DIFFERS = "What your code gives is not what the test expects."

_FRAME = re.compile(r"\s*(?:File|Cell|Input) +(?P<where>[^,\n]*)")
"""How a traceback's entry for a frame begins, as Python and as IPython write it."""

_LIBRARY = re.compile(r"(?:site|dist)-packages(?![\\/]nbjudge)|[\\/]lib(?:64)?[\\/]python3|\\Lib\\")
"""Frames of somebody else's code; the judge's own passes on what a student's code raised."""

_LITERAL = re.compile(r""""([^"\n]*)"|'([^'\n]*)'""")


def said(error: NotebookNode, source: str, *, python: bool = True) -> str:
    """Return what ended a test, without a comparison that a library has written out.

    ``assert_allclose`` and its kind print the values that they were given, the right ones among
    them. Of such a message only the texts stay that stand in the test itself.

    Parameters
    ----------
    error : NotebookNode
        The output in which nbformat keeps an exception.
    source : str
        The whole test cell.
    python : bool
        Whether it is Python's. What other languages raise is not told apart: testing libraries
        there quote the test.
    """
    name, text = str(error.get("ename", "")), str(error.get("evalue", ""))
    if not python:
        return _only_own_words(text, source)
    own = _is_own(error.get("traceback", ()))
    if name != "AssertionError":
        said_of_it = text if own else text.partition("\n")[0]  # a comparison that broke off
        return f"{name}: {said_of_it}".rstrip(": ")
    if not text.strip():
        return UNSAID
    return text if own else _only_own_words(text, source)


def _is_own(traceback: Iterable[str]) -> bool:
    """Whether the test's own ``assert`` failed, or the student's code; the last frame tells.

    Each frame is an entry of its own. A line within one, such as one of the message, may be a
    student's and look like a frame.
    """
    frames = [found for entry in traceback if (found := _FRAME.match(strip_ansi(entry)))]
    return not frames or not _LIBRARY.search(frames[-1]["where"])


def _only_own_words(text: str, source: str) -> str:
    kept = [word for word in dict.fromkeys(_texts(source)) if word in text]
    return " ".join([DIFFERS, *kept])


def _texts(source: str) -> list[str]:
    """Return the texts in a test that may be messages; pieces of f-strings are none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # another language
        found = (text.strip() for pair in _LITERAL.findall(source) for text in pair)
        return [text for text in found if " " in text]
    pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
              for part in ast.walk(node)}  # fmt: skip
    return [
        node.value.strip()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in pieces
        and " " in node.value.strip()
    ]
