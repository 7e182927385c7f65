"""What the host may do with an object of the notebook, by name."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterable
from typing import Any

from nbjudge.wire import RemoteError, lineage

from .errors import rebuild
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
    mro = tuple(type_name(base) for base in lineage(type(target)))
    return any(name in mro for name in names) if names else mro


_dict_of = type.__dict__["__dict__"].__get__  # no metaclass answers in its stead


def _special(classes: Iterable[type]) -> tuple[str, ...]:
    """Return the special methods that classes define, but for those that every object has."""
    owners = [_dict_of(each) for each in classes if each is not object]
    names = {name for own in owners for name in own if type(name) is str and own[name] is not None}
    return tuple(sorted(name for name in names if name.startswith("__") and name.endswith("__")))


def _describe(target: Any) -> dict[str, Any]:
    """Say what kind of object it is, without calling any of its own code.

    Of a class, ``lineage`` has the names of what it descends from, itself first, and
    ``of_instances`` the special methods of its objects.
    """
    own = lineage(type(target))
    line = lineage(target) if type in own else ()
    special = _special(own)
    return {
        "type": type_name(own[0]),
        "mro": tuple(map(type_name, own)),
        "callable": "__call__" in special,
        "lineage": tuple(map(type_name, line)),
        "special": special,
        "of_instances": _special(line),
    }


def _leave(target: Any, error: RemoteError | None) -> bool:
    """End a ``with`` block; whether an error that happened in it ends there."""
    built = None if error is None else rebuild(error)
    return bool(type(target).__exit__(target, None if built is None else type(built), built, None))


def _has_instance(target: Any, value: Any) -> bool:
    """Whether a value is of a class, or of one that descends from it."""
    return any(base is target for base in lineage(type(value)))


def _has_subclass(target: Any, other: Any) -> bool:
    return isinstance(other, type) and any(base is target for base in lineage(other))


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
    "has_instance": _has_instance,
    "has_subclass": _has_subclass,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "enter": lambda target: type(target).__enter__(target),
    "exit": _leave,
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
