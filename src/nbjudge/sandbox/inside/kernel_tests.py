"""Runs a test cell in the student's process, as one kernel does, and without the student's hooks.

What a student's code can still reach is a lot, for it has had the process to itself before: this
keeps accidents out, and the simplest of tricks.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from .journal import Journal
from .shell import NotebookShell


class KernelTests:
    """Makes room for tests among a student's cells.

    Parameters
    ----------
    shell : NotebookShell
        As it was made: its hooks are its own.
    """

    def __init__(self, shell: NotebookShell) -> None:
        self._shell = shell
        self._callbacks = {name: list(known) for name, known in shell.events.callbacks.items()}

    @contextmanager
    def room(self, journal: Journal) -> Iterator[None]:
        """Let a test run in here: hooks are off, and at the end nothing has its source."""
        known = set(linecache.cache)
        journal.blamed, journal.excused = False, lambda: _is_called_by(known)
        sys.settrace(None)
        sys.setprofile(None)
        self._shell.passes_over_exits = False
        try:
            with self._without_hooks():
                yield
        finally:
            self._shell.passes_over_exits = True
            journal.excused = None
            self._forget(known)

    @contextmanager
    def _without_hooks(self) -> Iterator[None]:
        shell = self._shell
        mine = {
            "input_transformer_manager": TransformerManager(),  # type: ignore[no-untyped-call]
            "input_transformers_post": [],
            "ast_transformers": [],
            "custom_exceptions": (),
            "CustomTB": None,
        }
        theirs = {name: getattr(shell, name) for name in mine}
        callbacks = dict(shell.events.callbacks)
        for name, value in mine.items():
            setattr(shell, name, value)
        for name, known in callbacks.items():
            shell.events.callbacks[name] = [
                each for each in known if each in self._callbacks.get(name, ()) or _draws(each)
            ]
        try:
            yield
        finally:
            for name, value in theirs.items():
                setattr(shell, name, value)
            shell.events.callbacks.update(callbacks)

    def _forget(self, known: set[str]) -> None:
        """Take the test's source out of the process; later cells find an empty one."""
        shell, count = self._shell, self._shell.execution_count - 1
        history: Any = shell.history_manager
        for lines in (history.input_hist_parsed, history.input_hist_raw):
            if lines:
                lines[-1] = ""
        for name in ("_i", f"_i{count}"):
            if name in shell.user_ns:
                shell.user_ns[name] = ""
        history._i = history._i00 = ""
        shell.last_execution_result = None
        for name in set(linecache.cache) - known:
            del linecache.cache[name]


def _draws(callback: Callable[..., Any]) -> bool:
    """Tell whether a callback shows the figures of a cell at its end."""
    module = sys.modules.get("matplotlib_inline.backend_inline")
    return module is not None and callback is getattr(module, "flush_figures", None)


def _is_called_by(files: set[str]) -> bool:
    """Tell whether a student's code is among the callers: its cells have been in these files."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        if name in files and name.startswith("<ipython-input"):
            return True
        frame = frame.f_back
    return False
