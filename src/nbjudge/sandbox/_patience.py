"""More time for code that had to wait for a processor: a busy machine is not its fault."""

from __future__ import annotations

from ._processes import Process

_MOST = 4.0  # times the limit, all together
_LEAST = 0.02  # of the limit; less is no reason


class Patience:
    """Gives back the time in which a process was ready to run while others ran.

    Parameters
    ----------
    process : Process
        The submission's.
    seconds : float
        The time limit.
    """

    def __init__(self, process: Process, seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._left = _MOST * seconds
        self._counted: float | None = None

    def begin(self) -> None:
        """Count from now on; what ends at once need not be asked about."""
        if self._counted is None:
            self._counted = self._process.waited()

    def more(self) -> float:
        """Return the seconds to give back since this was last asked; 0 when there are none."""
        waited = self._process.waited()
        given = min(waited - (self._counted or 0.0), self._left)
        self._counted = waited
        if given < _LEAST * self._seconds:
            return 0.0
        self._left -= given
        return given
