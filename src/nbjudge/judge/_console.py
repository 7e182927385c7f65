"""What a test puts in the place of ``input``, ``print`` or standard output."""

from __future__ import annotations

import builtins
import io
import sys
from collections.abc import Callable
from typing import Any, Protocol

from ..sandbox import HostReference

REPLACED = ("input", "print")
_ORIGINAL = {name: getattr(builtins, name) for name in REPLACED}


class Printed(io.StringIO):
    """Holds what a test itself writes."""


class Writing(Protocol):
    """What of a sandbox's session is needed here."""

    def names(self) -> frozenset[str]: ...
    def bind(self, name: str, value: Any) -> None: ...
    def unbind(self, name: str) -> None: ...
    @property
    def printed(self) -> str: ...


class Console:
    """Makes these hold for the student's code too, while a test has them replaced.

    Parameters
    ----------
    session : Writing
        The student's process.
    """

    def __init__(self, session: Writing) -> None:
        self._session = session
        self._lent: dict[str, Any] = {}
        self._before = 0

    def before_call(self, told: Callable[[Any], HostReference]) -> None:
        """Give the student's code what stands in a builtin's place; ``told`` makes it callable."""
        for name in REPLACED:
            now = getattr(builtins, name)
            if now is not self._lent.get(name, _ORIGINAL[name]):
                self._lend(name, now, told)
        self._before = len(self._session.printed) if self._elsewhere() else 0

    def after_call(self) -> None:
        """Write what the student's code has written where the test wants such output to go."""
        if self._elsewhere():
            sys.stdout.write(self._session.printed[self._before :])

    def _elsewhere(self) -> bool:
        """Whether a test has its output go elsewhere than it goes by itself."""
        return not isinstance(sys.stdout, Printed)

    def _lend(self, name: str, now: Any, told: Callable[[Any], HostReference]) -> None:
        lent = self._lent.pop(name, None)
        if lent is None and name in self._session.names():
            return  # the student has a function of that name, which no replacement would reach
        if now is _ORIGINAL[name]:
            self._session.unbind(name)
        else:
            self._session.bind(name, told(now))
            self._lent[name] = now
