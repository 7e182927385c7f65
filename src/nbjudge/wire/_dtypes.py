"""The dtypes that may cross, and what their bytes must look like.

A dtype travels as its short text, ``<f8``. The text is held against a list of forms before NumPy
sees it: no objects, no fields, no void, no width of zero.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_UNIT = r"(\[[1-9]?[0-9]{0,8}(Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?"
_FORM = re.compile(
    rf"[<>|](b1|[iu][1248]|f(2|4|8|16)|c(8|16|32)|[SU][1-9][0-9]{{0,8}}|[mM]8{_UNIT})"
)

SCALAR_KINDS = "biufcmM"
"""Kinds whose values have one size; texts are the others."""

_LARGEST_CODE_POINT = 0x10FFFF


def may_cross(dtype: np.dtype[Any]) -> bool:
    """Return whether values of a dtype can be sent."""
    return _FORM.fullmatch(dtype.str) is not None and dtype.names is None


def parse(text: bytes) -> np.dtype[Any] | None:
    """Return the dtype that a text from outside names, or None if it may not cross."""
    import numpy as np

    form = text.decode("latin-1")
    if not _FORM.fullmatch(form):
        return None
    try:
        dtype = np.dtype(form)
    except (TypeError, ValueError):  # too wide, or not known on this machine
        return None
    return dtype if dtype.str == form else None


def flaw(array: npt.NDArray[Any]) -> str | None:
    """Return what is wrong with the bytes of an array, or None.

    NumPy trusts a bool to be 0 or 1 (others are true, and yet may differ from True), and a
    character to be one of Unicode (others raise when they are looked at).
    """
    kind = array.dtype.kind
    if array.size == 0 or kind not in "bU":
        return None
    flat = array.reshape(-1)
    if kind == "b":
        return "a bool that is neither 0 nor 1" if flat.view("u1").max() > 1 else None
    points = flat.view(array.dtype.byteorder.replace("=", "<") + "u4")
    return "a character beyond Unicode" if points.max() > _LARGEST_CODE_POINT else None
