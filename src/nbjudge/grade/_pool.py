"""Worker processes that each do one thing at a time, and may die while they do it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

_FORK = multiprocessing.get_context("fork")  # what is loaded and read need not be so again

_TRIES = 2
"""How often one thing is given to a worker that dies of it."""


@dataclass
class _Worker:
    process: Any
    connection: Connection
    item: str | None = None


@dataclass
class Pool:
    """Does the same to many things.

    Parameters
    ----------
    work : callable
        What is done to each; what it raises ends nothing but itself.
    begin : callable
        Called once in each worker.
    size : int
        How many workers there are.
    """

    work: Callable[[str], Any]
    begin: Callable[[], None]
    size: int
    _workers: list[_Worker] = field(default_factory=list)

    def run(self, items: Iterable[str]) -> Generator[tuple[str, Any]]:
        """Yield each thing with what came of it, an exception included, in the order of coming."""
        waiting, tries = deque(items), dict[str, int]()
        try:
            for _ in range(min(self.size, len(waiting))):
                self._workers.append(self._hire())
            while waiting or any(worker.item is not None for worker in self._workers):
                self._give(waiting)
                for worker in self._ready():
                    item, result = self._take(worker)
                    if isinstance(result, EOFError):
                        tries[item] = tries.get(item, 0) + 1
                        if tries[item] < _TRIES:
                            waiting.append(item)
                            continue
                        result = RuntimeError("The worker that graded it ended, twice.")
                    yield item, result
        finally:
            self.close()

    def close(self) -> None:
        """End all workers, and what they are at."""
        for worker in self._workers:
            worker.connection.close()
            worker.process.kill()
            worker.process.join()
        self._workers.clear()

    def _give(self, waiting: deque[str]) -> None:
        for worker in self._workers:
            if worker.item is None and waiting:
                worker.item = waiting.popleft()
                with suppress(OSError):  # it is dead, and is found so below
                    worker.connection.send(worker.item)

    def _ready(self) -> list[_Worker]:
        busy = {worker.connection: worker for worker in self._workers if worker.item is not None}
        return [busy[each] for each in wait(list(busy)) if isinstance(each, Connection)]

    def _take(self, worker: _Worker) -> tuple[str, Any]:
        """Return what a worker has done; another one takes the place of one that has died."""
        item, worker.item = worker.item, None
        assert item is not None
        try:
            return item, worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            worker.connection.close()
            self._workers[self._workers.index(worker)] = self._hire()
            return item, EOFError()

    def _hire(self) -> _Worker:
        ours, theirs = _FORK.Pipe()
        others = [worker.connection for worker in self._workers]
        process = _FORK.Process(target=self._serve, args=(theirs, [ours, *others]), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _serve(self, connection: Connection, others: list[Connection]) -> None:
        """Be a worker."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who writes
        for other in others:  # or nobody would see that they end
            other.close()
        self.begin()
        with suppress(EOFError, OSError):
            while True:
                item = connection.recv()
                try:
                    result = self.work(item)
                except Exception as error:
                    result = RuntimeError(f"{type(error).__name__}: {error}")
                connection.send(result)
        os._exit(0)
