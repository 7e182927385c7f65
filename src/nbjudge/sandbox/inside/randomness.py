"""The global random numbers of Python and of NumPy."""

from __future__ import annotations

import random
import sys
from typing import Any


def begin_randomness() -> None:
    """Begin with dice of one's own."""
    random.seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(None)


def set_randomness(of_python: Any, of_numpy: Any) -> None:
    """Go on with the host's states; each is None when it has not changed there.

    Parameters
    ----------
    of_python : tuple or None
        What ``random.getstate`` gives.
    of_numpy : dict or None
        What ``numpy.random.get_state(legacy=False)`` gives.
    """
    if of_python is not None:
        random.setstate(of_python)
    if of_numpy is not None:
        import numpy.random

        numpy.random.set_state(of_numpy)
