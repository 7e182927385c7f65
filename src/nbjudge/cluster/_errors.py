"""What keeps a cluster from marking."""


class ClusterError(Exception):
    """There is no marking there, or no more; the text says why and what to do."""
