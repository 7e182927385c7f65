"""Linux system calls: their numbers on the two machines that we know, and a way to call them."""

from __future__ import annotations

import ctypes
import os
import platform

MACHINE = platform.machine()

_X86_64, _AARCH64 = "x86_64", "aarch64"
MACHINES = (_X86_64, _AARCH64)

# Numbers from 424 on are the same everywhere.
_SHARED = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "clone3": 435, "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442,
    "quotactl_fd": 443, "landlock_create_ruleset": 444, "landlock_add_rule": 445,
    "landlock_restrict_self": 446, "memfd_secret": 447, "set_mempolicy_home_node": 450,
    "statmount": 457, "listmount": 458, "open_tree_attr": 467,
}  # fmt: skip

# name: (x86_64, aarch64); None where the machine has no such call
_OWN: dict[str, tuple[int | None, int | None]] = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "unshare": (272, 97), "setns": (308, 268), "clone": (56, 220),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "create_module": (174, None), "socket": (41, 198),
    "socketpair": (53, 199), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "personality": (135, 92), "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142),
    "sethostname": (170, 161), "setdomainname": (171, 162), "acct": (163, 89),
    "quotactl": (179, 60), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "clock_adjtime": (305, 266), "syslog": (103, 116),
    "vhangup": (153, 58), "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None),
    "uselib": (134, None), "ustat": (136, None), "sysfs": (139, None), "_sysctl": (156, None),
    "lookup_dcookie": (212, 18), "nfsservctl": (180, 42), "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263), "memfd_create": (319, 279), "shmget": (29, 194),
    "shmat": (30, 196), "shmctl": (31, 195), "semget": (64, 190), "msgget": (68, 186),
    "mq_open": (240, 180), "mbind": (237, 235), "set_mempolicy": (238, 237),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "ioctl": (16, 29),
}  # fmt: skip


def number(name: str) -> int | None:
    """Return the number of a call on this machine, None when it has no such call."""
    if name in _SHARED:
        return _SHARED[name]
    return _OWN[name][MACHINES.index(MACHINE)]


libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def check(result: int, what: str) -> int:
    """Return the result of a C call; OSError, which says what was tried, when it is negative."""
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result


def syscall(name: str, *arguments: object) -> int:
    """Make a system call that the standard library has no function for."""
    own = number(name)
    if own is None:
        raise OSError(38, f"{name}: no such call on {MACHINE}")
    return check(libc.syscall(ctypes.c_long(own), *arguments), name)


def prctl(option: int, *arguments: int) -> int:
    """Set or ask for a property of this process."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return check(libc.prctl(option, *map(ctypes.c_ulong, padded)), f"prctl {option}")
