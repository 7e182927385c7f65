"""The names that a notebook has defined, for an isolated test that asks."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from .exceptions import NotPlainDataError
from .shell import NotebookShell


def look_up_in(shell: NotebookShell) -> Callable[[str], Any]:
    """Return a function that returns what a name stands for; NameError when there is no such name.

    What IPython itself put there (``In``, ``Out``, ``_``, ``exit``) is not there for a test, unless
    the notebook has given such a name a value of its own.
    """
    hidden = dict(shell.user_ns_hidden) | shell.user_ns

    def look_up(name: str) -> Any:
        missing = object()
        value = shell.user_ns.get(name, missing)
        if value is missing or hidden.get(name, missing) is value:
            raise NameError(f"name {name!r} is not defined")
        if isinstance(value, type | ModuleType):
            kind = "class" if isinstance(value, type) else "module"
            raise NotPlainDataError(
                f"{name!r} is a {kind} of the student's; only plain data and functions go between "
                "a test and the student's code: the test has to import or define what else it needs"
            )
        return value

    return look_up
