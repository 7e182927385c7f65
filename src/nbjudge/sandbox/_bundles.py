"""Values of outputs as nbformat wants them, out of what nobody vouches for."""

from __future__ import annotations

import math
from typing import Any


class Malformed(Exception):
    """A part of an output is not of the kind that it must be."""


def text(value: object) -> str:
    """Return a text that can be stored; lone surrogates cannot."""
    if type(value) is not str:
        raise Malformed
    return value.encode("utf-8", "replace").decode("utf-8")


def texts(value: object) -> list[str]:
    """Return a list of texts."""
    if type(value) is not list:
        raise Malformed
    return [text(each) for each in value]


def number(value: object) -> int | None:
    """Return an execution count, None when it cannot be one."""
    return value if type(value) is int and 0 <= value < 2**31 else None


def bundle(value: object) -> dict[str, Any]:
    """Return representations by mime type."""
    known = metadata(value)
    for kind, content in known.items():
        lines = content if isinstance(content, list) else [content]
        if not kind.endswith("json") and not all(isinstance(line, str) for line in lines):
            raise Malformed
    return known


def metadata(value: object) -> dict[str, Any]:
    """Return an object of JSON."""
    if type(value) is not dict:
        raise Malformed
    known: dict[str, Any] = _json(value)
    return known


def _json(value: Any) -> Any:
    """Return a value of JSON; `wire` has bounded its depth and size."""
    if value is None or type(value) in (bool, int):
        return value
    if type(value) is float:
        return value if math.isfinite(value) else None
    if type(value) is str:
        return text(value)
    if type(value) in (list, tuple):
        return [_json(each) for each in value]
    if type(value) is dict:
        return {text(key): _json(each) for key, each in value.items()}
    raise Malformed
