"""Runs one test cell to its end, or says why it did not get there."""

from __future__ import annotations

import contextlib
import traceback
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..sandbox import Ending
from ._console import Printed
from ._raised import StudentProcessLost
from ._source import compiled, title
from ._stopwatch import Stopwatch, TestTooSlowError
from ._test_names import TestNames

LONGEST = 100_000
"""Characters of printed text that are kept."""


@dataclass(frozen=True)
class TestRun:
    """One test cell, run.

    Parameters
    ----------
    ending : Ending
        A pass is reaching the end (``OK``), and nothing else.
    value : object
        What the last expression gave: None, a number, or a description of anything else.
    printed : str
        What the test wrote.
    error : BaseException or None
        What ended it early.
    traceback : tuple of str
        Its lines, for the grader's eyes only: they show the test's source.
    """

    __test__ = False

    ending: Ending
    value: Any = None
    printed: str = ""
    error: BaseException | None = None
    traceback: tuple[str, ...] = ()

    def outputs(self) -> list[dict[str, Any]]:
        """Return the outputs of the cell, as nbformat 4 has them."""
        shown: list[dict[str, Any]] = []
        if self.printed:
            shown.append({"output_type": "stream", "name": "stdout", "text": self.printed})
        if self.error is not None:
            name, text = type(self.error).__name__, str(self.error)
            lines = list(self.traceback)
            shown.append(
                {"output_type": "error", "ename": name, "evalue": text, "traceback": lines}
            )
        elif self.value is not None:
            data = {"text/plain": repr(self.value)}
            shown.append(
                {
                    "output_type": "execute_result",
                    "data": data,
                    "metadata": {},
                    "execution_count": None,
                }
            )
        return shown


def run_test(
    source: str, names: TestNames, stopwatch: Stopwatch | None = None, *, cell: str = "test"
) -> TestRun:
    """Run a test cell in this process.

    Parameters
    ----------
    source : str
        The master's source of the cell.
    names : TestNames
        Its globals; what it defines stays there for the next test.
    stopwatch : Stopwatch, optional
        Ends it when it computes for too long.
    cell : str
        Its grade id, for tracebacks.
    """
    printed = Printed()
    names.begin_cell(source)
    try:
        body, last = compiled(source, title(cell))
        watched = stopwatch.running() if stopwatch else contextlib.nullcontext()
        redirected = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed)
        with redirected[0], redirected[1], watched:
            exec(body, names)
            value = _plain(eval(last, names)) if last else None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return TestRun(_ending(error), None, _kept(printed), error, tuple(_lines(error)))
    if (loss := names.student.loss) is not None:  # the test has gone on as if nothing were
        return TestRun(loss.ending, None, _kept(printed), loss)
    return TestRun(Ending.OK, value, _kept(printed))


def _ending(error: BaseException) -> Ending:
    if isinstance(error, StudentProcessLost):
        return error.ending
    return Ending.TIME_LIMIT if isinstance(error, TestTooSlowError) else Ending.ERROR


def _plain(value: Any) -> Any:
    """Return a value that can be a score; of another, whose methods may lie, only its type."""
    if value is None or type(value) in (bool, float) or isinstance(value, np.generic):
        return value
    if type(value) is int and abs(value) < 10**9:
        return value
    return f"<{type(value).__name__}>"


def _kept(printed: Printed) -> str:
    text = printed.getvalue()
    return text if len(text) <= LONGEST else text[:LONGEST] + "\n… (cut)\n"


def _lines(error: BaseException) -> list[str]:
    """Return the traceback from the test's own first frame on."""
    frames = error.__traceback__
    own = frames.tb_next if frames is not None else None
    return [line.rstrip("\n") for line in traceback.format_exception(type(error), error, own)]
