"""What the instructor's locked cells define, as far as no student's code has a part in it.

Isolated tests have these definitions for their own. A statement is one when every name that it uses
is Python's or comes from such a statement. What a locked cell computes with a student's function is
none: a test that mentions it asks the student's process.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ._cells import READ

Definition = tuple[str, ...]
"""A source and the names that it binds; an empty source for names that are the student's now."""

_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@lru_cache(READ)
def definitions(cells: tuple[str, ...]) -> tuple[tuple[Definition, ...], ...]:
    """Return the definitions in each of a notebook's locked cells.

    Parameters
    ----------
    cells : tuple of str
        Sources in the notebook's order.
    """
    own: set[str] = set(vars(builtins))
    return tuple(tuple(_in_cell(source, own)) for source in cells)


@lru_cache(READ)
def imports(cells: tuple[str, ...]) -> tuple[Definition, ...]:
    """Return the imports at the top of cells."""
    found = (node for source in cells for node in _statements(source))
    return tuple(
        (ast.unparse(node), *sorted(_bound(node)))
        for node in found
        if isinstance(node, ast.Import | ast.ImportFrom)
    )


@lru_cache(READ)
def made_by(test: str) -> frozenset[str]:
    """Return the global names that a test gives a value to, and did not read before."""
    made, read = set[str](), set[str]()
    for statement in _statements(test):
        adds = isinstance(statement, ast.AugAssign)
        read |= (_used(statement) | (_bound(statement) if adds else set())) - made
        made |= _bound(statement)
    return frozenset(made - read)


def _in_cell(source: str, own: set[str]) -> Iterator[Definition]:
    for statement in _statements(source):
        bound = _bound(statement)
        if _used(statement) - bound <= own:
            own |= bound
            yield (ast.unparse(statement), *sorted(bound))
        elif bound:
            own -= bound
            yield ("", *sorted(bound))


def _statements(source: str) -> list[ast.stmt]:
    """Return a cell's statements; its lines for IPython are none."""
    lines = source.split("\n")
    lines = ["pass" if line.lstrip().startswith(("%", "!")) else line for line in lines]
    try:
        return ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError):
        return []


def _bound(statement: ast.AST) -> set[str]:
    """Return the names that a statement gives a value to."""
    found: set[str] = set()
    for node in _outside(statement, ast.ClassDef):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found.add(node.name)
            case ast.Import(names) | ast.ImportFrom(names=names):
                found |= {(alias.asname or alias.name).partition(".")[0] for alias in names}
            case ast.ExceptHandler(name=str(name)):
                found.add(name)
    return found


def _used(statement: ast.stmt) -> set[str]:
    """Return the names that a statement needs when it is run."""
    nodes = list(_outside(statement))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    inside = [part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body]
    in_class = {name for part in inside for name in _bound(part)}
    return {name.id for name in names if isinstance(name.ctx, ast.Load)} - in_class


def _outside(statement: ast.AST, *also: type[ast.AST]) -> Iterator[ast.AST]:
    """Yield the parts of a statement, but not what functions (or classes) have inside."""
    yield statement
    parts: Iterable[ast.AST] = ast.iter_child_nodes(statement)
    if isinstance(statement, _FUNCTIONS):
        signature = statement.args
        decorators = [] if isinstance(statement, ast.Lambda) else statement.decorator_list
        given = [*signature.defaults, *signature.kw_defaults, *decorators]
        parts = [part for part in given if part is not None]
    for part in () if isinstance(statement, also) else parts:
        yield from _outside(part, *also)
