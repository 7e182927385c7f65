"""The process that has the notebook's state: answers the host, one request after another.

The process of the isolated tests is one like it: it is asked for tests instead of cells.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from nbjudge.wire import Limits, WireError, encode

from . import interrupts
from .calls import Calls
from .cells import Cells
from .channel import Channel, Closed
from .descriptors import Descriptors
from .isolated import IsolatedTests
from .journal import STDERR, STDOUT, Journal
from .keeping import Keeper
from .names import look_up_in
from .shell import NotebookShell
from .side_effects import is_side_effect_free
from .streams import Stream
from .written import WorkFolder

_exit, _getpid = os._exit, os.getpid  # whatever the student makes of them


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
        self._cells = Cells(shell, self._descriptors)
        self._calls = Calls(self._send, self._channel_receive, Limits(), look_up_in(shell))
        self._tests = IsolatedTests(self._calls, journal)
        self._requests: dict[str, Callable[..., Any]] = {
            "run": lambda source: self._run(source, self._cells.run),
            "run_test": lambda source: self._run(source, self._run_test),
            "isolated_test": self._run_isolated,
            "keep": self._keep,
            "written": lambda most: self._folder.written(most),
            "wake": self._wake,
        }

    def serve(self) -> NoReturn:
        """Answer until the host closes the channel."""
        interrupts.ignore()
        self._folder = WorkFolder()
        _shuffle()  # or all submissions would roll the zygote's dice
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
        except BaseException:  # the host has gone; or a message was not taken in: see `Calls`
            _exit(0)

    def _answer(self, request: tuple[Any, ...]) -> None:
        """Do what is asked, and send the result with the output that it made."""
        kind, *arguments = request
        answer: tuple[Any, ...]
        try:
            if kind == "call":
                with interrupts.heard():
                    answer = "return", self._calls.answer(*arguments)
            else:
                answer = "value", self._requests[kind](*arguments)
        except BaseException as error:
            answer = "error", type(error).__name__
        if not self._journal.is_ours:  # a fork of the student's that came back from its cell
            _exit(0)
        self._descriptors.finish()
        self._channel.send(encode((*answer, *self._journal.read()), limits=self._limits))
        self._journal.clear()

    def _run(self, source: str, run: Callable[[str], tuple[bool, int]]) -> tuple[bool, int, bool]:
        """Run a cell; also return whether the state before was kept."""
        kept = not is_side_effect_free(source, self._shell.user_ns)
        if kept:
            self._keep()
        else:
            self._refuse_to_keep()
        return *run(source), kept

    def _run_test(self, source: str) -> tuple[bool, int]:
        return self._cells.run_test(source, self._journal)

    def _run_isolated(self, *test: Any) -> str:
        with interrupts.heard():
            return self._tests.run(*test)

    def _send(self, kind: str, content: bytes) -> None:
        """Pass a call on, or the answer to one in between; the last answer goes with the output."""
        self._channel.send(encode((kind, content), limits=self._limits))

    def _channel_receive(self) -> Any:
        return self._channel.receive()

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
        self._calls.begin_generation(generation)
        self._cells.begin_loop()
        self._shell.forget_threads()


def _shuffle() -> None:
    """Begin with random numbers of one's own, of Python and of NumPy."""
    random.seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(None)
