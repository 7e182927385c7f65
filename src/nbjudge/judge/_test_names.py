"""The namespace of the instructor's test cells."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from typing import Any

from ._console import REPLACED
from ._conventions import Conventions
from ._proxies import StudentObject
from ._source import TYPE_OF, type_of
from ._student import Student

_NOTHING = object()


class TestNames(dict[str, Any]):
    """Globals of test cells: the test's own names, trusted imports, then the student's names.

    Python asks a dict subclass that is given to ``exec`` for each name that is not in it. Builtins
    come before the student's names, so that nobody replaces ``isinstance`` or ``AssertionError``,
    unless the lesson itself asks for a function of that name.

    Parameters
    ----------
    student : Student
        Where the student's names are.
    trusted : mapping of str to object
        The instructor's own imports.
    asked : frozenset of str
        Names that the released answer cells define: these are the student's even if builtin.
    """

    __test__ = False  # pytest need not look for tests in it

    def __init__(
        self, student: Student, trusted: Mapping[str, Any], asked: frozenset[str] = frozenset()
    ) -> None:
        super().__init__({"__builtins__": builtins, "__name__": "__main__", TYPE_OF: type_of})
        self.student = student
        self._trusted = dict(trusted)
        self._asked = asked
        self._fetched: set[str] = set()
        self._bound: set[str] = set()
        self._conventions = Conventions()

    def __missing__(self, name: str) -> Any:
        if name in self._trusted and name not in self._asked:
            return self._trusted[name]
        if hasattr(builtins, name) and name not in self._asked:
            raise KeyError(name)  # Python then looks among the builtins
        try:
            value = self.student.look_up(name)
        except NameError:
            raise KeyError(name) from None
        if name not in self._asked and isinstance(value, StudentObject):
            library = self._conventions.library(name)
            if library is not None:
                return library
        self._fetched.add(name)
        return value

    def __setitem__(self, name: str, value: Any) -> None:
        """Bind a name; one of the student's is bound there too.

        Only a name that the test has taken from the student, or a function: what a test merely
        computes under a name that a student happens to have must not leave this process.
        """
        super().__setitem__(name, value)
        if self._mirrored(name, value):
            self._fetched.add(name)
            self.student.bind(name, value)
            self._bound.add(name)

    def __delitem__(self, name: str) -> None:
        """Delete a name; one of the student's is deleted there too."""
        own = super().__contains__(name)
        if own:
            super().__delitem__(name)
        theirs = name in self._fetched or not own
        if theirs and name in self.student.names():
            self.student.unbind(name)
        elif not own:
            raise KeyError(name)

    def _mirrored(self, name: str, value: Any) -> bool:
        if name in self._fetched:
            return True
        meant = name in self._asked or name in REPLACED  # those that the student's code is to call
        return meant and isinstance(value, Callable)  # type: ignore[arg-type]

    def __contains__(self, name: object) -> bool:
        """Whether a name is there, the student's included: tests ask ``"x" in globals()``."""
        return self.get(name, _NOTHING) is not _NOTHING

    def get(self, name: Any, default: Any = None) -> Any:
        """Return what a name stands for, the student's included."""
        try:
            return self[name]
        except KeyError:
            return default

    def keys(self) -> Any:
        """Return the names, the student's included: tests ask ``"x" in dir()``."""
        return super().keys() | self.student.names()

    def begin_cell(self, source: str) -> None:
        """Forget what the last cell took from the student, and what it has put there instead.

        That is there to be found; and a cell of the student's may have given the name anew.
        """
        for name in self._bound:
            super().pop(name, None)
        self._bound.clear()
        self._conventions.begin_cell(source)
        self._fetched.clear()
        self.student.begin_cell()
