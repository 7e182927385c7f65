"""``__main__`` as a test knows it: the notebook, where ``mock.patch`` looks for functions."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ._test_names import TestNames


class MainModule(ModuleType):
    """A module whose names are those of the tests, the student's among them.

    Parameters
    ----------
    names : TestNames
        The names.
    """

    def __init__(self, names: TestNames) -> None:
        super().__init__("__main__")
        vars(self)["_nbjudge_names"] = names

    def __getattr__(self, name: str) -> Any:
        try:
            return vars(self)["_nbjudge_names"][name]
        except KeyError:
            raise AttributeError(f"the notebook has no {name!r}", name=name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        vars(self)["_nbjudge_names"][name] = value

    def __delattr__(self, name: str) -> None:
        try:
            del vars(self)["_nbjudge_names"][name]
        except KeyError:
            raise AttributeError(f"the notebook has no {name!r}", name=name) from None
