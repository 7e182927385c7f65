"""The process that has the notebook's state: answers the host, one request after another."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from nbjudge.wire import Limits, RemoteError, WireError, encode

from . import interrupts
from .cells import Cells
from .channel import Channel, Closed
from .descriptors import Descriptors
from .errors import rebuild
from .inert import is_inert
from .journal import STDERR, STDOUT, Journal
from .keeping import Keeper
from .names import Names
from .objects import Objects
from .operations import OPERATIONS
from .randomness import begin_randomness, set_randomness
from .shell import NotebookShell
from .streams import Stream
from .work_folder import WorkFolder

_exit, _getpid = os._exit, os.getpid  # whatever the student makes of them

_SMALL = Limits(message_bytes=100_000)

_OURS = __file__.rpartition("/")[0]


class Notebook:
    """One notebook's state.

    Parameters
    ----------
    channel : Channel
        To the host, for this process alone.
    shell : NotebookShell
        As the zygote made it.
    journal : Journal
        Shared with the states that are kept.
    limits : Limits
        For messages, both ways.
    """

    def __init__(
        self, channel: Channel, shell: NotebookShell, journal: Journal, limits: Limits
    ) -> None:
        self._channel = channel
        self._shell = shell
        self._journal = journal
        self._limits = limits
        self._keeper = Keeper()
        self._descriptors = Descriptors(journal)
        self._objects = Objects(self._call_host, limits)
        self._cells = Cells(shell, self._descriptors)
        names = Names(shell)
        self._requests: dict[str, Callable[..., Any]] = {
            "run": self._run,
            "keep": self._keep,
            "wake": self._wake,
            "look_up": names.look_up,
            "bind": names.bind,
            "unbind": names.unbind,
            "names": names.all,
            "operate": self._operate,
            "randomness": set_randomness,
            "changed_files": lambda most: self._folder.changed(most),
            "write_files": lambda files: self._folder.write(files),
        }

    def serve(self) -> NoReturn:
        """Answer until the host closes the channel."""
        interrupts.ignore()
        self._folder = WorkFolder()
        begin_randomness()  # or all submissions would roll the zygote's dice
        self._journal.adopt()
        self._shell.attach(self._journal)
        sys.stdout = Stream(STDOUT, self._journal, self._descriptors)
        sys.stderr = Stream(STDERR, self._journal, self._descriptors)
        self._go_on()

    def _go_on(self) -> NoReturn:
        try:
            while True:
                self._answer(self._channel.receive())
                self._keeper.bury()
        except (Closed, OSError, WireError):
            _exit(0)

    def _answer(self, request: tuple[Any, ...]) -> None:
        """Do what is asked, and send the result with the output that it made."""
        kind, *arguments = request
        try:
            answer = "value", self._requests[kind](*self._objects.resolve(arguments))
        except BaseException as error:
            answer = "error", _describe(error)
        if not self._journal.is_ours:  # a fork of the student's that came back from its cell
            _exit(0)
        self._descriptors.finish()
        output = self._journal.read()
        try:
            message = self._objects.encode((*answer, *output))
        except BaseException as error:  # too large, most of all
            message = encode(("error", _describe(error), *output), limits=self._limits)
        self._channel.send(message)
        self._journal.clear()

    def _run(self, source: str) -> tuple[bool, int, bool]:
        """Run a cell; also return whether the state before was kept."""
        kept = not is_inert(source, self._shell.user_ns)
        if kept:
            self._keep()
        else:
            self._refuse_to_keep()
        return *self._cells.run(source), kept

    def _operate(
        self, name: str, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        operation = OPERATIONS.get(name)
        if operation is None:
            raise LookupError(f"there is no operation {name!r}")
        with interrupts.heard():
            return operation(target, *args, **kwargs)

    def _keep(self) -> None:
        """Keep the state as it is now, if the host sent a channel for it."""
        while self._channel.descriptors:
            descriptor = self._channel.descriptors.popleft()
            try:
                if self._keeper.fork():
                    self._wait_on(descriptor)
            finally:
                os.close(descriptor)

    def _refuse_to_keep(self) -> None:
        while self._channel.descriptors:
            os.close(self._channel.descriptors.popleft())

    def _wait_on(self, descriptor: int) -> NoReturn:
        """Wait, as the state that is kept, and touch as little memory as can be until it is woken.

        Each page that either side writes to is copied then.
        """
        self._channel.close()
        self._channel = Channel(descriptor, self._limits)
        try:
            while (message := self._channel.receive())[0] == "number":
                self._channel.send(encode(("kept", _getpid())))
            self._answer(message)
        except (Closed, OSError, WireError):
            _exit(0)
        self._go_on()

    def _wake(self, generation: int) -> None:
        """Take over; what the dead process had written is sent with the answer."""
        interrupts.ignore()
        self._keeper.take_over()
        self._journal.adopt()
        self._objects.begin_generation(generation)
        self._cells.begin_loop()
        self._shell.forget_threads()

    def _call_host(self, handle: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function of the host, which may ask for things before it answers."""
        if not interrupts.in_main_thread():
            raise RuntimeError("a function of the test can be called in the main thread only")
        with interrupts.held_off():
            self._channel.send(self._objects.encode(("call", handle, args, kwargs)))
            while True:
                message = self._channel.receive()
                if message[0] == "returned":
                    return self._objects.resolve(message[1])
                if message[0] == "raised":
                    raise rebuild(message[1])
                self._answer(message)


def _describe(error: BaseException) -> RemoteError:
    """Describe an exception without our own frames, which say nothing to the student."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(_OURS):
        frames = frames.tb_next
    return replace(RemoteError.of(error.with_traceback(frames)), particulars=_particulars(error))


def _particulars(error: BaseException) -> bytes:
    """Return an exception's arguments and attributes, if all of them are plain values."""
    try:
        args = error.args
        if isinstance(error, OSError) and error.filename is not None:
            args = (error.errno, error.strerror, error.filename)
        return encode((args, dict(vars(error))), limits=_SMALL)
    except (Exception, SystemExit):  # others, or too large; or the exception's class plays tricks
        return b""
