"""What the host hears when a submission does not answer as asked."""

from __future__ import annotations

from nbjudge.wire import RemoteError


class SandboxError(Exception):
    """The sandbox itself does not work here; the text says what is missing."""


class Raised(Exception):
    """An exception that the student's code raised.

    Parameters
    ----------
    error : RemoteError
        What is known of it.
    """

    def __init__(self, error: RemoteError) -> None:
        super().__init__(f"{error.type_name}: {error.text}")
        self.error = error

    @property
    def kind(self) -> str:
        """Name of the nearest builtin exception."""
        return self.error.kind

    @property
    def type_name(self) -> str:
        """Name of its own type."""
        return self.error.type_name

    @property
    def text(self) -> str:
        """What ``str`` says of it."""
        return self.error.text

    @property
    def traceback_text(self) -> str:
        """The student's frames, as Python prints them."""
        return self.error.traceback


class Lost(Exception):
    """The process that was asked is gone; the session goes on from the last kept state.

    Parameters
    ----------
    reason : str
        A sentence for people.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.seconds = 0.0
        """What it took of the student's time."""


class Died(Lost):
    """It died: by its own doing, by the kernel, or because it broke a limit of memory."""


class TimedOut(Lost):
    """It did not end in time."""
