"""System calls that no notebook needs, refused: they are where kernels have had their holes.

The filter is a list of what is refused, for an honest notebook may use any library. A refused call
fails as if permission were missing, or as if the kernel did not have it where libraries then fall
back.
"""

from __future__ import annotations

import ctypes
import struct

from . import syscalls
from .syscalls import number, prctl

_SET_SECCOMP, _FILTER = 22, 2
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_EPERM, _EINVAL, _ENOSYS = 1, 22, 38

_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000  # system calls of the x32 kind are the same ones under other numbers

# BPF: load a word of the call's description; jump; return
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_AT, _SECOND_AT, _THIRD_AT = 0, 4, 16, 24, 32

FORBIDDEN = (
    # other processes' memory, and looking into one's parents
    "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd perf_event_open "
    # the file system's shape
    "mount umount2 pivot_root chroot fsopen fsconfig fsmount fspick open_tree open_tree_attr "
    "move_mount mount_setattr statmount listmount name_to_handle_at open_by_handle_at "
    "fanotify_init fanotify_mark quotactl quotactl_fd "
    # namespaces
    "unshare setns "
    # keys, programs in the kernel, page faults served by the student
    "keyctl add_key request_key bpf userfaultfd "
    # the machine
    "kexec_load kexec_file_load init_module finit_module delete_module create_module swapon "
    "swapoff reboot sethostname setdomainname acct settimeofday clock_settime adjtimex "
    "clock_adjtime syslog vhangup iopl ioperm modify_ldt "
    # the network: no family of sockets; a socketpair is a pipe with two directions
    "socket "
    # pages moved about between the memories of the machine
    "mbind set_mempolicy set_mempolicy_home_node migrate_pages move_pages "
    # long dead
    "uselib ustat sysfs _sysctl lookup_dcookie nfsservctl"
).split()

ABSENT = (
    # asynchronous calls get round this filter
    "io_uring_setup io_uring_enter io_uring_register "
    # its flags are out of the filter's sight; glibc falls back to clone
    "clone3 "
    # memory that is counted to nobody
    "memfd_create memfd_secret shmget shmat shmctl semget msgget mq_open"
).split()

_NAMESPACES = 0x7E020000  # each CLONE_NEW… flag: cgroup, uts, ipc, user, pid, net, mount
_AF_UNIX, _AF_INET, _AF_INET6 = 1, 2, 10
_WHATEVER, _TCP, _UDP = 0, 6, 17
_ASK_PERSONALITY = 0xFFFFFFFF
_PUSH_TO_TERMINAL, _PASTE_INTO_TERMINAL = 0x5412, 0x541C  # TIOCSTI, TIOCLINUX


def supported() -> bool:
    """Tell whether we know this machine's system calls."""
    return syscalls.MACHINE in _ARCHITECTURE


def program(*, sockets: bool = False) -> bytes:
    """Return the filter for this machine.

    Parameters
    ----------
    sockets : bool
        Whether the usual sockets can be had: local ones, and those of a network that has to end
        at the sandbox.
    """
    code = [
        _step(_LOAD, _ARCHITECTURE_AT),
        _step(_EQUAL, _ARCHITECTURE[syscalls.MACHINE], 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER_AT),
    ]
    if syscalls.MACHINE == "x86_64":
        code += [_step(_AT_LEAST, _X32, 0, 1), _step(_RETURN, _ERRNO | _ENOSYS)]
    if sockets:
        # EINVAL stands for a family that the machine does not have; libzmq, which would like to
        # ask netlink for names, goes on without
        code += _refuse_unless("socket", _FIRST_AT, _AF_UNIX, _AF_INET, _AF_INET6, error=_EINVAL)
        code += _refuse_unless("socket", _THIRD_AT, _WHATEVER, _TCP, _UDP, error=_EINVAL)
    for names, error in ((FORBIDDEN, _EPERM), (ABSENT, _ENOSYS)):
        for name in names:
            if not (sockets and name == "socket"):
                code += _refuse(number(name), error)
    code += _refuse_when("clone", _FIRST_AT, _ANY_BIT, _NAMESPACES)
    code += _refuse_unless("socketpair", _FIRST_AT, _AF_UNIX)
    code += _refuse_unless("personality", _FIRST_AT, _ASK_PERSONALITY)
    for request in (_PUSH_TO_TERMINAL, _PASTE_INTO_TERMINAL):
        code += _refuse_when("ioctl", _SECOND_AT, _EQUAL, request)
    return b"".join([*code, _step(_RETURN, _ALLOW)])


def install(*, sockets: bool = False) -> None:
    """Put the filter on this process and what it starts; it cannot be taken off."""
    if not supported():
        return
    code = program(sockets=sockets)
    held = ctypes.create_string_buffer(code)
    # struct sock_fprog: the number of steps, and where they are
    packed = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(held))
    described = ctypes.create_string_buffer(packed)
    prctl(_SET_SECCOMP, _FILTER, ctypes.addressof(described))


def _step(operation: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", operation, if_true, if_false, value)


def _refuse(call: int | None, error: int) -> list[bytes]:
    if call is None:
        return []
    return [_step(_EQUAL, call, 0, 1), _step(_RETURN, _ERRNO | error)]


def _refuse_when(name: str, argument_at: int, test: int, value: int) -> list[bytes]:
    """Refuse a call when a test of one argument's low word holds."""
    return _refuse_by(name, argument_at, [_step(test, value, 0, 1)], _EPERM)


def _refuse_unless(name: str, argument_at: int, *values: int, error: int = _EPERM) -> list[bytes]:
    """Refuse a call unless one argument's low word is one of some values."""
    tests = [
        _step(_EQUAL, value, len(values) - index) for index, value in enumerate(values)
    ]  # each jumps over the tests that follow, and over the refusal
    return _refuse_by(name, argument_at, tests, error)


def _refuse_by(name: str, argument_at: int, tests: list[bytes], error: int) -> list[bytes]:
    """Refuse a call unless a test jumps over the refusal, and put its number back."""
    call = number(name)
    if call is None:
        return []
    return [
        _step(_EQUAL, call, 0, len(tests) + 3),
        _step(_LOAD, argument_at),
        *tests,
        _step(_RETURN, _ERRNO | error),
        _step(_LOAD, _NUMBER_AT),
    ]
