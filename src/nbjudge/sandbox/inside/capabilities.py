"""Powers that are given up for good."""

from __future__ import annotations

import ctypes

from .syscalls import check, libc, prctl, syscall

_CAPBSET_READ, _CAPBSET_DROP = 23, 24
_SET_SECUREBITS = 28
_NO_ROOT_LOCKED = 0xEF  # root is nobody special, capabilities do not survive; locked
_AMBIENT, _CLEAR_ALL = 47, 4
_SET_NO_NEW_PRIVS = 38
_VERSION_3 = 0x20080522
_JOIN_SESSION_KEYRING = 1


def drop_capabilities() -> None:
    """Give up every capability, those included that a program could bring with it."""
    prctl(_SET_SECUREBITS, _NO_ROOT_LOCKED)
    prctl(_AMBIENT, _CLEAR_ALL)
    capability = 0
    while libc.prctl(_CAPBSET_READ, capability, 0, 0, 0) >= 0:
        prctl(_CAPBSET_DROP, capability)
        capability += 1
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
    check(libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")


def forbid_new_privileges() -> None:
    """Make setuid programs ordinary ones, for this process and what it starts."""
    prctl(_SET_NO_NEW_PRIVS, 1)


def leave_keyring() -> None:
    """Have a session keyring of its own, and empty; whoever grades may have secrets in theirs."""
    syscall("keyctl", _JOIN_SESSION_KEYRING, None)
