"""Sets nbgrader up: one call in ``nbgrader_config.py``."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

import nbgrader.api
import nbgrader.apps.api
import nbgrader.apps.autogradeapp
import sqlalchemy
from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbconvert.preprocessors.sanitize import SanitizeHTML
from nbgrader import preprocessors as stock
from nbgrader.converters import GenerateAssignment
from traitlets.config import Config

from ..gradebook import from_environment, patient_engine
from . import _times
from ._autograde import JudgedAutograde
from .feedback import DefuseLinks, FeedbackExporter, GatherFeedback, HideTests
from .steps import (
    CELL_SECONDS,
    HarvestExperiments,
    JudgeCells,
    RepairCells,
    ScoreCells,
    SwapStarters,
)


def configure(c: Config) -> None:
    """Make nbgrader's own commands and its formgrader grade as `nbjudge` does.

    Parameters
    ----------
    c : Config
        The configuration that ``nbgrader_config.py`` is given; what it already says is kept.
    """
    _install()  # first: whatever fails below, submissions then meet our converter's refusal
    _find_programs()
    _gradebook(c)
    _preprocessors(c)
    c.SanitizeHTML.enabled = True  # what students write is shown in feedback, and never run
    if "timeout" not in c.Execute:
        c.Execute.timeout = CELL_SECONDS
    # nbgrader 0.9 adds rows in an order that SQLAlchemy remarks upon, once per submission.
    warnings.filterwarnings("ignore", "Object of type .* not in session", sqlalchemy.exc.SAWarning)


def _gradebook(c: Config) -> None:
    """Take the gradebook that the environment names, unless the file itself names one.

    Said before this call or after it, what the file says counts; nothing is refused here, for
    nbgrader would go on without its configuration, and so into another gradebook.
    """
    named = from_environment()
    if named is not None and "db_url" not in c.CourseDirectory:
        c.CourseDirectory.db_url = named


def _preprocessors(c: Config) -> None:
    c.GenerateAssignment.preprocessors = _release_preprocessors()
    c.Autograde.sanitize_preprocessors = [
        HarvestExperiments,  # before outputs are cleared
        RepairCells,
        stock.ClearOutput,
    ]
    c.Autograde.autograde_preprocessors = [
        JudgeCells,
        stock.IgnorePattern,
        ClearMetadataPreprocessor,
        stock.LimitOutput,
        ScoreCells,
    ]
    _feedback(c)


def _feedback(c: Config) -> None:
    """Have our page, unless the instructor has chosen another: then only keep that one inert."""
    if "exporter_class" in c.GenerateFeedback or "template_name" in c.HTMLExporter:
        c.GenerateFeedback.preprocessors = [
            stock.GetGrades,
            HideTests,
            DefuseLinks,
            SanitizeHTML,
            nbgrader.converters.generate_feedback.CSSHTMLHeaderPreprocessor,
        ]
    else:
        c.GenerateFeedback.preprocessors = [GatherFeedback, HideTests]
        c.GenerateFeedback.exporter_class = FeedbackExporter


def _release_preprocessors() -> list[type]:
    """Return nbgrader's own list, with starters swapped in where solutions are cleared."""
    listed: list[type] = GenerateAssignment.class_traits()["preprocessors"].default()
    return [SwapStarters if step is stock.ClearSolutions else step for step in listed]


def _find_programs() -> None:
    """Put this environment's programs on PATH: nbgrader calls ``alembic`` by its bare name."""
    programs = str(Path(sys.executable).parent)
    path = os.environ.get("PATH", "").split(os.pathsep)
    if programs not in path:
        os.environ["PATH"] = os.pathsep.join([programs, *path])


def _install() -> None:
    """Let the command and the formgrader construct our converter.

    A preprocessor never sees a folder without a notebook, a renamed notebook or a file that is no
    JSON: those are decided in the converter, and nbgrader has no setting that names its class.
    nbgrader's own connections, the formgrader's too, learn to wait for others who write, and its
    commands to read times.
    """
    _times.install()
    nbgrader.api.create_engine = patient_engine
    nbgrader.apps.autogradeapp.Autograde = JudgedAutograde
    nbgrader.apps.api.Autograde = JudgedAutograde
