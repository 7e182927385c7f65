"""The text of a test cell, as Python understands it."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from types import CodeType
from typing import Any

from ._proxies import INSIDE, StudentObject, do

TYPE_OF = "_nbjudge_type"
"""The name by which a test finds `type_of`."""

READ = 1024
"""Texts of the instructor's whose meaning is remembered: each submission has the same ones."""

_RUNS_ITS_BODY = re.compile(r"%%(time|timeit|capture)\b(\s+-.*)?\s*$")
_RUNS_ITS_LINE = re.compile(r"%(?:time|timeit)\s+(?:-\w+(?:\s+\d+)?\s+)*")
_SHOWS = re.compile(r"%(matplotlib|config|load_ext|reload_ext|autoreload|precision)\b.*")
"""Commands of IPython's that change how things are shown, which is nothing to a test."""


@lru_cache(READ)
def compiled(source: str, name: str) -> tuple[CodeType, CodeType | None]:
    """Return a cell without its last expression, and that expression.

    Parameters
    ----------
    source : str
        The cell's text.
    name : str
        What tracebacks call it.

    Raises
    ------
    SyntaxError
        When it is not Python; of IPython's commands some are understood.
    """
    tree = ast.fix_missing_locations(_AskForTypes().visit(parsed(source, name)))
    last: CodeType | None = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        expression = tree.body.pop()
        last = compile(ast.Expression(expression.value), name, "eval")
    return compile(tree, name, "exec"), last


def title(grade_id: str) -> str:
    """Return what tracebacks call a test."""
    return f"<{grade_id}>"


def type_of(value: Any) -> Any:
    """Return what ``type`` does, and of a student's object the student's class."""
    return do("type", value) if StudentObject in type(value).__mro__ else type(value)


class _AskForTypes(ast.NodeTransformer):
    """Asks `type_of` where a test asks ``type`` of a value, or its ``__class__``."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr != "__class__" or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.Call(ast.Name(TYPE_OF, ast.Load()), [node.value], []), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("type") as function, [argument], []):
                if not isinstance(argument, ast.Starred):
                    function.id = TYPE_OF
        return node


def parsed(source: str, name: str = "test") -> Any:
    """Return the tree of a cell; SyntaxError when it is not Python."""
    try:
        return ast.parse(source, name)
    except SyntaxError:
        plain = _without_commands(source)
        if plain == source:
            raise
        return ast.parse(plain, name)


def _without_commands(source: str) -> str:
    """Return a cell's text without the commands of IPython's, line for line."""
    lines = source.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if _RUNS_ITS_BODY.match(lines[first]):
        lines[first] = ""
    return "\n".join(_without_command(line) for line in lines)


def _without_command(line: str) -> str:
    command = line.lstrip()
    margin = line[: len(line) - len(command)]
    if found := _RUNS_ITS_LINE.match(command):
        return margin + command[found.end() :]
    if _SHOWS.match(command):
        return margin + "pass"
    if re.match(r"%|!|\w+\s*=\s*[%!]", command):
        raise SyntaxError(f"{command!r:.60} is a command of IPython's: {INSIDE}")
    return line
