"""Keeps a test from running what a student handed in, in the judge's own process.

A student cannot choose what a test does. But some tests start a script that was handed in, or
import a module; in a kernel that is where the student's code runs anyway. Here it would be beside
the tests.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from types import CodeType
from typing import Any

from ._proxies import INSIDE

_STARTS = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system")
_LOADED = (".pyc", ".so", ".pyd")
"""Files whose name the code in them need not bear."""


class Guard:
    """Hears of what Python is about to do, and refuses some of it.

    Parameters
    ----------
    folder : Path
        The submission's folder.
    own : collection of str
        Files in it that are the instructor's, by path inside the folder.
    """

    def __init__(self, folder: Path, own: Collection[str]) -> None:
        self._root = os.path.realpath(folder) + os.sep
        self._own = own
        self._checks: dict[str, Callable[..., None]] = {
            **dict.fromkeys(_STARTS, self._program),
            "exec": self._code,
            "import": lambda _name, path=None, *_: self._library(path),
            "open": self._library,
        }

    def stand(self) -> None:
        """Be asked from now on; Python knows no way back."""
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        check = self._checks.get(event)
        if check is not None:
            check(*arguments)

    def _program(self, *_: Any) -> None:
        raise PermissionError(f"tests start no programs beside the sandbox; {INSIDE}")

    def _code(self, code: Any, *_: Any) -> None:
        if isinstance(code, CodeType) and not code.co_filename.startswith("<"):
            self._refuse(code.co_filename)

    def _library(self, path: Any, *_: Any) -> None:
        if isinstance(path, str) and path.endswith(_LOADED):
            self._refuse(path)

    def _refuse(self, file: str) -> None:
        path = os.path.realpath(file)
        name = path.removeprefix(self._root).replace(os.sep, "/")
        if path.startswith(self._root) and name not in self._own:
            raise PermissionError(f"{name} was handed in, and tests run nothing of that; {INSIDE}")
