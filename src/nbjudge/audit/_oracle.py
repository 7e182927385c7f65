"""Rules for the student's module: no Python in it computes what students should write."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from ..lesson import Contract
from ._finding import Finding


def module_findings(source: bytes, name: str, contract: Contract) -> Iterator[Finding]:
    """Return what is wrong with one file of the student's module."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        yield Finding("syntax", name, f"Python cannot read it: {error}.")
        return
    allowed = sys.stdlib_module_names | set(contract.imports)
    for imported in sorted({module for node in ast.walk(tree) for module in _imported(node)}):
        if imported not in allowed:
            yield Finding("import", name, f"It imports {imported}, which students need not have.")
    for used in sorted({used for node in ast.walk(tree) for used in _names(node)}):
        if used in contract.forbidden:
            text = f"It has {used!r}: no Python that students get computes attention."
            yield Finding("oracle", name, text)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return [node.module.partition(".")[0]]
    return []


def _names(node: ast.AST) -> list[str]:
    """Return the identifiers of a node: what it defines, calls, reads or imports."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.alias):
        return [node.name]
    if isinstance(node, ast.Name):
        return [node.id]
    return [node.attr] if isinstance(node, ast.Attribute) else []
