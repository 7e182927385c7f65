"""The judge's process, for whoever has submissions to be judged."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, astuple, replace
from pathlib import Path
from time import monotonic
from typing import IO, Any, Self

from ..sandbox import CellRun, Channel, ChannelError, Confinement, Limits, SandboxError
from ._folder import files_in
from ._lesson import Cell, Lesson
from ._messages import plain, run_of
from ._sitting import End, Sitting

_START = 180.0  # seconds; large libraries take their time on a cold disk
_GRACE = 30.0  # seconds on top of all limits


class Judge:
    """A process that runs whole submissions, with the sandbox that belongs to it.

    Parameters
    ----------
    limits : Limits
        For each submission; a test may compute as long as a student's cell may take.
    preload : tuple of str
        Modules that the sandbox loads once.
    confinement : Confinement
        What shuts the students' code in.
    """

    def __init__(self, limits: Limits, preload: tuple[str, ...], confinement: Confinement) -> None:
        self._limits = limits
        self._terms = asdict(limits), list(preload), str(confinement)
        self._channel: Channel | None = None
        self.program: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._said_last = ""
        self._learnt: tuple[set[str], set[str]] = (
            set(),
            set(),
        )  # modules and scripts of tests so far

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process and wait until everything is loaded; SandboxError when it cannot."""
        self._channel, theirs = Channel.pair(self._limits.messages)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # until it is closed
        with theirs:
            self.program = _start(theirs.fileno(), self._errors)
        try:
            self._channel.send(("begin", [place for place in sys.path if place], *self._terms))
            kind, text = self._channel.wait(_START)
        except ChannelError as error:
            kind, text = "failed", f"The judge's process {error}. {self._said()}"
        if kind != "ready":
            self.close()
            raise SandboxError(text)

    def close(self) -> None:
        """End the process, and with it the sandbox."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self.program is not None:
            try:
                self.program.wait(10)
            except subprocess.TimeoutExpired:
                self.program.kill()
                self.program.wait()
            self.program = None
        if self._errors is not None:
            self._said_last = self._said()
            self._errors.close()
            self._errors = None

    def judge(
        self,
        cells: Sequence[Cell],
        lesson: Lesson,
        folder: Path,
        files: Mapping[str, bytes],
        closed: Collection[str] = (),
    ) -> list[CellRun]:
        """Run a submission's cells and return how each ended.

        A cell that takes a process down is passed over when the submission is run again.

        Parameters
        ----------
        cells : sequence of Cell
            The notebook's code cells.
        lesson : Lesson
            The master's side of it.
        folder : Path
            Where the tests run.
        files : mapping of str to bytes
            What stands beside the notebook, by relative path.
        closed : collection of str
            Files of the folder that the student's code may not make, beside those that are there.
        """
        sitting = Sitting(cells)
        place = os.fspath(folder), sorted({*closed, *files_in(folder)})
        while not sitting.over:
            started = monotonic()
            runs, end = self._try(sitting, lesson, place, files)
            if end.reason != "done" and not end.spent:  # nobody has told, so it took all of it
                end = replace(end, spent=sitting.spent + monotonic() - started)
            sitting.note(runs, end)
        if len(sitting.runs) < len(cells) and " " in sitting.reason:
            raise SandboxError(f"{sitting.reason} {self._said()}".strip())
        return sitting.all_runs()

    def _try(
        self,
        sitting: Sitting,
        lesson: Lesson,
        place: tuple[str, list[str]],
        files: Mapping[str, bytes],
    ) -> tuple[list[CellRun], End]:
        """Return the runs up to where a process was lost, and how it ended."""
        if self._channel is None:
            self.start()
        assert self._channel is not None
        results, theirs = Channel.pair(self._limits.messages)
        told = [plain(cell) for cell in sitting.cells]
        folder, closed = place
        terms = sitting.careful, sitting.spent, *map(sorted, self._learnt), closed
        request = ("judge", told, astuple(lesson), folder, dict(files), *terms)
        runs: list[CellRun] = []
        try:
            with theirs:
                self._channel.send(request, descriptors=(theirs.fileno(),))
            end = self._listen(results, runs)
            reason = str(self._channel.wait(_GRACE)[1])
            return runs, replace(end, reason=reason) if reason else end
        except ChannelError as error:
            self.close()  # the next try starts another one
            return runs, End(f"The judge's process {error}.")
        finally:
            results.close()

    def _listen(self, results: Channel, runs: list[CellRun]) -> End:
        """Add the runs that are told, until there are no more."""
        try:
            while (message := results.wait(self._most_seconds))[0] == "ran":
                runs.append(run_of(message))
        except ChannelError:
            return End("death")
        kind, spent, lost, *learnt = message
        for known, new in zip(self._learnt, learnt, strict=True):
            known.update(new)
        return End(kind, run_of(lost) if lost is not None else None, spent)

    @property
    def _most_seconds(self) -> float:
        return 10 * self._limits.total_seconds + _GRACE

    def _said(self) -> str:
        """Return what the process has written to its standard error."""
        if self._errors is None:
            return self._said_last
        self._errors.seek(0)
        return self._errors.read()[-2000:].decode("utf-8", "replace").strip()


def _start(descriptor: int, errors: IO[bytes]) -> subprocess.Popen[bytes]:
    environment: dict[str, Any] = dict.fromkeys(
        ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"),
        "1",  # threads do not survive a fork
    )
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name != "GRADEBOOK_URL" and not name.startswith("PG")  # a test needs no password
    }
    return subprocess.Popen(
        [sys.executable, "-P", "-X", "utf8", "-m", "nbjudge.judge.server", str(descriptor)],
        env=inherited | environment | {"NBGRADER_EXECUTION": "autograde"},
        pass_fds=(descriptor,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,  # Ctrl-C is for the grader; the channel ends in its own time
    )
