"""The namespace of the instructor's test cells."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from typing import Any

from ._student import Student


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
        super().__init__(__builtins__=builtins, __name__="__main__")
        self._student = student
        self._trusted = dict(trusted)
        self._asked = asked
        self._fetched: set[str] = set()

    def __missing__(self, name: str) -> Any:
        if name in self._trusted and name not in self._asked:
            return self._trusted[name]
        if hasattr(builtins, name) and name not in self._asked:
            raise KeyError(name)  # Python then looks among the builtins
        try:
            value = self._student.look_up(name)
        except NameError:
            raise KeyError(name) from None
        self._fetched.add(name)
        return value

    def __setitem__(self, name: str, value: Any) -> None:
        """Bind a name; one of the student's is bound there too.

        Only a name that the test has taken from the student, or a function: what a test merely
        computes under a name that a student happens to have must not leave this process.
        """
        super().__setitem__(name, value)
        if self._mirrored(name, value):
            self._student.bind(name, value)

    def __delitem__(self, name: str) -> None:
        """Delete a name; one of the student's is deleted there too."""
        own = name in self
        if own:
            super().__delitem__(name)
        theirs = name in self._fetched or not own
        if theirs and name in self._student.names():
            self._student.unbind(name)
        elif not own:
            raise KeyError(name)

    def _mirrored(self, name: str, value: Any) -> bool:
        if name in self._fetched:
            return True
        return name in self._asked and isinstance(value, Callable)  # type: ignore[arg-type]

    def begin_cell(self) -> None:
        """Forget what the last cell took from the student."""
        self._fetched.clear()
