"""What keeps a cluster from marking."""

from ..said import SaidError


class ClusterError(SaidError):
    """There is no marking there, or no more; the text says why and what to do."""
