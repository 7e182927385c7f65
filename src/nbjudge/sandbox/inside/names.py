"""The names that a notebook has defined."""

from __future__ import annotations

from typing import Any

from .shell import NotebookShell


class Names:
    """Looks into a notebook's namespace, and changes it.

    What IPython itself put there (``In``, ``Out``, ``_``, ``exit``) is not there for the host,
    unless the notebook has given such a name a value of its own.
    """

    def __init__(self, shell: NotebookShell) -> None:
        self._space: dict[str, Any] = shell.user_ns
        self._hidden: dict[str, Any] = shell.user_ns_hidden
        self._hidden.update(self._space)

    def look_up(self, name: str) -> Any:
        """Return what a name stands for; NameError when there is no such name."""
        if not self._is_defined(name):
            raise NameError(f"name {name!r} is not defined")
        return self._space[name]

    def all(self) -> frozenset[str]:
        """Return all names."""
        return frozenset(
            name for name in list(self._space) if type(name) is str and self._is_defined(name)
        )

    def bind(self, name: str, value: Any) -> None:
        """Give a name a value."""
        self._space[name] = value

    def unbind(self, name: str) -> None:
        """Delete a name; NameError when there is no such name."""
        self.look_up(name)
        del self._space[name]

    def _is_defined(self, name: str) -> bool:
        missing = object()
        value = self._space.get(name, missing)
        return value is not missing and self._hidden.get(name, missing) is not value
