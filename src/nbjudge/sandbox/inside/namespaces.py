"""A world of its own for one submission: processes, mounts, IPC, and in the end a user.

The zygote has the capabilities of its user namespace. The mounts are made with them; only then a
user namespace is entered that owns nothing, so that the capabilities in it give no power over the
mounts, the processes or anything else here. It gives each submission its own count of processes.
"""

from __future__ import annotations

import os
from pathlib import Path

from .syscalls import check, libc, prctl

NEWNS, NEWIPC, NEWUSER, NEWPID = 0x20000, 0x08000000, 0x10000000, 0x20000000

_NOSUID, _NODEV, _NOEXEC, _BIND, _DETACH = 2, 4, 8, 4096, 2
_PRIVATE_EVERYWHERE = (1 << 18) | 16384
_SET_DUMPABLE = 4

WORK = "/submission"
SCRATCH = "/scratch"
TERMINALS = "/dev/pts"
_SHARED_MEMORY = "/dev/shm"

STUDENT = 1000
"""The user and group inside; outside it is nobody, or whoever grades without being root."""

FILES_PER_MIB = 256  # each file takes about 1 KiB of the kernel's memory that nobody else counts


class Doorway:
    """Lets the zygote fork into new process namespaces, again and again."""

    def __init__(self) -> None:
        self._home = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def fork(self) -> int:
        """Fork; the child is process 1 of a namespace of its own."""
        check(libc.unshare(NEWPID), "unshare the processes")
        child = -1
        try:
            child = os.fork()
        finally:
            if child != 0:
                check(libc.setns(self._home, NEWPID), "return to the own processes")
        return child

    def close(self) -> None:
        """Let go of the way home; for the child."""
        os.close(self._home)


def writable(temporary: str) -> tuple[str, ...]:
    """Return the folders that a submission may write."""
    return WORK, temporary, _SHARED_MEMORY


def mount_shelves(size: int, owner: int, temporary: str) -> None:
    """Mount the folders that the submission may write, with one bound on what all of them hold."""
    check(libc.unshare(NEWNS | NEWIPC), "unshare the mounts")
    _mount(None, "/", None, _PRIVATE_EVERYWHERE)
    inodes = max(1024, size // 2**20 * FILES_PER_MIB)
    options = f"size={size},nr_inodes={inodes},mode=755,uid={owner},gid={owner}"
    _mount("tmpfs", SCRATCH, "tmpfs", _NOSUID | _NODEV, options)
    for number, place in enumerate(writable(temporary)):
        shelf = Path(SCRATCH, str(number))
        shelf.mkdir(mode=0o700)
        os.chown(shelf, owner, owner)
        _mount(str(shelf), place, None, _BIND)
    check(libc.umount2(SCRATCH.encode(), _DETACH), "let go of the scratch folder")


def mount_proc() -> None:
    """Show the processes of this namespace, and, where the kernel can, nothing of the machine."""
    try:
        _mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC, "subset=pid")
    except OSError:  # before Linux 5.8
        _mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC)


def mount_terminals() -> None:
    """Have terminals of its own; some kernels talk to their language through one."""
    _mount("devpts", TERMINALS, "devpts", _NOSUID | _NOEXEC, "newinstance,ptmxmode=666,mode=620")


def become_student(user: int) -> None:
    """Leave the zygote's user for one without power.

    Parameters
    ----------
    user : int
        Who the student is in the zygote's namespace: 0, when that is an ordinary user outside
        already.
    """
    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    prctl(_SET_DUMPABLE, 1)  # else /proc/self belongs to root, and the maps cannot be written
    check(libc.unshare(NEWUSER), "unshare the users")
    prctl(_SET_DUMPABLE, 1)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{STUDENT} {user} 1")
    _write("/proc/self/gid_map", f"{STUDENT} {user} 1")


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, options: str = ""
) -> None:
    arguments = (source and source.encode(), target.encode(), kind and kind.encode())
    check(libc.mount(*arguments, flags, options.encode() or None), f"mount {target}")


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
