"""Cells that can neither die nor hang: they define functions, import what is loaded, name things.

Before such a cell the state need not be kept, which takes longer than the cell itself. It is a
matter of time alone: a cell that is wrongly taken for one costs, if it dies, the one before too.
"""

from __future__ import annotations

import ast
import sys
from types import ModuleType
from typing import Any

_LONGEST = 20_000  # characters; larger cells are worth a fork


def is_side_effect_free(source: str, namespace: dict[str, Any]) -> bool:
    """Tell whether running a cell calls nothing at all."""
    if len(source) > _LONGEST:
        return False
    try:
        body = ast.parse(source).body
    except (
        SyntaxError,
        ValueError,
        RecursionError,
        MemoryError,
    ):  # magics, or an error to be shown
        return False
    return all(_is_side_effect_free(statement, namespace) for statement in body)


def _is_side_effect_free(statement: ast.stmt, namespace: dict[str, Any]) -> bool:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return not statement.decorator_list and _is_plain_signature(statement, namespace)
        case ast.Import(names):
            return all(alias.name in sys.modules for alias in names)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            known = vars(sys.modules[module]) if module in sys.modules else {}
            return all(alias.name in known for alias in names)
        case ast.Assign(targets=[ast.Name()], value=ast.Constant()):
            return True
        case ast.Expr(ast.Constant()) | ast.Pass():
            return True
    return False


def _is_plain_signature(
    function: ast.FunctionDef | ast.AsyncFunctionDef, namespace: dict[str, Any]
) -> bool:
    """Tell whether the parts of a signature that are evaluated call nothing."""
    signature = function.args
    parameters = [*signature.posonlyargs, *signature.args, *signature.kwonlyargs]
    parameters += [extra for extra in (signature.vararg, signature.kwarg) if extra is not None]
    evaluated = [
        *signature.defaults,
        *signature.kw_defaults,
        *(parameter.annotation for parameter in parameters),
        function.returns,
    ]
    return all(part is None or _is_plain(part, namespace) for part in evaluated)


def _is_plain(part: ast.expr, namespace: dict[str, Any]) -> bool:
    match part:
        case ast.Constant() | ast.Name():
            return True
        case ast.Attribute(value=ast.Name(id=name)):
            return type(namespace.get(name)) is ModuleType
    return False
