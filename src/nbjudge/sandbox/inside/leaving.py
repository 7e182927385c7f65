"""``exit()``, ``quit()``, ``sys.exit()`` in a notebook: as if they were not there, and noted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from IPython.core.autocall import ExitAutocall

Note = Callable[[str], None]


class Leave(ExitAutocall):
    """What ``exit`` and ``quit`` are in a notebook; IPython calls it even without brackets."""

    def __call__(self, *_: Any, **__: Any) -> None:
        """Note that it was called."""
        shell: Any = self._ip
        shell.passed_over("exit()")


def pass_over_exits(namespace: dict[str, Any], note: Note) -> None:
    """Replace ``sys.exit`` by one that returns when a notebook's own line calls it.

    Libraries count on it not to return (argparse does): for them it raises as ever, and the cell
    ends there.
    """
    leave = sys.exit

    def exit(status: Any = None, /) -> None:
        if sys._getframe(1).f_globals is namespace:
            note("sys.exit()")
            return
        leave(status)

    exit.__doc__ = leave.__doc__
    sys.exit = exit  # type: ignore[assignment]
