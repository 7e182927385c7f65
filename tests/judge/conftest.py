"""Notebooks of a student's cell and tests, run in a real sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from nbjudge.judge import Cell, NotebookRunner, TestContext
from nbjudge.sandbox import CellRun, Confinement, Limits
from tests import needs

QUICK = Limits(seconds=1, total_seconds=20)


@pytest.fixture(scope="package")
def runner() -> Iterator[NotebookRunner]:
    """One warm sandbox for all tests."""
    needs.a_sandbox()
    with NotebookRunner(QUICK, ("numpy",), Confinement.BUBBLEWRAP) as started:
        yield started


class RunTests:
    """Runs a student's cell and tests of it, all in one way."""

    def __init__(self, runner: NotebookRunner, *, isolated: bool) -> None:
        self._runner = runner
        self._isolated = isolated

    def __call__(
        self, student: str, *tests: str, locked: str = "", context: TestContext | None = None
    ) -> list[CellRun]:
        """Return how the tests ended."""
        cells = [Cell(locked, locked=True), Cell(student)]
        named = (Cell(each, f"test-{n}", self._isolated) for n, each in enumerate(tests))
        return self._runner.run([*cells, *named], context)[2:]


@pytest.fixture
def isolated(runner: NotebookRunner) -> RunTests:
    """Tests in a process of their own."""
    return RunTests(runner, isolated=True)


@pytest.fixture
def in_kernel(runner: NotebookRunner) -> RunTests:
    """Tests in the student's process."""
    return RunTests(runner, isolated=False)


def error_of(run: CellRun) -> tuple[str, str] | None:
    """The name and the text of the error that a cell ended with."""
    errors = [out for out in run.outputs if out["output_type"] == "error"]
    return (errors[-1]["ename"], errors[-1]["evalue"]) if errors else None


def shown(run: CellRun) -> Any:
    """What a cell printed and showed."""
    parts = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in run.outputs]
    return "".join(parts)
