"""Landlock: a second wall around the files, which stands even where a mount would be wrong."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

from .syscalls import syscall

_VERSION_FLAG = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15}  # file rights known; from version 5 on 16
_NO_TCP = 3  # bind, connect; from version 4 on
_NO_ABSTRACT_SOCKETS_NO_SIGNALS = 3  # to anyone outside; from version 6 on

READABLE = ("/",)
DEVICES = tuple(f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom"))


def version() -> int:
    """Return how much Landlock this kernel has; 0 for none."""
    try:
        return syscall("landlock_create_ruleset", None, ctypes.c_size_t(0), _VERSION_FLAG)
    except OSError:
        return 0


def restrict(writable: Iterable[str], *, tcp: bool = False) -> None:
    """Let this process, and what it starts, write only beneath the given folders.

    Parameters
    ----------
    writable : iterable of str
        The folders.
    tcp : bool
        Whether ports may be listened on and connected to.
    """
    known = version()
    if not known:
        return
    rights = (1 << _RIGHTS_BY_VERSION.get(known, 16)) - 1
    attributes = struct.pack("=Q", rights)
    if known >= 4:
        attributes += struct.pack("=Q", 0 if tcp else _NO_TCP)
    if known >= 6:
        attributes += struct.pack("=Q", _NO_ABSTRACT_SOCKETS_NO_SIGNALS)
    ruleset = syscall(
        "landlock_create_ruleset", attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)
    )
    for path in READABLE:
        _allow(ruleset, path, _READ)
    for path in writable:
        _allow(ruleset, path, rights)
    for path in DEVICES:
        _allow(ruleset, path, _READ_FILE | _WRITE_FILE)
    syscall("landlock_restrict_self", ruleset, ctypes.c_uint32(0))
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rule = struct.pack("=Qi", rights, place)
        syscall("landlock_add_rule", ruleset, _PATH_BENEATH, rule, ctypes.c_uint32(0))
    finally:
        os.close(place)
