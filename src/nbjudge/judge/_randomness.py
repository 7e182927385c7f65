"""Random numbers: a seed in a test is a seed for the student's code too, and none comes back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

_SEEDING = ((random, ("seed", "setstate")), (np.random, ("seed", "set_state")))


class Dice(Protocol):
    """What of a sandbox's session is needed here."""

    def set_randomness(self, python: Any, numpy: Any) -> None: ...


class Randomness:
    """Gives the student's code the states of ``random`` and ``np.random`` when the test moves them.

    Only then: what the student's code has drawn since stays drawn. States never come back from
    there, or a student could choose the test's random inputs.

    Parameters
    ----------
    session : Dice
        The student's process.
    """

    def __init__(self, session: Dice) -> None:
        self._session = session
        self._matters = False
        self._seeded = [False, False]  # even when the state stays the same
        self._python, self._numpy = random.getstate(), np.random.get_state(legacy=False)
        for place, (module, names) in enumerate(_SEEDING):
            for name in names:
                setattr(module, name, self._noticing(place, getattr(module, name)))

    def begin_cell(self, source: str) -> None:
        """Begin a test; one without these words draws as it likes, unless one before had them."""
        self._matters = self._matters or "seed" in source or "state" in source

    def before_call(self) -> None:
        """Show the student's code what has changed here."""
        if not self._matters:
            return
        python, numpy = random.getstate(), np.random.get_state(legacy=False)
        shown = (
            python if self._seeded[0] or python != self._python else None,
            numpy if self._seeded[1] or not _same(numpy, self._numpy) else None,
        )
        if any(state is not None for state in shown):
            self._session.set_randomness(*shown)
            self._python, self._numpy, self._seeded = python, numpy, [False, False]

    def _noticing(self, place: int, seed: Callable[..., None]) -> Callable[..., None]:
        """Return a function that seeds, and lets it be known."""

        def noticed(*args: Any, **kwargs: Any) -> None:
            self._seeded[place] = True
            seed(*args, **kwargs)

        return noticed


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    key, other_key = one["state"], other["state"]
    plain = all(one[name] == other[name] for name in ("has_gauss", "gauss"))
    same_place = key["pos"] == other_key["pos"]
    return plain and same_place and bool(np.array_equal(key["key"], other_key["key"]))
