"""Copies a gradebook, row by row, from one kind of database to another."""

from __future__ import annotations

import sqlalchemy as sql
from nbgrader.api import Base, Gradebook
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from ..gradebook import connected, reading, sentence, shown
from ._errors import CourseError
from ._gradebook import examined, in_sentences

MANY = 1000
"""Rows that are read and written together."""


def copy_gradebook(old: str, new: str) -> int:
    """Copy everything, in one transaction, and return how many rows there are.

    Parameters
    ----------
    old : str
        The gradebook that is read: one moment of it.
    new : str
        The gradebook that is filled; it gets nbgrader's tables when it has none.

    Raises
    ------
    CourseError
        When there is something in the new one, or when one of them cannot be used.
    """
    examined(old)
    with in_sentences(new), Gradebook(new, ""):
        pass  # it makes the tables
    with in_sentences(new), connected(new) as target, target.begin():
        _refuse_filled(target, new)
        with in_sentences(old), reading(old) as source:
            return sum(_copy(table, source, target, new) for table in Base.metadata.sorted_tables)


def _refuse_filled(target: Connection, new: str) -> None:
    for table in Base.metadata.sorted_tables:
        if target.execute(sql.select(sql.exists().select_from(table))).scalar_one():
            raise CourseError(
                f"The gradebook {shown(new)} has something in it already ({table.name}): "
                "only an empty one is filled."
            )


def _copy(table: sql.Table, source: Connection, target: Connection, new: str) -> int:
    count = 0
    for rows in source.execute(sql.select(table)).mappings().partitions(MANY):
        try:
            target.execute(sql.insert(table), [dict(row) for row in rows])
        except DBAPIError as error:
            raise CourseError(
                f"The table {table.name} cannot be copied, and nothing was. {sentence(new, error)}"
            ) from error
        count += len(rows)
    return count
