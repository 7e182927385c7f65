"""What a submission may take."""

from __future__ import annotations

from dataclasses import dataclass, fields

from nbjudge import wire

MIB = 2**20


@dataclass(frozen=True)
class Limits:
    """Bounds on one submission.

    Parameters
    ----------
    seconds : float
        For one cell, one test, or one call of the student's code by a test.
    total_seconds : float
        For all of the student's code together.
    memory_bytes : int
        For each process on top of what is loaded before, and for all of them together.
    output_bytes : int
        Output of one cell.
    files_bytes : int
        All files of the submission, those that it came with included.
    processes : int
        Processes and threads at one time; a few of them are the sandbox's own.
    """

    seconds: float = 10.0
    total_seconds: float = 120.0
    memory_bytes: int = 2 * 2**30
    output_bytes: int = 1_000_000
    files_bytes: int = 64 * MIB
    processes: int = 64

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) <= 0:
                raise ValueError(f"the limit {field.name} is not positive")

    @property
    def messages(self) -> wire.Limits:
        """Bounds on one message: a call of the usual size or all files, with a cell's output.

        The host reads none of the arrays that go between a test and the student's code.
        """
        usual = wire.Limits()
        room = max(usual.message_bytes, self.files_bytes + MIB) + self.output_bytes + MIB
        return wire.Limits(message_bytes=min(room, 2**32 - 1), array_bytes=0)
