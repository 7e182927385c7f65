"""Exceptions that go from the student's process to a test, or the other way.

One of Python's own arrives as what it is, and any other as the one class of ours: a student's class
never stands for an exception that a test catches.
"""

from __future__ import annotations

import builtins
import traceback
from collections.abc import Callable
from typing import Any

_ERRORS = {
    name: own
    for name, own in vars(builtins).items()
    if isinstance(own, type)
    and issubclass(own, Exception)
    and not issubclass(own, StopIteration | StopAsyncIteration)  # they would end a loop, and well
}
"""Exceptions that arrive as what they are; Python has several names for some of them."""


_OURS = __file__.rpartition("/")[0]

_STUDENTS = "_nbjudge_students"  # marks an exception that was raised on the other side


class NotPlainDataError(Exception):
    """A value cannot cross: it is neither plain data nor a function."""


class StudentError(Exception):
    """An exception of the student's that is none of Python's own.

    Parameters
    ----------
    type_name : str
        What the student's code calls it.
    text : str
        What it says.
    """

    def __init__(self, type_name: str, text: str) -> None:
        super().__init__(text)
        self.type_name = type_name


def is_students(error: BaseException) -> bool:
    """Tell whether an exception came from the student's code, whatever its class."""
    return _STUDENTS in vars(error)


class StudentProcessLost(BaseException):
    """The other process is gone; the host has taken note, and no test can make up for it."""


def described(error: BaseException, *, shows_frames: bool) -> tuple[Any, ...]:
    """Describe an exception; its own methods may fail, the description does not."""
    if isinstance(error, NotPlainDataError):
        return "refused", str(error)
    own = type(error)
    exact = own.__name__ if _ERRORS.get(own.__name__) is own else ""
    lines = attempt(lambda: _traceback(error)) if shows_frames else ""
    return "raised", exact, attempt(lambda: own.__qualname__), attempt(lambda: str(error)), lines


def _traceback(error: BaseException) -> str:
    """Return the frames of the code that was called, without those of this module."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(_OURS):
        frames = frames.tb_next
    return "".join(traceback.format_exception(type(error), error, frames))[-10_000:]


def attempt(describe: Callable[[], str]) -> str:
    """Return a description, or that there is none."""
    try:
        return str.__str__(describe())
    except (Exception, SystemExit) as error:
        return f"<its description raised {type(error).__name__}>"


def rebuilt(exact: str, type_name: str, text: str, lines: str) -> BaseException:
    """Return an exception of the other side: one of Python's own, or the one class of ours."""
    kind = _ERRORS.get(exact)
    built: BaseException
    if kind is None:
        built = StudentError(str(type_name), str(text))
    elif issubclass(kind, UnicodeError | BaseExceptionGroup):  # they want more than a text
        built = ValueError(text) if issubclass(kind, UnicodeError) else StudentError(exact, text)
    else:
        built = kind(_Said(text)) if issubclass(kind, KeyError) else kind(text)
    vars(built)[_STUDENTS] = True
    if lines:
        built.add_note(f"It was raised here:\n{lines}")
    return built


class _Said(str):
    """What a KeyError says, which would show it in quotation marks once more."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)
