"""A value of this process, to bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import _arrays_out, _plain_out, _records, _tables_out
from ._errors import TooLarge, Unencodable
from ._limits import DEFAULT, Limits
from ._lineage import lineage
from ._remote import Reference
from ._writer import Branch, Writer

Fallback: TypeAlias = Callable[[Any], Reference | None]

_name_of = type.__dict__["__name__"].__get__  # a metaclass cannot answer in its stead


def encode(value: Any, *, limits: Limits = DEFAULT, fallback: Fallback | None = None) -> bytes:
    """Return the message that `decode` turns into the value.

    Parameters
    ----------
    value
        A plain value, an array, a frame, an exception, or a container of them.
    limits : Limits
        What the message may cost.
    fallback : callable, optional
        Is asked for a `Reference` to leave in the place of each object that cannot go, and may
        return None. A frame or series with such an object inside is offered as a whole.

    Raises
    ------
    Unencodable
        When a part cannot go; the text says which, and why.
    TooLarge
        When it breaks a limit, whatever the fallback.
    """
    walk = _Walk(Writer(limits), fallback)
    walk.visit(value)
    while walk.step():
        pass
    return walk.writer.message()


@dataclass(slots=True)
class _Open:
    """A container on the way out, and how far it got."""

    value: Any
    branch: Branch
    in_key: bool
    mark: tuple[int, int]
    place: int = -1


class _Walk:
    """Goes through a value; a loop over the open containers, so that depth costs no stack."""

    def __init__(self, writer: Writer, fallback: Fallback | None) -> None:
        self.writer = writer
        self._fallback = fallback
        self._open: list[_Open] = []

    def step(self) -> bool:
        """Visit the next part; False when there is none."""
        while self._open:
            top = self._open[-1]
            top.place += 1
            if top.place < len(top.branch.parts):
                self.visit(top.branch.parts[top.place])
                return True
            self._open.pop()
        return False

    def visit(self, value: Any) -> None:
        """Write one value, or the beginning of a container."""
        mark = self.writer.mark()
        try:
            self.writer.count_item()
            branch = self._write(value)
            if branch is not None:
                self._enter(_Open(value, branch, self._stands_in_key(), mark))
        except TooLarge as error:
            raise TooLarge(self._sentence(str(error))) from None
        except _Cycle:
            raise Unencodable(self._sentence("the container itself again: a cycle")) from None
        except Unencodable as error:
            self._leave_behind(value, Unencodable(self._sentence(str(error))))

    def _write(self, value: Any) -> Branch | None:
        """Write a value by its exact type."""
        own = type(value)
        write = (
            _plain_out.WRITERS.get(own)
            or _arrays_out.writer_of(own)
            or _records.writer_of(own)
            or _tables_out.writer_of(own)
        )
        if write is not None:
            return write(value, self.writer)
        if BaseException in lineage(own) and not self._stands_in_key():
            _plain_out.write_error(value, self.writer)
            return None
        raise Unencodable(_what(own))

    def _stands_in_key(self) -> bool:
        if not self._open:
            return False
        top = self._open[-1]
        return top.in_key or top.place < top.branch.keys

    def _enter(self, opened: _Open) -> None:
        if any(opened.value is above.value for above in self._open):
            raise _Cycle
        if len(self._open) >= self.writer.limits.depth:
            raise TooLarge(f"nested too deep: {self.writer.limits.depth} containers are allowed")
        self._open.append(opened)

    def _leave_behind(self, value: Any, error: Unencodable) -> None:
        """Write a reference instead of a value, or of the frame that it is part of."""
        for level, above in enumerate(self._open):
            if above.branch.whole:
                value = above.value
                self.writer.rewind(above.mark)
                del self._open[level:]
                break
        reference = self._fallback(value) if self._fallback else None
        if type(reference) is not Reference:
            raise error
        _plain_out.write_reference(reference, self.writer)

    def _sentence(self, reason: str) -> str:
        where = "the value"
        if self._open:
            where = self._open[-1].branch.describe(self._open[-1].place)
        around = (o.branch.describe(o.place) for o in reversed(self._open[:-1]))
        return f"{', inside '.join([f'{where} is {reason}', *around]):.500}"


class _Cycle(Exception):
    """A container stands inside itself."""


def _what(own: type) -> str:
    """Say what kind of object it is, and what stands in its way."""
    name = f"{_name_of(own):.80}"
    for base in lineage(own)[1:]:
        if base in _plain_out.WRITERS:
            return f"of the type {name}, a subclass of {base.__name__}, which alone can go"
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return f"{article} {name}"
