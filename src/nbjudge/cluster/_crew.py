"""Which workers there are."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from distributed import Client

from ._errors import ClusterError
from ._patience import Patience

_OFTEN = 2.0  # seconds between two looks


class Crew:
    """The workers of a scheduler, as it tells every now and then.

    Parameters
    ----------
    client : Client
        Connected.
    address : str
        The scheduler's, for sentences.
    patience : Patience
        How long to wait for what.
    """

    def __init__(self, client: Client, address: str, patience: Patience) -> None:
        self._client = client
        self._address = address
        self._patience = patience
        self._workers: Mapping[str, int] = {}
        self._looked = -_OFTEN
        self._seen = monotonic()

    def look(self) -> Mapping[str, int]:
        """Ask for the workers, and return each one's threads by its address.

        Raises
        ------
        ClusterError
            When the scheduler is gone, or has had no worker for too long.
        """
        scheduler = self._client.scheduler
        if self._client.status != "running" or scheduler is None:
            raise self.lost()
        try:
            self._workers = self._client.sync(
                scheduler.ncores, callback_timeout=self._patience.scheduler
            )
        except OSError as error:  # timeouts and closed connections are such
            raise self.lost() from error
        self._looked = monotonic()
        if self._workers:
            self._seen = self._looked
        elif self._looked - self._seen > self._patience.next_worker:
            raise ClusterError(
                f"The scheduler {self._address} has had no worker for "
                f"{self._patience.next_worker:.0f} s."
            )
        return self._workers

    @property
    def threads(self) -> int:
        """How many parcels can be marked at the same time."""
        if monotonic() - self._looked > _OFTEN:
            self.look()
        return sum(self._workers.values())

    def lost(self) -> ClusterError:
        """Return what there is to say when the scheduler no longer knows of us."""
        return ClusterError(
            f"The scheduler {self._address} is gone, or has dropped what it was sent."
        )
