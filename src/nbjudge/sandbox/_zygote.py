"""Starts the warm process, and forks it for each submission."""

from __future__ import annotations

import subprocess
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Self

from . import _python
from ._channel import Channel, ChannelError
from ._confinement import Confinement, why_not
from ._ending import EndOfSession
from ._errors import SandboxError
from ._files import checked_files, send_large
from ._limits import Limits
from ._processes import Process
from ._session import Session
from ._states import States, first_state
from ._submission import Submission
from ._terms import terms_of

_START = 120.0  # seconds; a large library that is preloaded takes its time on a cold disk
_FORK = 10.0


class Zygote:
    """A process with Python, IPython and the given modules loaded; each session is a fork of it.

    Parameters
    ----------
    limits : Limits
        For each session.
    preload : tuple of str
        Modules that are imported once. Those that cannot be imported are in ``missing``.
    confinement : Confinement
        ``NONE`` runs student code as the user who grades.
    visible : tuple of Path
        Folders that student code may read, beside Python's own.
    environment : mapping of str to str
        Variables that student code finds, beside the usual ones.

    Raises
    ------
    SandboxError
        From `start`, when there can be no sandbox here; the text is a sentence.
    """

    def __init__(
        self,
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        preload: tuple[str, ...] = (),
        confinement: Confinement = Confinement.BUBBLEWRAP,
        visible: tuple[Path, ...] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._environment = dict(environment or {})
        self.limits = limits
        self.confinement = confinement
        self.missing: tuple[str, ...] = ()
        self._preload = preload
        self._visible = visible
        self._lock = threading.Lock()
        self._channel: Channel | None = None
        self._program: subprocess.Popen[bytes] | None = None

    @property
    def confined(self) -> bool:
        """Whether student code is shut in."""
        return self.confinement is not Confinement.NONE

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start the process and wait until everything is loaded."""
        reason = why_not() if self.confined else None
        if reason is not None:
            raise SandboxError(reason)
        channel, theirs = Channel.pair(self.limits.messages)
        self._channel = channel
        with tempfile.TemporaryFile() as errors, theirs:
            self._program = _python.start(
                theirs.fileno(),
                errors,
                confined=self.confined,
                visible=self._visible,
                more=self._environment,
            )
            theirs.close()
            terms = terms_of(self.limits, confined=self.confined, visible=self._visible)
            try:
                channel.send(("begin", asdict(terms), list(self._preload)))
                message = channel.wait(_START)
            except ChannelError as error:
                self.close()
                errors.seek(0)
                said = errors.read()[-2000:].decode("utf-8", "replace")
                raise SandboxError(f"The sandbox's first process {error}. {said}") from None
        self.missing = tuple(message[1])

    def session(
        self,
        files: Mapping[str, bytes] | None = None,
        large: Mapping[str, Path] | None = None,
        *,
        place: str = "",
        careful: bool = True,
        spent: float = 0.0,
    ) -> Session:
        """Fork for a submission.

        Parameters
        ----------
        files : mapping of str to bytes
            What stands beside the notebook, by relative path.
        large : mapping of str to Path
            The same for files that are to be copied without being read here.
        place : str
            The folder among them in which the code runs; the top, when nothing is said.
        careful : bool
            Whether the state before each cell is kept, so that the session goes on after a cell
            that dies. Without that it is quicker, and over when its process is lost.
        spent : float
            Seconds that the submission has already taken.

        Raises
        ------
        SandboxError
            When there is no fork to be had.
        ValueError
            When the files are too large or one has an impossible name.
        """
        content, far = dict(files or {}), dict(large or {})
        checked_files({**content, **far}, self.limits.files_bytes)
        limits = self.limits.messages
        warden, warden_theirs = Channel.pair(limits)
        notebook, notebook_theirs = Channel.pair(limits)
        with warden_theirs, notebook_theirs:
            process = self._fork(warden_theirs.fileno(), notebook_theirs.fileno())
        folder = None if self.confined else tempfile.mkdtemp(prefix="nbjudge-")
        end = EndOfSession(process, warden, notebook, folder, confined=self.confined)
        try:
            send_large(warden, far)
            warden.send(("files", folder, place, content))
            states = States(warden, first_state(warden, notebook), limits)
        except (ChannelError, OSError) as error:
            end()
            raise SandboxError(f"The sandbox of a submission {error}.") from None
        end.states = states
        seconds = self.limits.total_seconds - spent
        submission = Submission(process, states, self.limits, end, seconds=seconds, careful=careful)
        return Session(process, states, submission, self.limits)

    def close(self) -> None:
        """End the process, and every session with it."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._program is not None:
            _stop(self._program)
            self._program = None

    def _fork(self, warden: int, notebook: int) -> Process:
        with self._lock:
            if self._channel is None:
                raise SandboxError("The sandbox is not started.")
            try:
                self._channel.send(("fork",), descriptors=(warden, notebook))
                message, descriptors = self._channel.receive_descriptors(_FORK)
            except ChannelError as error:
                raise SandboxError(f"The sandbox's first process {error}.") from None
        if message[0] != "born":
            raise SandboxError(f"The sandbox could not fork: {message[-1]}.")
        return Process(message[1], descriptors[0] if descriptors else None)


def _stop(program: subprocess.Popen[bytes]) -> None:
    """Wait for the process, which ends with its channel; kill it when it does not."""
    try:
        program.wait(5)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()
