"""What of the machine a kernel sees: its program, the program's libraries, its kernelspec."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from .._errors import SandboxError

_PARTS = (
    "bin", "lib", "lib32", "lib64", "libexec", "include", "etc", "conf", "share", "pyvenv.cfg",
)  # fmt: skip
_SETTINGS = ("R", "octave", "java*")
"""Where Debian keeps what these languages do not start without, below /etc."""


def program_of(command: Sequence[str]) -> Path:
    """Return where the command's program is; SandboxError when it is nowhere."""
    found = shutil.which(command[0]) if command else None
    if found is None:
        named = repr(command[0]) if command else "none"
        raise SandboxError(f"its program, {named}, is not installed")
    return Path(found).absolute()


def visible_of(
    program: Path, arguments: Sequence[str], kernelspec: Path, also: Sequence[Path]
) -> tuple[Path, ...]:
    """Return the files and folders that a kernel has to see.

    Parameters
    ----------
    program : Path
        What is started.
    arguments : sequence of str
        Of the program; files that they name are seen, for the kernelspec names them.
    kernelspec : Path
        The folder of ``kernel.json``.
    also : sequence of Path
        What the instructor wants seen.

    Raises
    ------
    SandboxError
        When something that the instructor wants seen does not exist.
    """
    missing = [str(place) for place in also if not place.exists()]
    if missing:
        raise SandboxError(f"it should see {', '.join(missing)}, which does not exist")
    settings = [place for name in _SETTINGS for place in sorted(Path("/etc").glob(name))]
    places = (
        kernelspec,
        *_parts(program),
        *_parts(program.resolve()),
        *(Path(argument) for argument in arguments if _is_named(argument)),
        *settings,
        *also,
    )
    return tuple(dict.fromkeys(place for place in places if place.exists()))


def _parts(program: Path) -> Iterator[Path]:
    """Yield a program, and the parts of its installation when it has one to itself."""
    yield program
    prefix = program.parent.parent
    if program.parent.name != "bin" or _holds_home(prefix):
        return
    theirs = prefix != Path.home() / ".local"  # there share/ is everybody's, keys included
    yield from (prefix / part for part in _PARTS if theirs or part != "share")


def _is_named(argument: str) -> bool:
    place = Path(argument)
    return place.is_absolute() and place.exists() and not _holds_home(place)


def _holds_home(place: Path) -> bool:
    return Path.home().is_relative_to(place)
