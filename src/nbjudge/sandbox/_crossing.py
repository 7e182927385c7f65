"""What is changed in values on their way: functions of the host are numbers on the wire."""

from __future__ import annotations

from typing import Any

from nbjudge.wire import Reference

from ._results import HostReference


class Crossing:
    """Knows which of the host's functions a session was told of; it may call no others."""

    def __init__(self) -> None:
        self._told: dict[int, HostReference] = {}

    def outward(self, value: Any) -> Reference | None:
        """Stand in for a function of the host; the fallback of `wire.encode`."""
        if type(value) is not HostReference:
            return None
        self._told[-value.handle] = value
        return Reference(-value.handle, value.name)

    def function(self, handle: object) -> HostReference | None:
        """Return the function behind a number that came in, if there is one."""
        return self._told.get(handle) if type(handle) is int else None

    def inward(self, value: Any) -> Any:
        """Return a value that came in, with the host's own functions in their places."""
        own = type(value)
        if own is Reference:
            return self._told.get(value.handle, value)
        if own is dict:
            return {key: self.inward(each) for key, each in value.items()}
        if own in (list, tuple):
            return own(self.inward(each) for each in value)
        return value
