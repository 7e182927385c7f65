"""Builds the walls around a submission, in the one order in which they can be built."""

from __future__ import annotations

from dataclasses import dataclass

from . import landlock, seccomp
from .bounds import be_first_to_go, bound_processes
from .capabilities import drop_capabilities, forbid_new_privileges, leave_keyring
from .namespaces import (
    TERMINALS,
    become_student,
    mount_proc,
    mount_shelves,
    mount_terminals,
    writable,
)


@dataclass(frozen=True)
class Terms:
    """What a submission may take; the host's limits in the words of this room.

    Parameters
    ----------
    confined : bool
        Whether there is a sandbox at all.
    user : int
        Who the student is in the zygote's user namespace.
    temporary : str
        The folder for temporary files.
    processes : int, optional
        None where the kernel counts those of others too.
    foreign : bool
        Whether the notebook is another language's. Its kernel listens on ports of a network that
        ends at the sandbox, may need terminals, and may reserve more addresses than it uses.
    """

    confined: bool
    user: int
    temporary: str
    memory_bytes: int
    files_bytes: int
    output_bytes: int
    message_bytes: int
    cpu_seconds: int
    processes: int | None
    foreign: bool = False


def build_walls(terms: Terms) -> None:
    """Shut this process in, with everything that it will start."""
    be_first_to_go()
    if terms.confined:
        mount_shelves(terms.files_bytes, terms.user, terms.temporary)
        mount_proc()
        if terms.foreign:
            mount_terminals()
        leave_keyring()
        become_student(terms.user)
        drop_capabilities()
        forbid_new_privileges()
        terminals = (TERMINALS,) if terms.foreign else ()
        landlock.restrict((*writable(terms.temporary), *terminals), tcp=terms.foreign)
    bound_processes(
        memory_bytes=terms.memory_bytes,
        files_bytes=terms.files_bytes,
        cpu_seconds=terms.cpu_seconds,
        processes=terms.processes if terms.confined else None,
        reserves=terms.foreign,
    )
    if terms.confined:
        seccomp.install(sockets=terms.foreign)
