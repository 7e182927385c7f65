"""The judge's own process: loaded once, and forked for each submission.

A test that hangs, or is led to take all memory by what a student's function returns, takes down
this fork and nothing else; and what a test does to the libraries that it imports is gone with it.
"""

from __future__ import annotations

import gc
import importlib
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from .. import quick_start  # noqa: F401  # before what it is about is imported
from ..sandbox import Channel, ChannelError, Confinement, Limits, SandboxError, Session, Zygote
from ._court import Court, ProcessLost, read_ahead
from ._folder import SETTINGS, Folder
from ._guard import Guard
from ._lesson import Cell, Lesson
from ._main_module import MainModule
from ._messages import cell_of, told
from ._mirror import Mirror
from ._scripts import Scripts
from ._stopwatch import Stopwatch, bound_memory
from ._student import Student
from ._test_names import TestNames
from ._trusted import trusted_names

_LONG = 10.0**6  # seconds: the next submission comes when it comes


@dataclass(frozen=True)
class Place:
    """Where a submission's tests run: files there that are closed to the student's code, and own.

    Parameters
    ----------
    folder : Path
        The submission's folder.
    closed : frozenset of str
        Files that the student's code may not write.
    own : frozenset of str
        Files that are the instructor's.
    """

    folder: Path
    closed: frozenset[str]
    own: frozenset[str]


class Server:
    """Starts the sandbox, and judges one submission after the other."""

    def __init__(self, channel: Channel, limits: Limits, zygote: Zygote) -> None:
        self._channel = channel
        self._limits = limits
        self._zygote = zygote
        self._scripts = Scripts()
        self._scripts.install()

    def serve(self) -> None:
        """Judge until the other side closes the channel."""
        gc.collect()
        gc.freeze()  # or the first collection in a fork would copy every page
        while True:
            message, descriptors = self._channel.receive_descriptors(_LONG)
            self._channel.send(("ended", self._judge(descriptors.pop(), *message[1:])))

    def _judge(
        self, end: int, cells: Any, lesson: Any, folder: str, files: Any, *terms: Any
    ) -> str:
        """Judge one submission in a fork; return what took it down, or nothing."""
        careful, spent, imported, scripts, closed = terms
        for name in imported:
            with suppress(Exception):  # what a test could import, it can import again
                importlib.import_module(name)
        self._scripts.prepare(scripts)
        for source, test, inside, _ in cells:
            if test is not None and not inside:
                read_ahead(source, test)
        student, known = Student(), Lesson(*lesson)
        names = TestNames(student, trusted_names((*known.answers, *known.locked)), known.asked)
        try:
            session = self._zygote.session(files, serve=student.serve, careful=careful, spent=spent)
        except SandboxError as error:
            os.close(end)
            return str(error)
        try:
            if (child := os.fork()) == 0:
                place = Place(Path(folder), frozenset(closed), frozenset(known.files))
                self._hold_court(end, session, names, map(cell_of, cells), place)
            os.close(end)
            return self._wait(child, sum(cell[1] is not None for cell in cells))
        finally:
            session.close()

    def _hold_court(
        self,
        end: int,
        session: Session,
        names: TestNames,
        cells: Iterable[Cell],
        place: Place,
    ) -> NoReturn:
        try:
            out = Channel(socket.socket(fileno=end), self._limits.messages)
            before = set(sys.modules)
            self._enter(place.folder)
            Guard(place.folder, place.own).stand()
            bound_memory()
            ending = self._sit(out, session, names, cells, Folder(place.folder, place.closed))
            learnt = sorted(sys.modules.keys() - before), self._scripts.new
            out.send((ending[0], session.spent, ending[1], *learnt))
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)

    def _enter(self, folder: Path) -> None:
        """Go to the submission's folder, after the libraries that would take settings from it."""
        if any((folder / name).exists() for name in SETTINGS):
            with suppress(Exception):
                importlib.import_module("matplotlib")
        self._scripts.enter(folder)
        os.chdir(folder)

    def _sit(
        self,
        out: Channel,
        session: Session,
        names: TestNames,
        cells: Iterable[Cell],
        folder: Folder,
    ) -> tuple[str, tuple[Any, ...] | None]:
        """Tell of each cell that was run; return how it ended."""
        stopwatch, mirror = Stopwatch(self._limits.seconds), Mirror(session, folder)
        sys.modules["__main__"] = MainModule(names)
        names.student.attend(session, mirror, stopwatch.held)
        try:
            for run in Court(session, names, mirror, stopwatch).judge(cells):
                out.send(told(run))
        except ProcessLost as loss:
            return "lost", told(loss.run) if loss.run is not None else None
        return "done", None

    def _wait(self, child: int, tests: int) -> str:
        seconds = self._limits.total_seconds + tests * self._limits.seconds
        descriptor = os.pidfd_open(child) if hasattr(os, "pidfd_open") else None
        late = descriptor is not None and not select.select([descriptor], [], [], seconds)[0]
        if late:
            os.kill(child, signal.SIGKILL)
        if descriptor is not None:
            os.close(descriptor)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return "time" if late or os.WTERMSIG(status) == signal.SIGXCPU else "death"
        return "death" if status else ""


def main(descriptor: int) -> NoReturn:
    """Serve on a socket; the first message says on what terms."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = Channel(socket.socket(fileno=descriptor), Limits().messages)
    try:
        _, path, limits, preload, confinement = channel.wait(_LONG)
        sys.path[:] = path
        bounds = Limits(**limits)
        with Zygote(bounds, tuple(preload), Confinement(confinement)) as zygote:
            channel.send(("ready", ""))
            Server(channel, bounds, zygote).serve()
    except SandboxError as error:
        channel.send(("failed", str(error)))
    except ChannelError:
        pass
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
