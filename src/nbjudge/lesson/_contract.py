"""What a lesson promises, as its ``contract.toml`` says it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ._errors import LessonError


@dataclass(frozen=True)
class Contract:
    """The promises that tests, reports and gradebooks rely on.

    Parameters
    ----------
    points : mapping of str to float
        Grade id → points, in the order of the lesson.
    by_hand : tuple of str
        Grade ids that a person grades.
    starter_fails : tuple of str
        The hidden tests that the released starter fails; it passes the others.
    files : tuple of str
        Patterns of the files that the release may hold.
    imports : tuple of str
        What the student's module may import beside the standard library.
    forbidden : tuple of str
        Names that the student's module may not define or call.
    """

    points: Mapping[str, float]
    by_hand: tuple[str, ...]
    starter_fails: tuple[str, ...]
    files: tuple[str, ...]
    imports: tuple[str, ...]
    forbidden: tuple[str, ...]

    @property
    def automatic(self) -> float:
        """Points that are given without a person."""
        return sum(points for name, points in self.points.items() if name not in self.by_hand)


def isolates_tests(grading: Path) -> bool:
    """Whether a lesson asks for isolated tests; one without a contract does not.

    Raises
    ------
    LessonError
        When the contract cannot be read, or asks for something else.
    """
    path = grading / "contract.toml"
    if not path.is_file():
        return False
    try:
        asked = tomllib.loads(path.read_text("utf-8")).get("tests", "in-kernel")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LessonError(f"{path} cannot be used: {error}.") from error
    if asked not in ("isolated", "in-kernel"):
        raise LessonError(f'{path}: tests = {asked!r}; it has to be "isolated" or "in-kernel".')
    return bool(asked == "isolated")


def load_contract(path: Path) -> Contract:
    """Return the contract in a file.

    Raises
    ------
    LessonError
        When the file is missing, is not TOML, or lacks a field.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        release = table["release"]
        return Contract(
            points={name: float(points) for name, points in table["points"].items()},
            by_hand=tuple(table["by_hand"]),
            starter_fails=tuple(table["starter_fails"]),
            files=tuple(release["files"]),
            imports=tuple(release["imports"]),
            forbidden=tuple(release["forbidden"]),
        )
    except FileNotFoundError:
        raise LessonError(f"{path} is missing: the audit needs to know what to hold to.") from None
    except KeyError as error:
        raise LessonError(f"{path} says nothing of {error}.") from error
    except (tomllib.TOMLDecodeError, TypeError, ValueError, AttributeError) as error:
        raise LessonError(f"{path} cannot be used: {error}.") from error
