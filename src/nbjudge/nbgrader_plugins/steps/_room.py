"""How much output of a cell is kept."""

from __future__ import annotations

from typing import Any

COUNTED = frozenset({"stream", "display_data", "execute_result", "update_display_data"})
"""Messages with output; errors are let through, so that one shows even after a flood."""

_EACH = 100  # characters that a message takes in the notebook beside its content


class Room:
    """Counts what a cell says, and cuts what is too much.

    Parameters
    ----------
    size : int
        Characters.
    """

    def __init__(self, size: int) -> None:
        self._left = size
        self.cut = False

    def admit(self, message: dict[str, Any]) -> bool:
        """Tell whether a kernel's message is to be taken in; the last stream is shortened to fit.

        Parameters
        ----------
        message : dict
            Of Jupyter's kind; nobody vouches for its content.
        """
        if message["msg_type"] not in COUNTED:
            return True
        content, left = message["content"], self._left
        stream = message["msg_type"] == "stream"
        self._left -= _EACH + len(content["text"] if stream else repr(content.get("data")))
        if self._left >= 0:
            return True
        self.cut = True
        if stream and left > 0:
            content["text"] = content["text"][:left]
            return True
        return False
