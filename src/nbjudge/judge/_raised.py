"""Exceptions of the student's code, raised again for the test to see."""

from __future__ import annotations

import builtins
from typing import Any, NoReturn

from ..sandbox import Died, Ending, Lost, Raised
from ..wire import WireError, decode
from ._errors import SAID, SAYS


class StudentProcessLost(BaseException):
    """The student's process died, or had to be stopped, while a test was waiting for it.

    No ``Exception``: a test that waits for one must not take this for it.
    """

    def __init__(self, text: str, ending: Ending) -> None:
        super().__init__(text)
        self.ending = ending


def raise_again(error: Raised, own: type[BaseException] | None = None) -> NoReturn:
    """Raise the nearest builtin exception, with the student's own traceback as a note.

    Parameters
    ----------
    error : Raised
        What the sandbox tells.
    own : type, optional
        The class that stands for the exception's own.
    """
    kind: Any = own or getattr(builtins, error.kind, Exception)
    raised = _instance(kind, error.text, *_particulars(error))
    if error.traceback_text:
        BaseException.add_note(raised, error.traceback_text)
    raise raised from None


def lost(error: Lost) -> StudentProcessLost:
    """Return what became of the student's process."""
    if isinstance(error, Died):
        text, ending = "The student's code ended its process", Ending.DIED
    else:
        text, ending = "The student's code did not end in time", Ending.TIME_LIMIT
    return StudentProcessLost(f"{text}: {error.reason}.", ending)


def _particulars(error: Raised) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return an exception's arguments and attributes, as far as they are plain values."""
    try:
        args, attributes = decode(error.error.particulars)
    except (WireError, TypeError, ValueError):
        return (), {}
    if type(args) is not tuple or type(attributes) is not dict:
        return (), {}
    names = [name for name in attributes if type(name) is str and not name.startswith("__")]
    return args, {name: attributes[name] for name in names}


def _instance(
    kind: type[BaseException], text: str, args: tuple[Any, ...], attributes: dict[str, Any]
) -> BaseException:
    """Make an exception that says what the student's says, of its arguments if they give that."""
    if issubclass(kind, SystemExit | KeyboardInterrupt | GeneratorExit):
        return RuntimeError(f"{kind.__name__}: {text}")  # must not end this process
    made = _made(kind, args)
    if made is None or (str(made) != text and not hasattr(kind, SAYS)):
        made = _made(kind, (text,))
    if made is None:  # UnicodeDecodeError wants five arguments
        made = ValueError(text) if issubclass(kind, ValueError) else Exception(text)
    vars(made).update(attributes, **{SAID: text})
    return made


def _made(kind: type[BaseException], args: tuple[Any, ...]) -> BaseException | None:
    """Make an exception; a library's own constructor is not run on what a student sends."""
    plain = kind.__module__ == "builtins" or hasattr(kind, SAYS)
    try:
        return kind(*args) if plain else kind.__new__(kind, *args)
    except Exception:
        return None
