"""What the host may do with an object of the notebook, by name."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from .objects import type_name

Operation = Callable[..., Any]

_BINARY = (
    "add sub mul truediv floordiv mod pow matmul lshift rshift and_ or_ xor "
    "iadd isub imul itruediv ifloordiv imod ipow imatmul ilshift irshift iand ior ixor"
).split()
_COMPARING = "eq ne lt le gt ge is_ is_not contains".split()
_OTHER = "getitem setitem delitem neg pos abs invert index concat iconcat countOf".split()


def _call(target: Any, /, *args: Any, **kwargs: Any) -> Any:
    return target(*args, **kwargs)


def _call_telling(target: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Call it, and say what has become of the arguments: the host's own are copies."""
    return target(*args, **kwargs), args, kwargs


def _array(target: Any) -> Any:
    """Return what NumPy makes of an object; masked arrays lose their mask, as in a kernel."""
    import numpy

    array = numpy.asarray(target)
    return array.astype(float) if array.dtype == object else array


def _names_of_mro(target: Any, *names: str) -> Any:
    mro = tuple(type_name(base) for base in type(target).__mro__)
    return any(name in mro for name in names) if names else mro


def _describe(target: Any) -> dict[str, Any]:
    """Say what kind of object it is, without calling any of its own code."""
    own = type(target)
    return {
        "type": type_name(own),
        "mro": tuple(type_name(base) for base in own.__mro__),
        "callable": any("__call__" in base.__dict__ for base in own.__mro__),
        "class": type in own.__mro__,
    }


def _reflected(name: str) -> Operation:
    forward: Operation = getattr(operator, name)
    return lambda target, other: forward(other, target)


OPERATIONS: dict[str, Operation] = {
    **{name: getattr(operator, name) for name in (*_BINARY, *_COMPARING, *_OTHER)},
    **{f"r{name}": _reflected(name) for name in _BINARY if not name.startswith("i")},
    "call": _call,
    "call_telling": _call_telling,
    "array": _array,
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "hasattr": hasattr,
    "isinstance_name": _names_of_mro,
    "describe": _describe,
    **{
        kind.__name__: kind
        for kind in (bool, int, float, complex, str, bytes, list, tuple, set, dict, type, reversed)
    },
    **{done.__name__: done for done in (len, iter, next, repr, hash, round, divmod, format, dir)},
}
"""Each takes the object and the arguments; ``and``, ``or``, ``not`` and ``is`` as in `operator`."""

for _name in ("and", "or", "is"):
    OPERATIONS[_name] = OPERATIONS[f"{_name}_"]
for _name in ("rand", "ror"):
    OPERATIONS[_name] = OPERATIONS[f"{_name}_"]
