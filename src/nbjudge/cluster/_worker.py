"""What Dask calls on a worker: marks parcels in processes that belong to it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from distributed import get_worker

from ._marking_process import MarkingProcess
from ._terms import Terms, unfit

_TRIES = 2
"""How often one parcel is given to a process that dies of it."""


@dataclass(frozen=True)
class Order:
    """A parcel, and how it is to be marked.

    Parameters
    ----------
    run : str
        Names the coordinator's run.
    kit : str
        The hash of the kit.
    terms : Terms
        What this worker has to be like.
    parcel : bytes
        Pickled; a worker does not look into it.
    seconds : float
        When it is given up.
    """

    run: str
    kit: str
    terms: Terms
    parcel: bytes
    seconds: float


@dataclass(frozen=True)
class Answer:
    """``marked`` with a pickled `Reply`; ``failed`` or ``unfit`` with a text."""

    kind: str
    content: bytes | str
    worker: str


@dataclass
class Staff:
    """The marking processes of a worker: as many as it has threads, each kept warm."""

    _idle: dict[str, list[MarkingProcess]] = field(default_factory=lambda: defaultdict(list))
    _busy: dict[MarkingProcess, str] = field(default_factory=dict)
    _dismissed: set[str] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def mark(self, order: Order, kit: bytes, place: Path) -> tuple[str, bytes | str]:
        """Have a parcel marked; a process that ends on the way is replaced once."""
        for _ in range(_TRIES):
            if order.run in self._dismissed:
                break
            process = self._take(order)
            if process is None and (reason := unfit(order.terms)) is not None:
                return "unfit", reason
            process = process or self._begin(order, kit, place)
            try:
                return process.mark(order.parcel, order.seconds)
            except (EOFError, OSError):
                process.close()
            finally:
                self._give_back(order, process)
        return "failed", f"The process that marked it ended, {_TRIES} times."

    def dismiss(self, run: str, kit: str) -> None:
        """End the processes that work for a run, and those that wait with its kit."""
        with self._lock:
            self._dismissed.add(run)
            for process in self._idle.pop(kit, []):
                process.close()
            for process in [each for each, whose in self._busy.items() if whose == run]:
                process.kill()

    def _take(self, order: Order) -> MarkingProcess | None:
        with self._lock:
            while self._idle[order.kit]:
                process = self._idle[order.kit].pop()
                if process.alive:
                    self._busy[process] = order.run
                    return process
                process.close()
        return None

    def _begin(self, order: Order, kit: bytes, place: Path) -> MarkingProcess:
        process = MarkingProcess(kit, place)
        with self._lock:
            self._busy[process] = order.run
        return process

    def _give_back(self, order: Order, process: MarkingProcess) -> None:
        with self._lock:
            del self._busy[process]
            if process.alive and order.run not in self._dismissed:
                self._idle[order.kit].append(process)
            else:
                process.close()


_STAFF = Staff()


def receive_kit(kit: bytes) -> bytes:
    """Be the task whose result is the kit: Dask brings it to each worker once."""
    return kit


def mark(order: Order, kit: bytes) -> Answer:
    """Mark a parcel, in a thread of the worker; never raises because of the submission."""
    worker = get_worker()
    kind, content = _STAFF.mark(order, kit, Path(worker.local_directory))
    return Answer(kind, content, worker.address)


def dismiss(run: str, kit: str) -> None:
    """End what works for a run on this worker."""
    _STAFF.dismiss(run, kit)
