"""Libraries that a test uses although no cell of the instructor's imports them.

In many courses that import stands in the solution, so that students write it. A test that then says
``np.allclose`` means NumPy's, whatever a student has put under that name.
"""

from __future__ import annotations

import ast
import importlib
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from ._source import READ, parsed

ALIASES = {
    "np": "numpy",
    "npt": "numpy.testing",
    "la": "numpy.linalg",
    "pd": "pandas",
    "nx": "networkx",
}
"""What everybody calls some modules; others are known by their own names."""

FIGURES = frozenset({"matplotlib.pyplot", "pylab"})
"""They hold what the student's code has drawn: a test that names one means the student's."""

_ASSERTING = ("numpy.testing", "pandas.testing")


class Conventions:
    """Knows what tests mean by a name, from how they use it; the student is not asked."""

    def __init__(self) -> None:
        self._attributes: dict[str, set[str]] = {}
        self._others: set[str] = set()

    def begin_cell(self, source: str) -> None:
        """Look at how a test uses names."""
        attributes, others = uses(source)
        for name, attribute in attributes:
            self._attributes.setdefault(name, set()).add(attribute)
        self._others |= others

    def library(self, name: str) -> Any:
        """Return the library's own object that a name means, or None.

        A module is meant where all that a test does with a name is to take attributes that the
        module has: else ``queue`` may be a student's variable.
        """
        if name.startswith("assert_"):
            return _assertion(name)
        attributes = self._attributes.get(name)
        if not attributes or (name in self._others and name not in ALIASES):
            return None
        module = _module(ALIASES.get(name, name))
        return module if all(hasattr(module, each) for each in attributes) else None


@lru_cache(READ)
def uses(source: str) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    """Return the names of which attributes are taken, with these, and those used otherwise."""
    try:
        nodes = list(ast.walk(parsed(source)))
    except (SyntaxError, ValueError):
        return frozenset(), frozenset()
    bases = {node.value: node.attr for node in nodes if isinstance(node, ast.Attribute)}
    names = [node for node in nodes if isinstance(node, ast.Name)]
    attributes = frozenset((node.id, bases[node]) for node in names if node in bases)
    return attributes, frozenset(node.id for node in names if node not in bases)


def _assertion(name: str) -> Any:
    found = [getattr(_module(place), name, None) for place in _ASSERTING]
    return next((each for each in found if each is not None), None)


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name) if find_spec(name.partition(".")[0]) else None
    except (ImportError, ValueError):
        return None
