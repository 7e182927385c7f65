"""Finds the scheduler, and makes sure of its workers before anything is marked."""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from time import monotonic, sleep
from typing import Any

from distributed import Client, Security
from distributed.comm.core import connect
from distributed.core import send_recv

from ..nbgrader_plugins import Kit
from ._cluster import Cluster
from ._crew import Crew
from ._errors import ClusterError
from ._patience import Patience
from ._terms import Terms, unfit

_NAMED = 5  # workers that a sentence names
_LONGER = 2.0  # seconds: Dask's own limit speaks first, but does not hold for what is no Dask


@contextmanager
def connected(address: str, kit: Kit, patience: Patience) -> Iterator[Cluster]:
    """Yield the workers, all of which can mark; see `cluster`."""
    _silence()
    client = _client(address, patience)
    try:
        crew, terms = Crew(client, address, patience), Terms(kit.kernels)
        with closing(Cluster(client, crew, kit, terms)) as found:
            _wait_for_workers(crew, address, patience)
            _check(client, terms)
            yield found
    finally:
        with suppress(Exception):  # it may be gone, and has nothing of ours any more
            client.close(timeout=2)


def _silence() -> None:
    """Leave it to us to say what happened: Dask logs tracebacks of lost connections."""
    warnings.filterwarnings("ignore", "Sending large graph")  # a submission may weigh some MB
    for name in list(logging.root.manager.loggerDict):  # each of Dask's has a level of its own
        if name.partition(".")[0] in {"distributed", "tornado"}:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _client(address: str, patience: Patience) -> Client:
    try:
        kind = asyncio.run(_kind(address, patience.scheduler))
    except Exception as error:  # whatever there is at that address
        said = str(error).strip().splitlines() or ["what answers there is not Dask"]
        raise _unusable(address, said[0].rstrip(".")) from None
    if kind != "Scheduler":
        raise _unusable(address, f"that is a {kind.lower()}")
    return Client(
        address,
        timeout=patience.scheduler,
        name="nbjudge",
        set_as_default=False,
        direct_to_workers=False,  # workers often have addresses that only the scheduler reaches
    )


async def _kind(address: str, seconds: float) -> str:
    """Ask what is at an address; a client that finds no scheduler cannot be closed at once."""
    async with asyncio.timeout(seconds + _LONGER):
        comm = await connect(address, seconds, **Security().get_connection_args("client"))
        try:
            told = await send_recv(comm, op="identity")
        finally:
            comm.abort()
    return str(told["type"])


def _unusable(address: str, reason: str) -> ClusterError:
    return ClusterError(
        f"No Dask scheduler can be used at {address or 'no address'}: {reason}. Start one with "
        "`dask scheduler`, and workers with `dask worker`; docs/scale.md tells how."
    )


def _wait_for_workers(crew: Crew, address: str, patience: Patience) -> None:
    """Wait for the first worker: a cluster that adapts starts one when there is something to do."""
    until = monotonic() + patience.first_worker
    while not crew.look():
        if monotonic() > until:
            raise ClusterError(
                f"The scheduler {address} has no worker: start some with `dask worker {address}`."
            )
        sleep(0.5)


def _check(client: Client, terms: Terms) -> None:
    """Refuse workers that would give other verdicts, or none."""
    told: Any = client.get_versions(packages=["nbjudge"])
    _refuse({worker: _missed(terms, about) for worker, about in told["workers"].items()})
    _refuse(client.run(unfit, terms, on_error="return"))


def _missed(terms: Terms, about: Mapping[str, Any]) -> str | None:
    python = ".".join(about["host"]["python"].split(".")[:2])
    return terms.missed_by(about["packages"].get("nbjudge"), python)


def _refuse(reasons: Mapping[str, Any]) -> None:
    wrong = {worker: reason for worker, reason in reasons.items() if reason}
    if wrong:
        named = [f"The worker {worker} {reason}." for worker, reason in sorted(wrong.items())]
        more = f" So do {len(named) - _NAMED} more." if len(named) > _NAMED else ""
        raise ClusterError(" ".join(named[:_NAMED]) + more + " Nothing was graded.")
