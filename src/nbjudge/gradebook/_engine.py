"""Opens a gradebook so that several can write to it without getting in each other's way."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from ._address import file_of, parsed
from ._errors import GradebookError
from ._mounts import network_filesystem
from ._reasons import sentence
from ._untouched import is_untouchable, open_to_read

BUSY = 30_000
"""Milliseconds that SQLite waits for another writer; each holds the gradebook for a few."""


def patient_engine(url: str | URL, **settings: Any) -> Engine:
    """Return an engine that waits for other writers, in place of SQLAlchemy's ``create_engine``.

    Raises
    ------
    GradebookError
        When the URL is none, or its driver is not installed.
    """
    engine = _engine(url, settings)
    path = file_of(url)
    if path is not None:
        sql.event.listen(engine, "connect", lambda opened, _: _choose_journal(opened, path))
    return engine


@contextmanager
def connected(url: str | URL) -> Iterator[Connection]:
    """Yield a connection for writing; each transaction waits until it may write.

    Raises
    ------
    GradebookError
        When there is no connection to be had.
    """
    with _connection(patient_engine(url), begin="BEGIN IMMEDIATE") as connection:
        yield connection


@contextmanager
def reading(url: str | URL) -> Iterator[Connection]:
    """Yield a connection that shows one moment of the gradebook, whoever writes meanwhile.

    Raises
    ------
    GradebookError
        When there is no connection to be had.
    """
    engine = _engine(url, {})
    if engine.dialect.name != "sqlite":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with _connection(engine, begin="BEGIN") as connection:
        yield connection


@contextmanager
def _connection(engine: Engine, *, begin: str) -> Iterator[Connection]:
    """Connect, and let go at the end.

    SQLite's transactions begin by our word alone: who has only read could not write any more once
    another one has written, so that writers take their place at once.
    """
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _begin_ourselves)
        sql.event.listen(engine, "begin", lambda opened: opened.exec_driver_sql(begin))
    try:
        with _connect(engine) as connection:
            yield connection
    finally:
        engine.dispose()


def _connect(engine: Engine) -> Connection:
    try:
        return engine.connect()
    except DBAPIError as error:
        raise GradebookError(sentence(engine.url, error)) from error


def _engine(url: str | URL, settings: Mapping[str, Any]) -> Engine:
    known, path = parsed(url), file_of(url)
    if path is not None and is_untouchable(path):  # each time anew: it may get its permissions back
        opener = partial(open_to_read, path, check_same_thread=False)
        settings = {**settings, "creator": opener, "poolclass": sql.NullPool}
    try:
        engine = sql.create_engine(known, **settings)
    except (ImportError, NoSuchModuleError) as error:
        raise GradebookError(sentence(known, error)) from error
    if engine.dialect.name == "sqlite" and "timeout" not in known.query:
        sql.event.listen(engine, "connect", _wait_for_others)
    return engine


def _wait_for_others(connection: Any, _: Any) -> None:
    connection.execute(f"PRAGMA busy_timeout = {BUSY}")


def _choose_journal(connection: Any, path: Path) -> None:
    """Let others read while one writes, where that is safe and the file may be written."""
    if is_untouchable(path):
        return
    wanted = "delete" if network_filesystem(path) else "wal"
    (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    if journal != wanted:
        try:
            connection.execute(f"PRAGMA journal_mode = {wanted}")
        except sqlite3.OperationalError:
            return  # somebody else has it open, or it is read-only: the next to open it changes it


def _begin_ourselves(connection: Any, _: Any) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
