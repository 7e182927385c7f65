"""The frequencies of time indexes: "D", "-2h", "QS-JAN".

pandas parses their names, and checks that an index follows its own. Both can be made slow; so only
common names get there, and only times that could follow one.
"""

from __future__ import annotations

import re
from typing import Any

from ._errors import WireError
from ._keys import Purse, count_distinct

_CLOCK = re.compile(r"-?([1-9][0-9]{0,5})?(ns|us|ms|s|min|h|D)")
_CALENDAR = re.compile(r"-?([1-9][0-9]?)?(B|B?M[SE]|W(-[A-Z]{3})?|B?[QY][SE](-[A-Z]{3})?)")
_MOST_STEPS = 64  # months, leap years, and the clock changes of a zone's history
_COMPARISONS_PER_ROW = 16  # lets pass the working days of all years that pandas knows


def may_cross(frequency: object) -> bool:
    """Return whether a frequency is the name of a common one."""
    known = (_CLOCK, _CALENDAR)
    return type(frequency) is str and any(form.fullmatch(frequency) for form in known)


def set_frequency(index: Any, frequency: object, purse: Purse) -> None:
    """Give an index of times the frequency that it follows.

    Raises
    ------
    WireError
        When it does not, or when finding out costs more than the message may.
    """
    import pandas as pd

    times = isinstance(index, pd.DatetimeIndex | pd.TimedeltaIndex)
    if not (times and may_cross(frequency) and _could_follow(index)):
        raise WireError("an index does not follow its frequency")
    if _CALENDAR.fullmatch(str(frequency)):  # pandas counts them off one by one
        purse.spend(_COMPARISONS_PER_ROW * len(index), "too many rows with such a frequency")
    index.freq = frequency


def _could_follow(index: Any) -> bool:
    """Return whether times go one way, in steps of a few lengths."""
    import numpy as np

    steps = np.sort(np.diff(index.asi8))
    if index.hasnans or count_distinct(steps) > _MOST_STEPS:
        return False
    return len(steps) == 0 or bool(steps[0] > 0 or steps[-1] < 0)
