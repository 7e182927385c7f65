"""What the walls are leaned on with: cells that must fail, and with which error."""

from __future__ import annotations

from dataclasses import dataclass

from ._limits import MIB

BIG = 512 * MIB
"""More memory than a trial session has."""

_CALL = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.{call} < 0:
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
"""

_DENIED = ("PermissionError",)
_ABSENT = ("FileNotFoundError", "PermissionError")


@dataclass(frozen=True)
class Attempt:
    """A cell that must end with an error.

    Parameters
    ----------
    wall : str
        The wall's name.
    source : str
        The cell.
    errors : tuple of str
        Names of the errors that show that the wall stands.
    """

    wall: str
    source: str
    errors: tuple[str, ...]


def attempts(hidden: tuple[str, ...]) -> tuple[Attempt, ...]:
    """Return the attempts.

    Parameters
    ----------
    hidden : tuple of str
        Folders of the grader that student code must not see.
    """
    return (
        *(Attempt(f"no view of {place}", f"open({place!r})", _ABSENT) for place in hidden),
        Attempt("no network", "import socket; socket.socket()", _DENIED),
        Attempt("the system is read-only", "open('/usr/nbjudge', 'w')", ("OSError",)),
        Attempt("Landlock", "open('/proc/self/comm', 'w')", _DENIED),
        Attempt("no look into other processes", "open('/proc/1/mem', 'rb')", _DENIED),
        Attempt("no debugging", _CALL.format(call="ptrace(16, 1, 0, 0)"), _DENIED),
        Attempt("no mounts", _CALL.format(call="mount(b'x', b'/tmp', b'tmpfs', 0, 0)"), _DENIED),
        Attempt("no namespaces", _CALL.format(call="unshare(0x10000000)"), _DENIED),
        Attempt("no way back to root", "import os; os.setuid(0)", ("OSError", "PermissionError")),
        Attempt("memory is limited", f"b'x' * {BIG}", ("MemoryError",)),
        Attempt("files are limited", f"open('big', 'wb').write(bytes({8 * MIB}))", ("OSError",)),
        Attempt(
            "processes are limited",
            "import threading, time\n"
            "for _ in range(40): threading.Thread(target=time.sleep, args=(5,)).start()",
            ("RuntimeError",),
        ),
    )
