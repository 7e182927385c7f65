"""The process that has everything loaded, and is forked for each submission."""

# mypy: disable-error-code=no-untyped-call
# IPython's methods have no types.

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from contextlib import suppress
from typing import Any, NoReturn

from nbjudge.wire import Limits, encode

from .channel import Channel, Closed
from .journal import Journal
from .namespaces import Doorway
from .shell import NotebookShell, new_shell
from .walls import Terms
from .warden import Warden

_WARM_UP = ("1 + 1", "print(end='')", "1 / 0", "!true", "%timeit -n1 -r1 0", "x =")
"""Cells that make IPython load what it loads late: displays, tracebacks, magics, commands."""

_WARM_UP_NUMPY = (
    "import numpy",
    "numpy.random.default_rng(0).random((2, 2)) @ numpy.linalg.inv(numpy.eye(2))",
)
"""The same for NumPy, which loads its random numbers when they are asked for."""


class Zygote:
    """Waits for submissions and forks."""

    def __init__(self, channel: Channel, terms: Terms, preload: list[str]) -> None:
        self._channel = channel
        self._terms = terms
        self._doorway = Doorway() if terms.confined else None
        self._shell = new_shell()
        self.missing = [name for name in preload if not _load(name)]
        _warm_up(self._shell)

    def serve(self) -> NoReturn:
        """Fork for each request until the host closes the channel."""
        gc.collect()
        gc.freeze()  # or the first collection in a fork would copy every page
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries the wardens
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._channel.send(encode(("ready", self.missing)))
        try:
            while True:
                self._channel.receive()
                ends = self._channel.descriptors
                self._begin(ends.popleft(), ends.popleft())
        except (Closed, OSError):
            os._exit(0)

    def _begin(self, warden_descriptor: int, notebook_descriptor: int) -> None:
        try:
            child = self._doorway.fork() if self._doorway else os.fork()
        except OSError as error:
            self._channel.send(encode(("failed", str(error))))
        else:
            if child == 0:
                self._become_warden(warden_descriptor, notebook_descriptor)
            self._announce(child)
        finally:
            os.close(warden_descriptor)
            os.close(notebook_descriptor)

    def _become_warden(self, warden_descriptor: int, notebook_descriptor: int) -> NoReturn:
        self._channel.close()
        if self._doorway:
            self._doorway.close()
        os.setsid()
        limits = Limits(message_bytes=self._terms.message_bytes)
        Warden(Channel(warden_descriptor, limits), self._terms).start(
            notebook_descriptor, self._shell
        )

    def _announce(self, child: int) -> None:
        """Tell the host, with a descriptor of the process where the system has such things."""
        with suppress(AttributeError, OSError):
            descriptor = os.pidfd_open(child)
            self._channel.send(encode(("born", child)), [descriptor])
            os.close(descriptor)
            return
        self._channel.send(encode(("born", child)))


def _load(name: str) -> bool:
    """Import a module; what it is missing or breaks is told to the host, not raised."""
    try:
        importlib.import_module(name)
    except Exception:
        return False
    return True


def _warm_up(shell: NotebookShell) -> None:
    shell.attach(Journal(2**16))
    numpy = _WARM_UP_NUMPY if "numpy" in sys.modules else ()
    for cell in (*_WARM_UP, *numpy):
        shell.run_cell(cell, store_history=True)
    shell.reset(new_session=True)
    shell.execution_count = 1
    sys.stdout.flush()  # or every fork would say it again
    sys.last_type = sys.last_value = sys.last_traceback = None


def main(descriptor: int) -> NoReturn:
    """Run the zygote; the host's first message says on what terms."""
    channel = Channel(descriptor, Limits())
    try:
        terms, preload = _unpack(channel.receive())
    except Closed:
        os._exit(0)
    Zygote(channel, terms, preload).serve()


def _unpack(message: tuple[Any, ...]) -> tuple[Terms, list[str]]:
    _, terms, preload = message
    return Terms(**terms), preload
