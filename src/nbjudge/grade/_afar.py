"""A class that workers elsewhere mark."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from ..cluster import ClusterError, cluster
from ..nbgrader_plugins import Desk, Parcel, Reply
from ._here import mark_here


def mark_afar(desk: Desk, students: Iterable[str], address: str) -> Generator[tuple[str, Any]]:
    """Yield each student with what came of it, an exception included, in the order of coming.

    A submission that cannot be sent is marked here, at the end; one that has not changed, or has no
    notebook, needs no marking.

    Parameters
    ----------
    desk : Desk
        What it receives is left to be entered.
    students : iterable of str
        Ids.
    address : str
        The scheduler's.

    Raises
    ------
    ClusterError
        When the cluster cannot be used, or is gone; what was yielded before stands.
    """
    if not desk.kit.sandboxed:
        raise ClusterError(
            "Without a sandbox no student code is let onto a cluster: from a worker it would reach "
            "the scheduler, and through it all machines that belong to it. Grade without --dask."
        )
    unsent = []
    with cluster(address, desk.kit) as workers:
        for student in students:
            parcel = _parcel(desk, student)
            if isinstance(parcel, Parcel):
                while workers.full:
                    yield _received(desk, *workers.take())
                workers.send(parcel)
            elif parcel is None:
                unsent.append(student)
            else:
                yield student, parcel
        while workers.busy:
            yield _received(desk, *workers.take())
    yield from mark_here(desk, unsent)


def _parcel(desk: Desk, student: str) -> Any:
    try:
        return desk.parcel(student)
    except Exception as error:
        return error


def _received(desk: Desk, student: str, reply: Reply | Exception) -> tuple[str, Any]:
    if isinstance(reply, Exception):
        return student, reply
    try:
        return student, desk.receive(reply)
    except Exception as error:
        return student, error
