"""Exceptions of the student's code, raised again for the test to see."""

from __future__ import annotations

import builtins
from typing import NoReturn

from ..sandbox import Died, Ending, Lost, Raised


class StudentProcessLost(Exception):
    """The student's process died, or had to be stopped, while a test was waiting for it."""

    def __init__(self, text: str, ending: Ending) -> None:
        super().__init__(text)
        self.ending = ending


def raise_again(error: Raised) -> NoReturn:
    """Raise the nearest builtin exception, with the student's own traceback as a note."""
    kind = getattr(builtins, error.kind, Exception)
    raised = _instance(kind, error.text)
    if error.traceback_text:
        raised.add_note(error.traceback_text)
    raise raised from None


def raise_lost(error: Lost) -> NoReturn:
    """Say what became of the student's process."""
    if isinstance(error, Died):
        text, ending = "The student's code ended its process", Ending.DIED
    else:
        text, ending = "The student's code did not end in time", Ending.TIME_LIMIT
    raise StudentProcessLost(f"{text}: {error.reason}.", ending) from None


def _instance(kind: type[BaseException], text: str) -> BaseException:
    """Make an exception of a builtin type; some need more than a text."""
    if issubclass(kind, SystemExit | KeyboardInterrupt | GeneratorExit):
        return RuntimeError(f"{kind.__name__}: {text}")  # must not end this process
    try:
        return kind(text)
    except TypeError:  # UnicodeDecodeError wants five arguments
        return ValueError(text) if issubclass(kind, ValueError) else Exception(text)
