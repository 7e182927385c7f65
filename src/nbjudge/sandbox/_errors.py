"""What the host hears when a submission does not answer as asked."""

from __future__ import annotations


class SandboxError(Exception):
    """The sandbox itself does not work here; the text says what is missing."""


class Lost(Exception):
    """The process that was asked is gone, or did not answer in time.

    Parameters
    ----------
    reason : str
        A sentence for people.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.seconds = 0.0
        """What it took of the submission's time."""


class Died(Lost):
    """It died: by its own doing, by the kernel, or because it broke a limit of memory."""


class TimedOut(Lost):
    """It did not end in time."""
