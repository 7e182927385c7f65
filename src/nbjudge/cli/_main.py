"""The verbs of ``nbjudge``, and how they fail: with a sentence and exit code 1."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from .. import __version__
from ..said import SaidError

VERBS = {
    "check": ("_check", "check"),
    "collect": ("_collect", "collect_"),
    "copy-gradebook": ("_copy_gradebook", "copy_gradebook_"),
    "demo": ("_demo", "demo"),
    "doctor": ("_doctor", "doctor"),
    "export": ("_export", "export_"),
    "grade": ("_grade", "grade"),
    "release": ("_release", "release"),
    "report": ("_report", "report"),
}
"""Where each verb is: its module and its name there. One that is not wanted is not loaded."""


class Verbs(click.Group):
    """Shows a sentence instead of a traceback, unless ``--debug`` asks for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs' names."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a verb; None when there is none of that name."""
        if cmd_name not in VERBS:
            return None
        module, name = VERBS[cmd_name]
        verb: click.Command = getattr(import_module(f".{module}", __package__), name)
        return verb

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb."""
        try:
            return super().invoke(ctx)
        except SaidError as error:
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
