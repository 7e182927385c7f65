"""What is in a gradebook, without the random ids: two can be compared, of whatever kind they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sql
from nbgrader.api import Base

from nbjudge.gradebook import reading

Row = Mapping[str, Any]
Contents = dict[str, list[str]]
RANDOM = 32
"""Characters of an id that nbgrader, or the grader, has made up."""


def contents(url: str) -> Contents:
    """Return the rows of each table, sorted; in the place of another row's id stands that row."""
    with reading(url) as connection:
        tables = {
            table: [row._mapping for row in connection.execute(sql.select(table))]
            for table in Base.metadata.sorted_tables
        }
    index = {
        (table.name, row["id"]): row
        for table, rows in tables.items()
        for row in rows
        if "id" in row
    }
    return {
        table.name: sorted(_told(table, row, index) for row in rows)
        for table, rows in tables.items()
    }


def _told(table: sql.Table, row: Row, index: Mapping[tuple[str, Any], Row]) -> str:
    parts = []
    for column in table.columns:
        value = row[column.name]
        for key in column.foreign_keys:
            other = key.column.table
            value = value and f"({_told(other, index[other.name, value], index)})"
        if not (column.primary_key and not column.foreign_keys and _is_random(value)):
            parts.append(f"{column.name}={value!r}")
    return ", ".join(parts)


def _is_random(value: object) -> bool:
    return isinstance(value, str) and len(value) == RANDOM
