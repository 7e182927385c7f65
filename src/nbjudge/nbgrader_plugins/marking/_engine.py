"""Opens a gradebook so that several can write to it without getting in each other's way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

BUSY = 30_000
"""Milliseconds that SQLite waits for another writer; each holds the gradebook for a few."""


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """Yield a connection to a gradebook, and let go of it at the end."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _engine(url: str) -> Engine:
    engine = sql.create_engine(url)
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _set_up_sqlite)
        sql.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Read while others write, and wait for them; nbgrader's own connections gain from it too."""
    connection.isolation_level = None  # transactions begin when we say so
    connection.execute(f"PRAGMA busy_timeout = {BUSY}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Take the writer's place at once: who has read first could not take it any more."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
