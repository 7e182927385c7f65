"""Has submissions marked by Dask workers, which need no shared disk and no gradebook.

The coordinator sends each as bytes and gets the autograded files back; it alone writes. On a worker
a process of its own marks, so that what a submission does to it is not done to the worker. Dask is
loaded when a cluster is wanted, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ._errors import ClusterError
from ._patience import Patience

if TYPE_CHECKING:  # a worker has no use for it, and it takes seconds
    from ..nbgrader_plugins import Kit
    from ._cluster import Cluster

_USUAL = Patience()

__all__ = ["ClusterError", "Patience", "cluster"]


@contextmanager
def cluster(address: str, kit: Kit, patience: Patience = _USUAL) -> Iterator[Cluster]:
    """Yield the workers of a scheduler; at the end nothing of ours is left on them.

    Parameters
    ----------
    address : str
        The scheduler's, as ``tcp://host:8786``.
    kit : Kit
        What workers have to have.
    patience : Patience
        How long to wait for what.

    Raises
    ------
    ClusterError
        When Dask is not installed, no scheduler answers, or a worker cannot mark this assignment;
        later on, when scheduler or workers are gone.
    """
    try:
        from ._connecting import connected
    except ModuleNotFoundError as error:
        if error.name not in {"dask", "distributed"}:
            raise
        raise ClusterError(
            "Grading on a Dask cluster needs Dask, which is not installed here: "
            "pip install 'nbjudge[dask]'."
        ) from None
    with connected(address, kit, patience) as found:
        yield found
