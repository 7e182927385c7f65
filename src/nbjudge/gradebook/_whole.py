"""A transaction that is tried again when somebody else was quicker."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

WAITS = (0.02, 0.1, 0.5, 2.0)
"""Seconds before each further try."""

CLASHES = frozenset({"40001", "40P01", "55P03"})
"""SQL states of who lost against another transaction: serialization, deadlock, lock not got."""


def all_or_nothing(connection: Connection, write: Callable[[], None]) -> None:
    """Write in one transaction.

    SQLite has one writer at a time. A server lets several in: two who enter the same new
    submission both find that it is not there, and the second to write it fails. Tried again, it
    finds what the first has written. So is what a server did not answer because it was restarted.

    Parameters
    ----------
    connection : Connection
        Not in a transaction.
    write : callable
        What is written; it may be called several times, each time on what is there then.
    """
    for wait in WAITS:
        try:
            with connection.begin():
                return write()
        except DBAPIError as error:
            if not _may_pass(error):
                raise
        sleep(wait)
    with connection.begin():
        return write()


def _may_pass(error: DBAPIError) -> bool:
    if error.connection_invalidated:
        return True
    state = getattr(error.orig, "sqlstate", None)
    return state in CLASHES or (state is not None and isinstance(error, IntegrityError))
