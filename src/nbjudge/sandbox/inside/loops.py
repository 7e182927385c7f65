"""The event loop of a notebook: it runs while a cell does, as in a kernel.

For a cell without ``await`` it only seems to run: that is enough for ``create_task`` and its like,
and spares every plain cell the loop's own work.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class Loop:
    """An event loop of this process's own; one from before a fork would be shared."""

    def __init__(self) -> None:
        self._loop: Any = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)

    def call(self, function: Callable[[], Result]) -> Result:
        """Call a function as if from within the loop, then let tasks that it began begin."""
        loop = self._usable()
        loop._thread_id = threading.get_ident()
        asyncio._set_running_loop(loop)
        try:
            return function()
        finally:
            asyncio._set_running_loop(None)
            loop._thread_id = None
            if loop._ready and not loop.is_closed():
                loop.run_until_complete(asyncio.sleep(0))

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine to its end; a KeyboardInterrupt cancels it."""
        loop = self._usable()
        task = loop.create_task(coroutine)
        try:
            result: Result = loop.run_until_complete(task)
        except KeyboardInterrupt:
            if task.done():
                raise
            task.cancel()
            result = loop.run_until_complete(task)
        return result

    def _usable(self) -> Any:
        """Return the loop, or a new one if the student has closed or broken it."""
        if self._loop.is_closed() or self._loop.is_running():
            self.__init__()  # type: ignore[misc]
        return self._loop
