"""Makes wrong answers from right ones: each has one small change in its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..notebook.cells import SOLUTION

MOST = 24
"""Mutants of one answer cell."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip

_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
}  # fmt: skip

_DROPPED = (
    ast.Assign, ast.AugAssign, ast.Expr, ast.Delete, ast.Raise, ast.Assert, ast.Break, ast.Continue
)  # fmt: skip

_LEFT_ALONE = frozenset({"annotation", "returns", "decorator_list"})
"""Parts whose change is no mistake in what a function does."""

_LONGEST = 60


@dataclass(frozen=True)
class Mutant:
    """An answer with one change.

    Parameters
    ----------
    answer : str
        The grade id of the answer cell.
    source : str
        Of the cell, with the change.
    line : int
        Where the change is, from 1.
    before, after : str
        What stood there, and what stands there now.
    """

    answer: str
    source: str
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"line {self.line} of {self.answer!r}, {self.before!r} → {self.after!r}"


def mutants(answer: str, source: str, most: int = MOST) -> list[Mutant]:
    """Return mutants of an answer cell in the order of its lines, always the same ones.

    A cell that is no Python has none. Of many they are taken from all over the cell.

    Parameters
    ----------
    answer : str
        The cell's grade id.
    source : str
        The right answer; only its solution regions are changed, if it has any.
    most : int
        How many at most.
    """
    text = _without_magics(source)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    lines = _solution_lines(source)
    changes = [pair for node in _walk(tree) for pair in _changes(node) if pair[0].lineno in lines]
    if len(changes) > most:
        changes = [changes[place * len(changes) // most] for place in range(most)]
    made = (_mutant(answer, source, *change) for change in changes)
    return [mutant for mutant in made if mutant is not None]


def _without_magics(source: str) -> str:
    """Return the source with lines that only IPython understands as empty statements."""
    return "\n".join(
        line[: len(line) - len(line.lstrip())] + "pass" if line.lstrip()[:1] in ("%", "!") else line
        for line in source.split("\n")
    )


def _solution_lines(source: str) -> frozenset[int]:
    lines = source.split("\n")
    begins = [number for number, line in enumerate(lines, 1) if SOLUTION[0] in line]
    ends = [number for number, line in enumerate(lines, 1) if SOLUTION[1] in line]
    if not begins:
        return frozenset(range(1, len(lines) + 1))
    return frozenset(n for b, e in zip(begins, ends, strict=False) for n in range(b, e))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes in the order of the source."""
    yield node
    if isinstance(node, ast.JoinedStr):  # Python 3.11 does not tell where its parts are
        return
    for name, value in ast.iter_fields(node):
        if name not in _LEFT_ALONE:
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    yield from _walk(part)


def _changes(node: Any) -> Iterator[tuple[Any, str]]:
    """Yield parts of a node, each with what might stand in its place."""
    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in _COMPARISONS:
            operators = [_COMPARISONS[type(first)](), *node.ops[1:]]
            yield node, f"({ast.unparse(ast.Compare(node.left, operators, node.comparators))})"
        case ast.BinOp(left, op, right) if type(op) in _OPERATORS:
            yield node, f"({ast.unparse(ast.BinOp(left, _OPERATORS[type(op)](), right))})"
        case ast.Constant(value):
            yield from ((node, text) for text in _other_constants(value))
        case ast.Return(value=ast.expr()):
            yield node, "return None"
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            yield test, f"(not ({ast.unparse(test)}))"
    if isinstance(node, ast.AugAssign) and type(node.op) in _OPERATORS:
        other = ast.AugAssign(node.target, _OPERATORS[type(node.op)](), node.value)
        yield node, ast.unparse(other)
    if isinstance(node, _DROPPED) and not _says_nothing(node):
        yield node, "pass"


def _other_constants(value: object) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int | float):
        yield f"({value + 1!r})"
        yield f"({value - 1!r})"


def _says_nothing(node: ast.AST) -> bool:
    """Whether a statement is a docstring or an ellipsis."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _mutant(answer: str, source: str, node: Any, text: str) -> Mutant | None:
    """Put a text in a node's place; None when that gives no Python, or the same program."""
    lines = source.split("\n")
    first, last = lines[node.lineno - 1].encode(), lines[node.end_lineno - 1].encode()
    start, end = first[: node.col_offset].decode(), last[node.end_col_offset :].decode()
    changed = [*lines[: node.lineno - 1], start + text + end, *lines[node.end_lineno :]]
    mutated = "\n".join(changed)
    try:
        new, old = (ast.dump(ast.parse(_without_magics(each))) for each in (mutated, source))
    except (SyntaxError, ValueError):
        return None
    shown = (ast.get_source_segment(source, node) or "", text)
    return Mutant(answer, mutated, node.lineno, *map(_short, shown)) if new != old else None


def _short(text: str) -> str:
    line = " ".join(text.split())
    if line.startswith("(") and line.endswith(")"):
        line = line[1:-1]
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
