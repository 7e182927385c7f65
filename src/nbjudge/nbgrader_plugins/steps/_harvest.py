"""Autograde: saved experiments are collected before nbgrader clears the outputs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from ...lesson import Experiments, LessonError, find_lesson
from ...notebook.harvest import harvest
from ...verdict import Kind, Note
from ._case import case_of


class HarvestExperiments(NbGraderPreprocessor):
    """Hand the union of all saved records on as the file that the tests read."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._loaded: dict[tuple[str, Path], Experiments] = {}

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Harvest one submission; assignments without a lesson of ours pass through."""
        case = case_of(resources)
        try:
            lesson = self._experiments(resources["nbgrader"]["assignment"], case.root)
        except LessonError as error:
            self.log.debug("Nothing to harvest: %s", error)
            return nb, resources
        case.closed = (lesson.SIDECAR,)  # what is recorded was recorded before the submission
        found = harvest(nb, case.folder / lesson.SIDECAR, lesson)
        if found.record is not None:
            text = json.dumps(found.record, ensure_ascii=False, indent=1) + "\n"
            resources.setdefault("outputs", {})[lesson.SIDECAR] = text.encode()
        notes = (*found.notes, *_disagreements(found.record, lesson))
        case.verdict = replace(case.verdict.noted(*notes), run_sources=found.sources)
        return nb, resources

    def _experiments(self, assignment: str, root: Path) -> Experiments:
        """Return the lesson's module; it is loaded once for all submissions of a run."""
        if (assignment, root) not in self._loaded:
            self._loaded[assignment, root] = find_lesson(assignment, root).experiments
        return self._loaded[assignment, root]


def _disagreements(record: dict[str, Any] | None, lesson: Experiments) -> tuple[Note, ...]:
    """Say so when saved results are not what their inputs give; nothing is mended."""
    runs = lesson.assess(record).runs
    count = sum(checked.max_difference > lesson.TOLERANCE for checked in runs)
    if not count:
        return ()
    text = f"{count} of {len(runs)} saved runs were edited or corrupted: recomputed, they differ."
    return (Note(Kind.INTEGRITY, text),)
