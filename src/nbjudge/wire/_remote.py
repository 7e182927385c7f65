"""What stands for the things that do not cross: objects that stay, and exceptions."""

from __future__ import annotations

import builtins
import traceback as tracebacks
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from ._lineage import lineage

_BUILTIN_TYPES = frozenset(
    thing
    for thing in vars(builtins).values()
    if isinstance(thing, type) and issubclass(thing, BaseException)
)

BUILTIN_ERRORS = frozenset(own.__name__ for own in _BUILTIN_TYPES)
"""Names that the ``kind`` of a `RemoteError` can have."""


@dataclass(frozen=True, slots=True)
class Reference:
    """An object that stays in the process that owns it.

    Parameters
    ----------
    handle : int
        A number in −2⁶³ … 2⁶³ − 1, of meaning to the owner alone. Two processes that both own
        objects can tell theirs apart by the sign.
    type_name : str
        The object's type, for messages; never to be looked up.
    """

    handle: int
    type_name: str


@dataclass(frozen=True, slots=True)
class RemoteError:
    """An exception of the other process, as data.

    Parameters
    ----------
    kind : str
        Name of the nearest builtin exception; always one of Python's own.
    type_name : str
        The exception's own type with its module, for messages; never to be looked up.
    text : str
        What ``str`` says of it. (For a KeyError that is the ``repr`` of the key.)
    notes : tuple of str
        What ``add_note`` was given.
    traceback : str
        As Python prints it, or empty.
    particulars : bytes
        A message with a tuple, the exception's arguments, and a dict, its attributes; or nothing.
    """

    kind: str
    type_name: str
    text: str = ""
    notes: tuple[str, ...] = ()
    traceback: str = ""
    particulars: bytes = b""

    @classmethod
    def of(cls, error: BaseException) -> Self:
        """Describe an exception; its own methods may fail, the description does not."""
        own = type(error)
        return cls(
            kind=next(base.__name__ for base in lineage(own) if base in _BUILTIN_TYPES),
            type_name=_attempt(lambda: _full_name(own)),
            text=_attempt(lambda: str(error)),
            notes=_notes(error),
            traceback=_attempt(lambda: "".join(tracebacks.format_exception(error))),
        )


def _full_name(own: type) -> str:
    bare = own.__module__ in ("builtins", "__main__")
    return own.__qualname__ if bare else f"{own.__module__}.{own.__qualname__}"


def _notes(error: BaseException) -> tuple[str, ...]:
    try:
        return tuple(note for note in error.__notes__ if type(note) is str)
    except Exception:  # there are none, or the exception's class plays tricks
        return ()


def _attempt(describe: Callable[[], str]) -> str:
    """Return a description, or that there is none: an exception's methods are not ours."""
    try:
        return str.__str__(describe())
    except (Exception, SystemExit) as error:
        return f"<its description raised {type(error).__name__}>"
