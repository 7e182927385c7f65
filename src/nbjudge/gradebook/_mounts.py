"""Whether a file lies on a network file system, where SQLite's write-ahead log does not work.

That log needs memory that all who have the file open share, and two machines share none. Some
network file systems also answer wrongly when asked for a lock. Sources: SQLite's own pages on
write-ahead logging and on how a database file gets damaged; proc_pid_mountinfo(5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

MOUNTINFO = Path("/proc/self/mountinfo")

NETWORK = frozenset(
    "9p afs beegfs ceph cifs coda davfs drvfs fakeowner fhgfs gfs2 glusterfs gpfs lustre ncpfs nfs "
    "nfs3 nfs4 ocfs2 orangefs panfs prl_fs pvfs2 smb smb2 smb3 smbfs vboxsf virtiofs vmhgfs".split()
)
"""Kinds that reach another machine, or the host of a virtual one."""

LOCAL_FUSE = frozenset(
    "bindfs cryfs encfs fuse-overlayfs gocryptfs lxcfs mergerfs ntfs-3g securefs unionfs".split()
)
"""Kinds in user space that stay on this machine; any other one is taken for a network's."""


def network_filesystem(path: Path, mountinfo: str | None = None) -> str | None:
    """Return the kind of network file system that a path is on; None for a local one.

    Parameters
    ----------
    path : Path
        It need not exist; links in it are followed.
    mountinfo : str, optional
        The kernel's table of mounts; where there is none, such as on macOS, nothing is known.
    """
    if mountinfo is None:
        try:
            mountinfo = MOUNTINFO.read_text("utf-8", "surrogateescape")
        except OSError:
            return None
    kind = _kind(PurePosixPath(path.resolve()), mountinfo)
    return kind if kind is not None and _is_remote(kind) else None


def _kind(path: PurePosixPath, mountinfo: str) -> str | None:
    """Return the kind of the mount with the longest path above, of two at one place the later."""
    found: tuple[int, str] | None = None
    for place, kind in _mounts(mountinfo):
        depth = len(place.parts)
        if path.is_relative_to(place) and (found is None or depth >= found[0]):
            found = depth, kind
    return found[1] if found else None


def _mounts(mountinfo: str) -> Iterator[tuple[PurePosixPath, str]]:
    for line in mountinfo.splitlines():
        before, separator, after = line.partition(" - ")
        fields = before.split(" ")
        if separator and len(fields) > 4 and after.strip():
            yield PurePosixPath(_unescaped(fields[4])), after.split(" ")[0]


def _unescaped(text: str) -> str:
    """Return a path in which the kernel has written blanks and backslashes as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _is_remote(kind: str) -> bool:
    family, _, member = kind.partition(".")
    return kind in NETWORK or (family == "fuse" and member not in LOCAL_FUSE)
