"""One PostgreSQL server for all tests of this room, and one small class on each kind of gradebook."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import Run
from tests.gradebook.postgres_server import Server, server
from tests.gradebook.whole_flow import Graded, whole_flow


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server; each test makes databases of its own in it."""
    with server() as running:
        yield running


@pytest.fixture(scope="session")
def on_postgres(tmp_path_factory: pytest.TempPathFactory, postgres: Server, run: Run) -> Graded:
    """A class that went all the way on PostgreSQL; it is only read."""
    return whole_flow(tmp_path_factory.mktemp("postgres"), postgres.new_database(), run)


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Graded:
    """The same class on SQLite; it is only read."""
    return whole_flow(tmp_path_factory.mktemp("sqlite"), None, run)
