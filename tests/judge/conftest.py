"""Students to be judged: behind the wire in this very process, or in a real sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nbjudge.judge import (
    Cell,
    Judge,
    Lesson,
    Student,
    TestNames,
    TestRun,
    run_test,
    trusted_names,
)
from nbjudge.sandbox import CellRun, Confinement, HostReference, Limits, Raised
from nbjudge.wire import Reference, RemoteError, decode, encode


class Near:
    """A session whose student lives here; everything still crosses the wire."""

    def __init__(self, source: str, student: Student) -> None:
        self.names_there: dict[str, Any] = {"__name__": "__main__"}
        exec(source, self.names_there)
        self.objects: list[Any] = []
        self.told: dict[int, HostReference] = {}
        self.student = student

    def look_up(self, name: str) -> Any:
        if name not in self.names_there or name == "__builtins__":
            raise Raised(RemoteError("NameError", "NameError", f"name {name!r} is not defined"))
        return self._out(self.names_there[name])

    def bind(self, name: str, value: Any) -> None:
        self.names_there[name] = self._in(value)

    def unbind(self, name: str) -> None:
        del self.names_there[name]

    def names(self) -> frozenset[str]:
        return frozenset(self.names_there) - {"__builtins__", "__name__"}

    def operate(self, op: str, target: Reference, *args: Any, **kwargs: Any) -> Any:
        from nbjudge.sandbox.inside.operations import OPERATIONS

        given = [self._in(value) for value in args]
        named = {name: self._in(value) for name, value in kwargs.items()}
        try:
            return self._out(OPERATIONS[op](self.objects[target.handle], *given, **named))
        except Exception as error:
            raise Raised(RemoteError.of(error)) from None

    def _out(self, value: Any) -> Any:
        return decode(encode(value, fallback=self._refer))

    def _refer(self, value: Any) -> Reference:
        self.objects.append(value)
        return Reference(len(self.objects) - 1, type(value).__name__)

    def _in(self, value: Any) -> Any:
        kind = type(value)
        if kind is Reference:
            return self.objects[value.handle]
        if kind is HostReference:
            return lambda *args, **kwargs: self.student.serve(value, args, kwargs)
        if kind in (list, tuple):
            return kind(self._in(each) for each in value)
        return decode(encode(value))


class Judged:
    """A student's source, and the instructor's tests on it."""

    def __init__(self, source: str, asked: tuple[str, ...] = ()) -> None:
        self.student = Student()
        self.near = Near(source, self.student)
        self.student.session = self.near
        trusted = trusted_names(["import numpy as np\nfrom numpy.testing import assert_allclose"])
        self.names = TestNames(self.student, trusted, frozenset(asked))

    def test(self, source: str) -> TestRun:
        return run_test(source, self.names)


@pytest.fixture
def judged() -> type[Judged]:
    return Judged


QUICK = Limits(seconds=2, total_seconds=20)
IMPORTS = "import random\nimport numpy as np"


@pytest.fixture(scope="package")
def judge() -> Iterator[Judge]:
    """A judge's process with a real sandbox."""
    with Judge(QUICK, ("numpy",), Confinement.BUBBLEWRAP) as started:
        yield started


class Sitting:
    """One submission after another, each of a student's cell and what comes after it."""

    def __init__(self, judge: Judge, folder: Path) -> None:
        self.judge = judge
        self.folder = folder

    def __call__(
        self, student: str, *tests: str | Cell, inside: bool = False, imports: str = IMPORTS
    ) -> list[CellRun]:
        cells = [
            Cell(student),
            *(
                test if isinstance(test, Cell) else Cell(test, f"test-{n}", inside)
                for n, test in enumerate(tests)
            ),
        ]
        return self.judge.judge(
            cells, Lesson((imports,), (student,) if imports else ()), self.folder, {}
        )


@pytest.fixture
def sit(judge: Judge, tmp_path: Path) -> Sitting:
    """Judge whole notebooks in an empty folder."""
    return Sitting(judge, tmp_path)
