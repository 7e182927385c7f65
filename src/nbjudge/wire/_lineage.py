"""What a type descends from, whatever its metaclass says of it."""

from __future__ import annotations

from collections.abc import Callable

lineage: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
"""Return a type's method resolution order."""
