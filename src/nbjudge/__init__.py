"""A verdict that can be trusted for nbgrader courses, with the reason attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from traitlets.config import Config

__version__ = "0.1.0"

__all__ = ["__version__", "configure"]


def configure(c: Config) -> None:
    """Set nbgrader up; see `nbjudge.nbgrader_plugins.configure`, which is loaded only now."""
    from .nbgrader_plugins import configure as set_up

    set_up(c)
