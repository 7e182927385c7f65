"""The files of a submission: their hash, a safe copy, and the time on them."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from ..verdict import Kind, Note

IGNORED = frozenset({".ipynb_checkpoints", "__pycache__", "feedback"})
"""Folders that nbgrader leaves behind too."""

LARGEST = 100 * 2**20
"""Bytes of one file that is copied along."""

MOST = 1000
"""Files of one submission that are looked at."""


def plain_files(folder: Path) -> Iterator[Path]:
    """Return the regular files below a folder, notebooks first; links are passed over."""
    count = 0
    for path in sorted(folder.rglob("*"), key=lambda path: _rank(folder, path)):
        inside = path.relative_to(folder)
        if IGNORED.intersection(inside.parts) or path.suffix == ".pyc":
            continue
        linked = any((folder / parent).is_symlink() for parent in (inside, *inside.parents))
        if path.is_file() and not linked:
            yield path
            count += 1
            if count == MOST:
                return


def _rank(folder: Path, path: Path) -> tuple[bool, bool, Path]:
    """Sort what counts most to the front: the top folder, and the notebooks in it."""
    return path.parent != folder, path.suffix != ".ipynb", path


def shown(path: Path) -> str:
    """Return a file's path as text that can be written, whatever bytes its name has."""
    return os.fsencode(path).decode("utf-8", "replace")


def sha256_of(folder: Path) -> str:
    """Return a hash over the names and bytes of a folder's files."""
    total = hashlib.sha256()
    for path in plain_files(folder):
        digest = _digest(path)
        total.update(os.fsencode(path.relative_to(folder)) + f"\0{digest}\n".encode())
    return total.hexdigest()


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def copy_files(source: Path, destination: Path) -> tuple[Note, ...]:
    """Copy everything but notebooks; return a note of what was left out."""
    taken, wanted = set(), {path for path in source.rglob("*") if path.is_symlink()}
    for path in plain_files(source):
        if path.suffix == ".ipynb":
            continue
        wanted.add(path)
        if path.stat().st_size <= LARGEST and os.access(path, os.R_OK):
            taken.add(path)
            target = destination / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            shutil.copyfile(path, target)
    left = sorted(shown(path.relative_to(source)) for path in wanted - taken)
    if not left:
        return ()
    return (
        Note(
            Kind.INTEGRITY,
            f"Links, oversized or locked files were left out: {', '.join(left[:5])}.",
        ),
    )


def submitted_at(folder: Path) -> tuple[datetime | None, tuple[Note, ...]]:
    """Return the time in ``timestamp.txt``, aware, or None; and a note when it makes no sense."""
    path = folder / "timestamp.txt"
    if not path.is_file() or path.is_symlink():
        return None, ()
    text = path.read_text("utf-8", errors="replace")[:100].strip()
    try:
        return _moment(text), ()
    except (ValueError, OverflowError, KeyError, OSError):
        shown = f"{text!r} is no time that can be relied on" if text else "it is empty"
        return None, (Note(Kind.INFO, f"Lateness is unknown: in timestamp.txt, {shown}."),)


def _moment(text: str) -> datetime:
    """Read ``2026-01-31 14:00:00 UTC``, an offset in place of UTC, a zone's full name, or ISO."""
    day, _space, rest = text.partition(" ")
    clock, _space, zone = rest.partition(" ")
    moment = datetime.fromisoformat(f"{day}T{clock}" if clock else day)
    if moment.tzinfo is not None and zone:
        raise ValueError("it names two zones")
    if moment.tzinfo is not None:
        return moment.astimezone(UTC)
    if zone in {"", "UTC", "GMT", "Z"}:
        return moment.replace(tzinfo=UTC)
    return moment.replace(tzinfo=_zone(zone)).astimezone(UTC)


def _zone(name: str) -> timezone | ZoneInfo:
    if name[0] in "+-":
        sign = -1 if name[0] == "-" else 1
        hours, minutes = int(name[1:3]), int(name[3:].lstrip(":") or 0)
        if minutes > 59:
            raise ValueError(f"{name} is no offset")
        return timezone(sign * timedelta(hours=hours, minutes=minutes))
    if "/" not in name:
        raise ValueError(f"{name} may be several zones")
    return ZoneInfo(name)
