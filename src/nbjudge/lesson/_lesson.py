"""One lesson: where its folders are, and the modules that its graders wrote."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import cast

from ._contract import Contract, load_contract
from ._errors import LessonError
from ._failure_modes import FailureMode, load_failure_modes
from ._modules import Experiments, Implementations


@dataclass(frozen=True)
class Lesson:
    """A lesson by name, inside the course folder ``root``."""

    name: str
    root: Path

    @property
    def source(self) -> Path:
        """What the instructor edits; nbgrader copies all of it to students."""
        return self.root / "source" / self.name

    @property
    def grading(self) -> Path:
        """What only graders see."""
        return self.root / "grading" / self.name

    @property
    def cohort(self) -> Path:
        """The demo class."""
        return self.grading / "cohort"

    @cached_property
    def contract(self) -> Contract:
        """What the audit holds the lesson to."""
        return load_contract(self.grading / "contract.toml")

    @cached_property
    def failure_modes(self) -> tuple[FailureMode, ...]:
        """The failure modes, in the order in which tables show them."""
        return load_failure_modes(self.grading / "failure_modes.toml")

    @cached_property
    def experiments(self) -> Experiments:
        """How a saved run is recomputed and when it counts."""
        return cast(Experiments, self._module("experiments"))

    @cached_property
    def implementations(self) -> Implementations:
        """Right and wrong implementations of the exercise."""
        return cast(Implementations, self._module("implementations"))

    def _module(self, name: str) -> ModuleType:
        return _load(f"nbjudge_lesson.{self.name}.{name}", self.grading / name)


def find_lesson(name: str, root: Path) -> Lesson:
    """Return the lesson, or say what is missing.

    Raises
    ------
    LessonError
        When ``grading/<name>`` is not there.
    """
    lesson = Lesson(name, root.resolve())
    if not lesson.grading.is_dir():
        known = sorted(folder.name for folder in lesson.grading.parent.glob("*") if folder.is_dir())
        raise LessonError(
            f"There is no lesson {name!r}: {lesson.grading} does not exist. "
            f"Lessons here: {', '.join(known) or 'none; run this in the course folder'}."
        )
    return lesson


def _load(dotted: str, path: Path) -> ModuleType:
    """Load ``path.py`` or the package ``path/`` under a name that no other lesson has."""
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    folders = [str(path)] if path.is_dir() else None
    spec = importlib.util.spec_from_file_location(dotted, file, submodule_search_locations=folders)
    if spec is None or spec.loader is None or not file.is_file():
        raise LessonError(f"{file} is missing: the lesson's graders need it.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[dotted] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[dotted]
        raise LessonError(f"{file} cannot be loaded: {type(error).__name__}: {error}.") from error
    return module
