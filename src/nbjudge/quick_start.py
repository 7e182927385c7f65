"""Lets our programs start a second sooner; nothing else is different.

``jsonschema`` loads whatever can check formats, among it a package for addresses in all scripts of
the world, which builds a grammar as it is loaded. Here that waits until the first address comes.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

_SLOW = "rfc3987_syntax"


class _Later(ModuleType):
    """Stands in for the package until somebody needs it."""

    def is_valid_syntax(self, *args: Any) -> bool:
        """Do what the package's function of this name does; ``jsonschema`` takes it, and waits."""
        return bool(self._package.is_valid_syntax(*args))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the import system asks for those
            raise AttributeError(name)
        return getattr(self._package, name)

    @property
    def _package(self) -> Any:
        if sys.modules.get(_SLOW) is self:
            del sys.modules[_SLOW]
        return import_module(_SLOW)


if _SLOW not in sys.modules and find_spec(_SLOW) is not None:
    sys.modules[_SLOW] = _Later(_SLOW)
