"""Reads JSON that anybody may have written."""

from __future__ import annotations

import json
import re
from typing import Any

DECODER = json.JSONDecoder(parse_constant=lambda name: None)
"""Reads NaN and Infinity, which are no JSON, as null."""

HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape for half of a character: alone it is no text, and cannot be written as UTF-8."""


class TooDeepError(ValueError):
    """The JSON is nested more deeply than Python reads."""


def loads(text: str) -> Any:
    """Return the value that a JSON text begins with; what follows it is left alone.

    Raises
    ------
    ValueError
        When it begins with no JSON; `TooDeepError` when it is nested too deeply.
    """
    try:
        value, _end = DECODER.raw_decode(text.lstrip())
        return _mended(value) if HALF_CHARACTER.search(text) else value
    except RecursionError:
        raise TooDeepError("it is nested too deeply") from None


def _mended(value: Any) -> Any:
    """Replace half characters, as a browser would show them."""
    text = json.dumps(value, ensure_ascii=False)
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return DECODER.decode(whole)
