"""The values of NumPy and of pandas that are taken apart into parts, and put together again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._errors import Unencodable
from ._record_kinds import WORDS, Kind, Parts, whole_number

_BITS, _OLD_BITS = "PCG64", "MT19937"
"""NumPy's usual random bits; of some others it does not check the state that it is given."""


def of_numpy() -> tuple[Kind, ...]:
    """Return NumPy's kinds; it is imported."""
    import numpy as np

    return (
        Kind(20, np.random.Generator, _state, _generator),
        Kind(21, np.random.RandomState, _old_state, _old_generator),
    )


def of_pandas() -> tuple[Kind, ...]:
    """Return pandas' kinds; it is imported."""
    import numpy as np
    import pandas as pd

    return (
        Kind(30, pd.Timestamp, _moment, _timed(pd.Timestamp, np.datetime64)),
        Kind(
            31, pd.Timedelta, lambda t: (t.to_timedelta64(),), _timed(pd.Timedelta, np.timedelta64)
        ),
    )


def _state(value: Any) -> Parts:
    state = value.bit_generator.state
    if state["bit_generator"] != _BITS:
        raise Unencodable(f"a Generator over {state['bit_generator']:.40}")
    inner = state["state"]
    return inner["state"], inner["inc"], state["has_uint32"], state["uinteger"]


def _generator(*parts: Any) -> Any:
    import numpy as np

    numbers = [whole_number(part) for part in parts]
    for number, most in zip(numbers, (2**128, 2**128, 2, 2**32), strict=True):
        if not 0 <= number < most:
            raise ValueError("its state is none")
    position, step, has, spare = numbers
    inner = {"state": position, "inc": step}
    bits: Any = np.random.PCG64(0)
    bits.state = {"bit_generator": _BITS, "state": inner, "has_uint32": has, "uinteger": spare}
    return np.random.Generator(bits)


def _old_state(value: Any) -> Parts:
    name, *state = value.get_state()
    if name != _OLD_BITS:
        raise Unencodable(f"a RandomState over {name:.40}")
    return tuple(state)


def _old_generator(key: Any, place: Any, has: Any, spare: Any) -> Any:
    import numpy as np

    fits = type(key) is np.ndarray and (key.shape, key.dtype.str) == ((WORDS,), "<u4")
    if not (fits and 0 <= whole_number(place) <= WORDS and has in (0, 1) and type(spare) is float):
        raise ValueError("its state is none")
    old: Any = np.random.RandomState(0)
    old.set_state((_OLD_BITS, key, place, has, spare))
    return old


def _moment(value: Any) -> Parts:
    if value.tz is not None:
        raise Unencodable("a Timestamp in a zone")
    return (value.to_datetime64(),)


def _timed(make: Callable[[Any], Any], part: type) -> Callable[[Any], Any]:
    def together(value: Any) -> Any:
        if type(value) is not part or value != value:
            raise ValueError("its part is no time")
        return make(value)

    return together
