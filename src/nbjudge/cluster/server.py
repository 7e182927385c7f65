"""The marking process of a worker: ``python -m nbjudge.cluster.server`` with a connection."""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import sleep

from .. import quick_start  # noqa: F401  # before what it is about is imported
from ..nbgrader_plugins import Outpost

IDLE = 600.0
"""Seconds without anything to mark after which the process ends by itself."""


def serve(connection: Connection, place: Path) -> None:
    """Take a kit, then mark parcels until there are no more."""
    try:
        outpost = Outpost(pickle.loads(connection.recv_bytes()), place)
    except Exception as error:
        # most often a class in the course's configuration whose module is not here
        what = f"{type(error).__name__}: {error}"
        connection.send(("unfit", f"cannot use the course's settings: {what}"))
        return
    connection.send(("ready", ""))
    while connection.poll(IDLE):
        connection.send(_answer(outpost, connection.recv_bytes()))


def _answer(outpost: Outpost, parcel: bytes) -> tuple[str, bytes | str]:
    try:
        return "marked", pickle.dumps(outpost.mark(pickle.loads(parcel)))
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"


def _end_with(parent: int) -> None:
    """End when the worker has: it may have been killed while something is marked."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


if __name__ == "__main__":
    descriptor, folder, parent = sys.argv[1:]
    Thread(target=_end_with, args=(int(parent),), daemon=True).start()
    with suppress(EOFError, OSError):
        serve(Connection(int(descriptor)), Path(folder))
