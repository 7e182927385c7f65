"""The end of a session."""

from __future__ import annotations

import shutil

from ._channel import Channel
from ._processes import Process
from ._states import States


class EndOfSession:
    """Ends a session's processes and lets go of what belongs to it, once."""

    def __init__(
        self,
        process: Process,
        warden: Channel,
        notebook: Channel,
        folder: str | None,
        *,
        confined: bool,
    ) -> None:
        self._process = process
        self._channels = warden, notebook
        self._folder = folder
        self._confined = confined
        self.states: States | None = None

    def __call__(self) -> None:
        """End them; everything that the submission has started goes with its first process."""
        for channel in self._channels:
            channel.close()
        if self.states is not None:
            self.states.close()
        if not self._confined:  # the warden clears up when its channel ends
            self._process.wait(3.0)
        self._process.end()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
