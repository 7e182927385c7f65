"""``exit()``, ``quit()``, ``sys.exit()`` in a notebook: as if they were not there, and noted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from IPython.core.autocall import ExitAutocall

Note = Callable[[str], bool]


class Leave(ExitAutocall):
    """What ``exit`` and ``quit`` are in a notebook; IPython calls it even without brackets."""

    def __call__(self, *_: Any, **__: Any) -> None:
        """Note that it was called."""
        shell: Any = self._ip
        shell.passed_over("exit()")


def pass_over_exits(namespace: dict[str, Any], note: Note) -> None:
    """Replace ``sys.exit`` by one that may return when a notebook's own line calls it.

    Libraries count on it not to return (argparse does): for them it raises as ever, and the cell
    ends there. So it does while a test runs: one that calls a program of the student's expects it.

    Parameters
    ----------
    namespace : dict
        Of the notebook.
    note : callable
        Takes what was called, and tells whether that is passed over.
    """
    leave = sys.exit

    def exit(status: Any = None, /) -> None:
        if sys._getframe(1).f_globals is namespace and note("sys.exit()"):
            return
        leave(status)

    exit.__doc__ = leave.__doc__
    sys.exit = exit  # type: ignore[assignment]
