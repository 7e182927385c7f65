"""Sends parcels to workers and takes what they answer."""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from queue import Empty, SimpleQueue
from time import sleep
from typing import Any
from uuid import uuid4

import cloudpickle
from distributed import Client, Future, KilledWorker

from ..nbgrader_plugins import Kit, Parcel, Reply
from . import _worker
from ._crew import Crew
from ._errors import ClusterError
from ._terms import Terms

_EACH = 2  # parcels for each thread of a worker: one at work, one that waits
_BYTES = 256 * 2**20  # of all that are under way
_MOST_SUSPECTS = 50
_LOOK = 1.0  # seconds without an answer until we look whether there are workers

DEADLY = (
    "Each worker that marked it ended, the last one with nothing else to do. The workers' logs "
    "tell how; too little memory is a usual cause."
)


class _Gone(Exception):
    """The one worker that was to mark a parcel is gone."""


@dataclass(frozen=True)
class Sent:
    """A parcel that is under way; ``worker`` when it is to go to that one alone."""

    student: str
    parcel: bytes
    worker: str | None = None


class Cluster:
    """Workers that mark, behind a scheduler.

    Dask gives a parcel to another worker when one goes, some times over (its setting
    ``allowed-failures``). All that a worker had in hand when it went are under suspicion alike. So
    those that Dask gives up are sent once more at the end, each to a worker that has nothing else:
    when that one goes too, it was the submission.

    Parameters
    ----------
    client : Client
        Connected.
    crew : Crew
        Its workers.
    kit : Kit
        What they have to have.
    terms : Terms
        What they have to be like.
    """

    def __init__(self, client: Client, crew: Crew, kit: Kit, terms: Terms) -> None:
        self._client = client
        self._crew = crew
        self._terms = terms
        self._seconds = kit.seconds
        content = cloudpickle.dumps(kit)  # a course's configuration may have classes of its own
        self._digest = hashlib.sha256(content).hexdigest()
        self._run = uuid4().hex
        self._numbers = count()
        self._sent: dict[Future[Any], Sent] = {}
        self._bytes = 0
        self._finished: SimpleQueue[Future[Any]] = SimpleQueue()
        self._suspects: deque[Sent] = deque()
        # a task, so that Dask makes it again when the workers that have it go
        self._kit = client.submit(_worker.receive_kit, content, key=f"nbjudge-kit-{self._digest}")

    @property
    def full(self) -> bool:
        """Whether as much is under way as keeps the workers busy."""
        return len(self._sent) >= _EACH * max(1, self._crew.threads) or self._bytes > _BYTES

    @property
    def busy(self) -> bool:
        """Whether there is something to take."""
        return bool(self._sent or self._suspects)

    def send(self, parcel: Parcel) -> None:
        """Send a submission; `take` gives what becomes of it."""
        self._submit(Sent(parcel.student, pickle.dumps(parcel)))

    def take(self) -> tuple[str, Reply | Exception]:
        """Wait for the next answer; an exception is about that submission alone.

        Raises
        ------
        ClusterError
            When there is nobody any more who would answer.
        """
        while True:
            if not self._sent:
                self._submit_alone()
            future = self._next()
            if future is None:
                continue
            sent = self._forget(future)
            try:
                return sent.student, self._answer(future)
            except (KilledWorker, _Gone):
                if sent.worker is not None:
                    return sent.student, RuntimeError(DEADLY)
                self._suspect(sent)

    def close(self) -> None:
        """Take back what is under way, and end what works for us on the workers."""
        with suppress(Exception):  # whoever has gone needs no telling
            if self._client.status == "running":
                self._client.cancel(list(self._sent))
                self._client.run(_worker.dismiss, self._run, self._digest, on_error="ignore")

    def _submit(self, sent: Sent) -> None:
        order = _worker.Order(self._run, self._digest, self._terms, sent.parcel, self._seconds)
        future = self._client.submit(
            _worker.mark,
            order,
            self._kit,
            key=f"nbjudge-mark-{self._run}-{next(self._numbers)}",
            pure=False,
            workers=[sent.worker] if sent.worker else None,
        )
        self._sent[future] = sent
        self._bytes += len(sent.parcel)
        future.add_done_callback(self._finished.put)

    def _forget(self, future: Future[Any]) -> Sent:
        sent = self._sent.pop(future)
        self._bytes -= len(sent.parcel)
        return sent

    def _next(self) -> Future[Any] | None:
        """Return what has come to an end, or never will, if there is anything."""
        try:
            future = self._finished.get(timeout=_LOOK)
        except Empty:
            there = self._crew.look()
            alone = [(each, sent.worker) for each, sent in self._sent.items() if sent.worker]
            gone = [future for future, worker in alone if worker not in there]
            return gone[0] if gone else None
        return future if future in self._sent else None

    def _answer(self, future: Future[Any]) -> Reply | Exception:
        """Return what a worker has to say; KilledWorker or _Gone when none came to it."""
        if not future.done():
            future.cancel()
            raise _Gone
        try:
            answer: _worker.Answer = future.result()
        except KilledWorker:
            raise
        except CancelledError:
            raise self._crew.lost() from None
        except Exception as error:
            return error
        finally:
            future.release()
        if answer.kind == "unfit":
            raise ClusterError(f"The worker {answer.worker} {answer.content!s}.")
        return _opened(answer)

    def _suspect(self, sent: Sent) -> None:
        self._suspects.append(sent)
        if len(self._suspects) > _MOST_SUSPECTS:
            raise ClusterError(
                f"Workers have ended while they marked {len(self._suspects)} submissions: look at "
                "their logs."
            )

    def _submit_alone(self) -> None:
        """Give a suspect to one worker that has nothing else."""
        while not (there := self._crew.look()):
            sleep(_LOOK)
        suspect = self._suspects.popleft()
        self._submit(Sent(suspect.student, suspect.parcel, next(iter(there))))


def _opened(answer: _worker.Answer) -> Reply | Exception:
    if isinstance(answer.content, str):
        return RuntimeError(answer.content)
    reply: Reply = pickle.loads(answer.content)
    return reply
