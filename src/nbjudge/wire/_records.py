"""Small values of libraries: written as the parts of which they are.

Layout: ``tag, kind, count``; the parts follow. Whoever reads makes the value of the parts by its
own constructor, once each part is of the type and the size that it should be.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from . import _tags as tags
from ._errors import Unencodable, WireError
from ._opened import Opened
from ._reader import Reader
from ._record_kinds import KINDS, Kind
from ._record_libraries import of_numpy, of_pandas
from ._writer import Branch, Writer


def writer_of(own: type) -> Callable[[Any, Writer], Branch] | None:
    """Return how values of a type are written, or None when they are not taken apart."""
    kind = _by_type("numpy" in sys.modules, "pandas" in sys.modules).get(own)
    return partial(_write, kind) if kind is not None else None


def _write(kind: Kind, value: Any, writer: Writer) -> Branch:
    try:
        parts = list(kind.apart(value))
        if type(value) is not deque:
            kind.together(*parts)  # or the other side would refuse the whole message
    except (ValueError, TypeError, ArithmeticError) as error:
        raise Unencodable(f"a {kind.own.__name__} that cannot go: {error}") from None
    writer.put(bytes((tags.RECORD, kind.number)))
    writer.put(len(parts).to_bytes(4, "little"))
    return Branch(kind.own.__name__, parts, whole=True)


def open_record(reader: Reader) -> Opened:
    """Begin to read one."""
    kind = _by_number().get(reader.byte())
    if kind is None:
        raise WireError("a record is of no known kind")
    return Opened(reader.count(), partial(_build, kind))


def _build(kind: Kind, parts: list[Any]) -> Any:
    try:
        return kind.together(*parts)
    except (ValueError, TypeError, ArithmeticError) as error:
        raise WireError(f"a {kind.own.__name__} is malformed: {error!s:.80}") from None


@cache
def _by_type(numpy: bool, pandas: bool) -> dict[type, Kind]:
    """Return the kinds that a value of this process can be of."""
    some = KINDS + (of_numpy() if numpy else ()) + (of_pandas() if pandas else ())
    return {kind.own: kind for kind in some}


@cache
def _by_number() -> dict[int, Kind]:
    every = KINDS + of_numpy() + of_pandas()
    return {kind.number: kind for kind in every}
