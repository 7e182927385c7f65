"""The verbs of ``nbjudge``, and how they fail: with a sentence and exit code 1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .. import __version__
from ..cluster import ClusterError
from ..demo import DemoError
from ..gradebook import GradebookError
from ..lesson import LessonError
from ..lms import LmsError
from ..nbgrader_plugins import CourseError
from ..report import ReportError
from . import (
    _check,
    _collect,
    _copy_gradebook,
    _demo,
    _doctor,
    _export,
    _grade,
    _release,
    _report,
)

SAID = (
    ClusterError,
    CourseError,
    DemoError,
    GradebookError,
    LessonError,
    LmsError,
    ReportError,
)
"""Errors whose text is a sentence for the person at the keyboard."""


class Verbs(click.Group):
    """Shows a sentence instead of a traceback, unless ``--debug`` asks for it."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb."""
        try:
            return super().invoke(ctx)
        except SAID as error:
            if ctx.params.get("debug"):
                raise
            raise click.ClickException(str(error)) from error


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@click.option(
    "--course",
    "root",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    help="The course folder; by default the current one.",
)
@click.option("--debug", is_flag=True, help="Show tracebacks.")
@click.pass_context
def main(ctx: click.Context, root: Path, debug: bool) -> None:
    """Release, grade and report an nbgrader course, with verdicts that can be trusted."""
    ctx.obj = root.resolve()


VERBS = (
    _check.check,
    _collect.collect_,
    _copy_gradebook.copy_gradebook_,
    _demo.demo,
    _doctor.doctor,
    _export.export_,
    _grade.grade,
    _release.release,
    _report.report,
)

for verb in VERBS:
    main.add_command(verb)
