"""``nbjudge doctor``."""

from __future__ import annotations

import click

from ..sandbox import walls, why_not


@click.command()
@click.pass_context
def doctor(ctx: click.Context) -> None:
    """Try each wall of the sandbox on this machine; exit code 1 when one does not stand."""
    reason = why_not()
    if reason is not None:
        raise click.ClickException(reason)
    found = list(walls())
    width = max(len(wall.name) for wall in found)
    for wall in found:
        click.echo(
            f"{'stands' if wall.stands else 'MISSING':<8}{wall.name:<{width}}  {wall.detail}"
        )
    ctx.exit(0 if all(wall.stands for wall in found) else 1)
