"""Whether a course's settings are those of `configure`; nothing is run, released or judged else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbconvert.exporters import NotebookExporter
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.converters.base import BaseConverter
from traitlets.config import Config

from ._errors import CourseError
from .steps import HarvestExperiments, JudgeCells, RepairCells, ScoreCells, SwapStarters

CONFIG = "nbgrader_config.py"
LINES = "    from nbjudge import configure\n    configure(c)"
"""What sets a course up."""

OPEN = (
    f"{CONFIG} switches the sandbox off (c.JudgeCells.sandbox = False): students' code runs as you."
)

Steps = Sequence[Any]


def marking_steps(converter: Autograde) -> tuple[Steps, Steps]:
    """Return nbgrader's preprocessors, ready to run: those before the code runs, and the others.

    They are looked at as they will run, so that it does not matter which file, command line or
    class has set them, and whether the file that calls `configure` got that far.

    Raises
    ------
    CourseError
        When one of ours is missing, or one would run code by itself, outside the sandbox.
    """
    sanitize = _made(converter, converter.sanitize_preprocessors)
    autograde = _made(converter, converter.autograde_preprocessors)
    ours = _has(sanitize, HarvestExperiments, RepairCells) and _has(
        autograde, JudgeCells, ScoreCells
    )
    if not ours or any(isinstance(step, NotebookClient) for step in (*sanitize, *autograde)):
        raise _refusal(converter)
    return sanitize, autograde


def require_release_steps(converter: GenerateAssignment) -> None:
    """Refuse to release without the step that puts starters where solutions were.

    Raises
    ------
    CourseError
        When it is missing.
    """
    if not _has(_made(converter, converter.preprocessors), SwapStarters):
        raise _refusal(converter)


def notes_on(config: Config) -> tuple[str, ...]:
    """Return sentences on the settings that their owner should know."""
    return () if JudgeCells(config=config).sandbox else (OPEN,)


def no_configuration(root: Path) -> CourseError:
    """Return the error of a folder without a configuration file."""
    return CourseError(
        f"{root} is no course folder: it has no {CONFIG}. A new one needs three lines: "
        "c = get_config(); from nbjudge import configure; configure(c)"
    )


def _has(steps: Steps, *kinds: type) -> bool:
    return all(any(isinstance(step, kind) for step in steps) for kind in kinds)


def _refusal(converter: BaseConverter) -> CourseError:
    return CourseError(
        f"{Path(converter.coursedir.root, CONFIG)} does not set nbjudge up, or changes its steps "
        "afterwards: students' code would run outside the sandbox. "
        f"These two lines belong at the end of that file:\n\n{LINES}"
    )


def _made(converter: BaseConverter, listed: Iterable[Any]) -> Steps:
    exporter = NotebookExporter(config=converter.config)
    exporter._preprocessors = []
    try:
        for step in listed:
            exporter.register_preprocessor(step)
    except (ImportError, TypeError, ValueError) as error:
        raise CourseError(f"{CONFIG} names a step that cannot be loaded: {error}.") from error
    return list(exporter._preprocessors)
