"""Which walls stand on this machine: each is leaned on, from inside, by a session of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ._attempts import Attempt, attempts
from ._confinement import why_not
from ._errors import SandboxError
from ._limits import MIB, Limits
from ._processes import runs_as_root
from ._results import Ending
from ._session import Session
from ._zygote import Zygote

_TRIAL = Limits(
    seconds=3.0, memory_bytes=256 * MIB, files_bytes=4 * MIB, output_bytes=10_000, processes=16
)
_SOON = 0.2  # seconds for a cell that never ends


@dataclass(frozen=True)
class Wall:
    """Something that student code cannot do.

    Parameters
    ----------
    name : str
        What it keeps out.
    stands : bool
        Whether it held when it was tried.
    detail : str
        What came of the trial.
    """

    name: str
    stands: bool
    detail: str


def walls() -> list[Wall]:
    """Try each wall on this machine; takes some seconds."""
    reason = why_not()
    if reason is not None:
        return [Wall("sandbox", False, reason)]
    try:
        with Zygote(_TRIAL) as zygote:
            found = [_lean(zygote, attempt) for attempt in attempts(tuple(_hidden()))]
            return [*found, *_behaviours(zygote)]
    except SandboxError as error:
        return [Wall("sandbox", False, str(error))]


def _hidden() -> Iterator[str]:
    """Yield some files that whoever grades can read, and student code must not."""
    yield "/etc/passwd"
    for place in (Path.home(), Path.cwd()):
        with suppress(OSError, StopIteration):
            yield str(next(file for file in place.iterdir() if file.is_file()))


def _lean(zygote: Zygote, attempt: Attempt) -> Wall:
    with zygote.session() as session:
        run = session.run(attempt.source)
    error = next((out for out in run.outputs if out["output_type"] == "error"), None)
    if error is None:
        return Wall(attempt.wall, False, f"it was tried and nothing stopped it ({run.ending})")
    detail = f"{error['ename']}: {error['evalue']}"
    return Wall(attempt.wall, error["ename"] in attempt.errors, detail)


def _behaviours(zygote: Zygote) -> Iterator[Wall]:
    """Yield the walls that show in what happens, not in an error."""
    with zygote.session() as session:
        endless = session.run("while True: pass", seconds=_SOON)
        yield Wall("time is limited", endless.ending is Ending.TIME_LIMIT, endless.ending)
        yield _survives(session)
        root = runs_as_root(session.process.number)
        yield Wall("not root on this machine", not root, "root" if root else "an ordinary user")
        session.run("import subprocess; child = subprocess.Popen(['sleep', '600'])")
        tree = session.process.tree()
        session.close()
        left = [number for number in tree if Path(f"/proc/{number}").exists()]
        detail = f"{len(tree)} processes, {len(left)} left"
        yield Wall("nothing outlives a session", not left, detail)


def _survives(session: Session) -> Wall:
    session.run("kept = 1")
    died = session.run("import os; os._exit(1)")
    held = died.ending is Ending.DIED and session.run("kept").ending is Ending.OK
    return Wall("a death costs one cell", held, died.ending)
