"""Puts the starter that an instructor wrote in the place of the solution.

The starter stands inside the solution region, commented out, so that it never runs with the
solution, and so that nbgrader without this step removes it together with the solution.
"""

from __future__ import annotations

import re

from .cells import SOLUTION, STARTER


class StarterError(ValueError):
    """A starter region is not where it can be used; the text says what to do."""


def swap(source: str) -> str:
    """Return the source with each solution region that holds a starter replaced by it.

    Parameters
    ----------
    source : str
        Source of one answer cell.

    Raises
    ------
    StarterError
        When a starter stands outside a solution region, is not closed, or is not commented out.
    """
    lines: list[str] = []
    region: list[str] | None = None
    for line in source.split("\n"):
        if SOLUTION[0] in line:
            region = []
        if region is None:
            _refuse_marker(line)
            lines.append(line)
        else:
            region.append(line)
        if region is not None and SOLUTION[1] in line:
            lines.extend(_replacement(region))
            region = None
    if region is not None and any(STARTER[0] in line for line in region):
        raise StarterError(f"the solution region that holds it has no {SOLUTION[1]!r}")
    return "\n".join(lines + (region or []))


def _replacement(region: list[str]) -> list[str]:
    begins = [index for index, line in enumerate(region) if STARTER[0] in line]
    ends = [index for index, line in enumerate(region) if STARTER[1] in line]
    if not begins and not ends:
        return region
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        raise StarterError(f"a starter needs one {STARTER[0]!r} and one {STARTER[1]!r} after it")
    return [_uncommented(line) for line in region[begins[0] + 1 : ends[0]]]


def _uncommented(line: str) -> str:
    if not line.strip():
        return ""
    match = re.fullmatch(r"(\s*)#( ?)(.*)", line)
    if match is None:
        raise StarterError(f"the starter's line {line.strip()!r} is not commented out")
    return (match[1] + match[3]).rstrip()


def _refuse_marker(line: str) -> None:
    if STARTER[0] in line or STARTER[1] in line:
        raise StarterError(f"{line.strip()!r} stands outside a solution region")
