"""The first process of a submission: builds the walls, starts the notebook, and clears up after it.

It runs no student code, and as process 1 of its namespace it can neither be killed from inside nor
outlived by anything.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from nbjudge.wire import Limits, encode

from .beginning import copy_in, let_go_of_errors, seclude, unpack
from .census import others
from .channel import Channel, Closed
from .journal import Journal
from .namespaces import WORK
from .notebook import Notebook
from .shell import NotebookShell
from .walls import Terms, build_walls

_PATIENCE = 2.0  # seconds for processes to go that were killed


class Warden:
    """Serves the host's wishes about the processes of one submission."""

    def __init__(self, channel: Channel, terms: Terms) -> None:
        self._channel = channel
        self._terms = terms
        self._watched: tuple[int, int] | None = None
        self._live: int | None = None

    def start(self, notebook_descriptor: int, shell: NotebookShell) -> NoReturn:
        """Build the walls, unpack the files, start the notebook and watch it."""
        try:
            let_go_of_errors()
            build_walls(self._terms)
            self._unpack()
            child = self._start_notebook(notebook_descriptor, shell)
        except Exception as error:
            self._say("failed", f"{type(error).__name__}: {error}")
            os._exit(1)
        seclude()
        self._say("ready", child)
        self._serve()

    def _start_notebook(self, descriptor: int, shell: NotebookShell) -> int:
        limits = Limits(message_bytes=self._terms.message_bytes)
        journal = Journal(self._terms.output_bytes)
        child = os.fork()
        if child == 0:
            self._channel.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            Notebook(Channel(descriptor, limits), shell, journal, limits).serve()
        os.close(descriptor)
        return child

    def _unpack(self) -> None:
        """Write the files that the host sends; of large ones it hands over the open file."""
        large: dict[str, int] = {}
        while (message := self._channel.receive())[0] == "large":
            large |= {name: self._channel.descriptors.popleft() for name in message[1]}
        _, folder, place, files = message
        root = Path(folder or WORK)
        unpack(files, root)
        for name, descriptor in large.items():
            copy_in(descriptor, root / name)
        (root / place).mkdir(parents=True, exist_ok=True)
        os.chdir(root / place)
        sys.path.insert(0, str(root / place))  # first, as in a kernel

    def _serve(self) -> NoReturn:
        wishes: dict[str, Callable[..., None]] = {
            "watch": self._watch,
            "signal": _signal,
            "clear": self._clear,
        }
        try:
            while True:
                ready = self._wait()
                if self._watched is not None and self._watched[1] in ready:
                    self._tell_gone()
                elif self._channel.fileno() in ready:
                    wish, *arguments = self._channel.receive()
                    wishes[wish](*arguments)
        except (Closed, OSError):
            with suppress(OSError):
                self._clear([])
            os._exit(0)

    def _wait(self) -> list[int]:
        if self._channel.pending:
            return [self._channel.fileno()]
        sources = [self._channel.fileno()]
        if self._watched is not None:
            sources.append(self._watched[1])
        return select.select(sources, [], [])[0]

    def _watch(self, process: int) -> None:
        """Say so when this process ends."""
        self._live = process
        if self._watched is not None:
            os.close(self._watched[1])
            self._watched = None
        if not hasattr(os, "pidfd_open"):  # no Linux; then the end of its channel must do
            return
        try:
            self._watched = process, os.pidfd_open(process)
        except OSError:
            self._say("gone", process)

    def _tell_gone(self) -> None:
        assert self._watched is not None
        process, descriptor = self._watched
        os.close(descriptor)
        self._watched = None
        self._say("gone", process)

    def _clear(self, keep: list[int]) -> None:
        """End every process in here but those that are kept.

        They are stopped first: what is stopped starts no others, so a fork bomb runs out.
        """
        if self._live is not None and self._live not in keep:
            _signal(self._live, signal.SIGKILL)
        deadline = time.monotonic() + _PATIENCE
        stopped: set[int] = set()
        while (found := set(others(keep))) - stopped and time.monotonic() < deadline:
            _send_all(found - stopped, signal.SIGSTOP)
            stopped |= found
        while (found := set(others(keep))) and time.monotonic() < deadline:
            _send_all(found, signal.SIGKILL)
            time.sleep(0.0005)
        self._say("cleared", not found)

    def _say(self, *words: Any) -> None:
        self._channel.send(encode(words))


def _signal(process: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


def _send_all(processes: Iterable[int], number: int) -> None:
    for process in processes:
        _signal(process, number)
