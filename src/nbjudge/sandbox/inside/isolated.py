"""Runs isolated tests: in a process that no student's code enters.

The test's globals are its own names, what the instructor's locked cells define, Python's builtins,
and last what the student's process calls by a name: plain data by copy, or a function.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import traceback
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

from .calls import Calls
from .exceptions import NotPlainDataError, StudentError, attempt, is_students
from .journal import Journal

PASSED, FAILED, NOT_JUDGED = "passed", "failed", "not judged"


class TestNames(dict[str, Any]):
    """Globals of the tests.

    Python asks a subclass of dict that is given to ``exec`` for each name that is not in it.
    Builtins come before the student's names, so that none replaces ``isinstance`` or
    ``AssertionError``, unless the lesson itself asks for a function of that name.

    Parameters
    ----------
    ask : callable
        Asks the student's process for a name; NameError when there is none.
    """

    __test__ = False  # pytest need not look for tests in it

    def __init__(self, ask: Callable[[str], Any]) -> None:
        super().__init__({"__builtins__": builtins, "__name__": "__main__"})
        self._ask = ask
        self._pending: list[tuple[str, ...]] = []
        self.asked: frozenset[str] = frozenset()
        """Names that the answer cells are to define: the student's even if builtin."""
        self.made: frozenset[str] = frozenset()
        """Names that earlier tests were to give a value to: missing when those have failed."""

    def define_later(self, definitions: Iterable[tuple[str, ...]]) -> None:
        """Take in what locked cells define: a source and the names that it binds, each.

        It is run when a test needs one of the names, all of it and in its order. An empty source
        gives its names to the student's process: there they have got another value.
        """
        self._pending += definitions

    def __missing__(self, name: str) -> Any:
        if any(name in names for _, *names in self._pending):
            self._define()
            if name in self:
                return self[name]
        if name not in self.asked and (name in self.made or hasattr(builtins, name)):
            raise KeyError(name)  # Python then looks among the builtins
        try:
            return self._ask(name)
        except NameError:
            raise KeyError(name) from None

    def _define(self) -> None:
        pending, self._pending = self._pending, []
        for source, *names in pending:
            if not source:
                for name in names:
                    self.pop(name, None)
                continue
            quiet = io.StringIO()
            with contextlib.suppress(Exception), contextlib.redirect_stdout(quiet):
                exec(compile(source, "<locked cell>", "exec"), self)


class IsolatedTests:
    """The tests of one submission, one after the other.

    Parameters
    ----------
    calls : Calls
        To the student's process.
    journal : Journal
        Takes what the tests show.
    """

    def __init__(self, calls: Calls, journal: Journal) -> None:
        self._calls = calls
        self._journal = journal
        self._names = TestNames(calls.ask)

    def run(
        self,
        source: str,
        grade_id: str,
        definitions: list[tuple[str, ...]],
        asked: list[str],
        made: list[str],
    ) -> str:
        """Run one test, and say what became of it.

        Parameters
        ----------
        source : str
            The master's source of the cell.
        grade_id : str
            For tracebacks.
        definitions : list of tuple
            What the locked cells since the last test define; see `TestNames.define_later`.
        asked : list of str
            Names that the answer cells are to define.
        made : list of str
            Names that the tests before were to give a value to.
        """
        self._names.define_later(definitions)
        self._names.asked, self._names.made = frozenset(asked), frozenset(made)
        self._calls.begin()
        try:
            self._run(source, f"<{grade_id}>")
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._show_error(error)
            return NOT_JUDGED if self._calls.refused or _is_mine(error) else FAILED
        finally:
            self._calls.finish()
        if self._calls.refused:  # the test has gone on as if nothing were
            self._show_error(NotPlainDataError(self._calls.refused))
            return NOT_JUDGED
        return PASSED

    def _run(self, source: str, title: str) -> None:
        body, last = _compiled(source, title)
        exec(body, self._names)
        value = eval(last, self._names) if last is not None else None
        if value is not None:
            shown = {"text/plain": _shown(value)}
            self._journal.event("execute_result", None, shown, {}, spare=True)

    def _show_error(self, error: BaseException) -> None:
        """Show an error from the test's own first frame on."""
        name = error.type_name if isinstance(error, StudentError) else type(error).__name__
        frames = error.__traceback__
        while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
            frames = frames.tb_next
        lines = traceback.format_exception(type(error), error, frames)
        self._journal.event("error", name, attempt(lambda: str(error)), lines, spare=True)


def _is_mine(error: BaseException) -> bool:
    """Tell whether an error says something of the test, and nothing of the answer."""
    of_the_machine = isinstance(error, MemoryError | SyntaxError | ImportError)
    return of_the_machine and not is_students(error)


def _compiled(source: str, title: str) -> tuple[CodeType, CodeType | None]:
    """Return a cell without its last expression, and that expression."""
    tree = ast.parse(source, title)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = compile(ast.Expression(tree.body.pop().value), title, "eval")  # type: ignore[attr-defined]
    return compile(tree, title, "exec"), last


def _shown(value: Any) -> str:
    """Return how a value prints; of one that may be no score, only its type."""
    if isinstance(value, bool | int | float) or hasattr(value, "dtype"):
        return repr(value)[:1000]
    return f"<{type(value).__name__}>"
