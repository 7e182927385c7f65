"""The classes of the student's exceptions, as a test can catch them.

Python catches by classes of this process alone. So for each class of the student's that a test
names there is one of the same name here, over the same builtin exception. A library's class is the
one that is loaded here.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable

from ..wire import Reference

SAID = "_nbjudge_said"
"""The attribute that holds what the student's exception says of itself."""

SAYS = "_nbjudge_says"
"""The attribute of the classes that are made here."""

PARTICULAR = (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, ValueError)
"""What a library's class must descend from. Others steer programs: unittest's ``SkipTest``."""


class ErrorClasses:
    """The classes of one submission, by the names that they have there."""

    def __init__(self) -> None:
        self._known: dict[str, type[BaseException]] = {}
        self._references: dict[type, Reference] = {}

    def learn(self, lineage: Iterable[str], reference: Reference) -> type[BaseException] | None:
        """Return the class that stands for one of the student's; None when it is no exception."""
        found: type[BaseException] | None = None
        for name in reversed([_bare(name) for name in lineage]):
            known = self.nearest(name)
            if known is not None:
                found = known
            elif found is not None:
                found = self._known[name] = _new(name, found)
        if found is not None:
            self._references[found] = reference
        return found

    def nearest(self, name: str) -> type[BaseException] | None:
        """Return the class of a name, if it is one of Python's own or one that was learnt."""
        if name in self._known:
            return self._known[name]
        module, _, bare = name.rpartition(".")
        if not module:
            own = getattr(builtins, name, None)
            return own if isinstance(own, type) and issubclass(own, BaseException) else None
        found = vars(sys.modules[module]).get(bare) if module in sys.modules else None
        return found if isinstance(found, type) and issubclass(found, PARTICULAR) else None

    def reference(self, value: object) -> Reference | None:
        """Return what a class stands for."""
        return self._references.get(value) if isinstance(value, type) else None


def _new(name: str, base: type[BaseException]) -> type[BaseException]:
    """Return a class that says of itself what the student's says."""

    def say(self: BaseException) -> str:
        said = vars(self).get(SAID)
        return said if said is not None else base.__str__(self)

    return type(name.rpartition(".")[2], (base,), {"__str__": say, SAYS: True})


def _bare(name: str) -> str:
    return name.removeprefix("__main__.")
