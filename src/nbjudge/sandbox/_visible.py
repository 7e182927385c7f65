"""What of the machine a sandbox shows, read-only: the system's programs, Python, its packages."""

from __future__ import annotations

import site
import sys
from collections.abc import Iterator
from pathlib import Path

from .inside.namespaces import TERMINALS

CODE = "/opt/nbjudge"
"""Where our own code is shown, the little of it that runs inside."""

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store")
_SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "alternatives", "fonts")
_DEVICES = ("null", "zero", "full", "random", "urandom")
_TEMPORARY = ("/tmp", "/var/tmp", "/temporary")  # nothing of the machine is in the last
_PREFIX = ("bin", "lib", "lib64", "pyvenv.cfg")
_PACKAGES = ("site-packages", "dist-packages")


def interpreter() -> list[Path]:
    """Return the parts of the interpreter and its environment that must be seen.

    Not their whole prefixes: an environment can be a course's own folder.
    """
    prefixes = {Path(sys.base_prefix), Path(sys.prefix), Path(sys.base_exec_prefix)}
    parts = [prefix / name for prefix in sorted(prefixes) for name in _PREFIX]
    return [part for part in parts if part.exists() and not _is_system(part)]


def packages() -> list[Path]:
    """Return the folders of installed packages that this Python looks into."""
    places = [*sys.path, *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    found = (Path(place) for place in dict.fromkeys(places))
    return [place for place in found if place.name in _PACKAGES and place.is_dir()]


def code() -> Path:
    """Return the folder that our package stands in."""
    return Path(__file__).parents[1]


def temporary(also: tuple[Path, ...]) -> str:
    """Return the folder for temporary files: /tmp, unless something there has to be seen."""
    seen = [target for _, target in _shown(also)]
    return next(
        place for place in _TEMPORARY if not any(target.is_relative_to(place) for target in seen)
    )


def arguments(also: tuple[Path, ...]) -> Iterator[str]:
    """Yield bubblewrap's arguments for everything that is seen.

    Parameters
    ----------
    also : tuple of Path
        Folders that the instructor wants seen, at the places where they are.
    """
    for folder in ("/etc", "/dev", "/dev/shm"):
        yield from ("--perms", "0755", "--dir", folder)
    yield from ("--perms", "0755", "--tmpfs", temporary(also))
    for place in _SYSTEM:
        yield from _as_it_is(Path(place))
    for name in _SETTINGS:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
    shown = list(_shown(also))
    yield from _folders([target for _, target in shown])
    for source, target in shown:
        yield from ("--ro-bind", str(source), str(target))
    yield from ("--proc", "/proc")
    for name in _DEVICES:
        yield from ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    for name, to in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        yield from ("--symlink", f"/proc/self/fd{to}", f"/dev/{name}")
    yield from ("--perms", "0755", "--dir", TERMINALS)  # empty, until a kernel mounts its own there
    yield from ("--symlink", f"{TERMINALS}/ptmx", "/dev/ptmx")


def _shown(also: tuple[Path, ...]) -> Iterator[tuple[Path, Path]]:
    """Yield what is bound from where to where; nothing twice."""
    above: list[Path] = []
    for place in (*interpreter(), *packages(), *also):
        if not _is_system(place) and not any(place.is_relative_to(seen) for seen in above):
            above.append(place)
            yield place.resolve(), place
    for part in ("__init__.py", "wire", "sandbox/inside"):
        yield code() / part, Path(CODE, "nbjudge", part)


def _folders(targets: list[Path]) -> Iterator[str]:
    """Yield the folders above, open to everybody; bubblewrap would make them for root alone."""
    parents = {parent for target in targets for parent in target.parents} - {Path("/")}
    for parent in sorted(parents):
        yield from ("--perms", "0755", "--dir", str(parent))


def _as_it_is(place: Path) -> tuple[str, ...]:
    """Show a folder of the system, or the link that it is on a merged file system."""
    if place.is_symlink():
        return ("--symlink", str(place.readlink()), str(place))
    return ("--ro-bind-try", str(place), str(place))


def _is_system(place: Path) -> bool:
    return place.is_relative_to("/usr")
