"""The page: one self-contained HTML file, without network and scripts, made from the frames."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from nbjudge.verdict import Status, printable

from .._words import moment, points
from ..frames import Frames
from ._experiments import experiments
from ._mistakes import matrix, modes
from ._submissions import attention, items, statuses, students, waiting


def _shown(value: object) -> object:
    """Return what is printed for a value: nothing that turns the direction of reading."""
    plain = isinstance(value, str) and not isinstance(value, Markup)
    return printable(str(value)) if plain else value


_PAGE = Environment(
    finalize=_shown,
    loader=PackageLoader("nbjudge.report", "page"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
).get_template("index.html.jinja")


def render(frames: Frames) -> str:
    """Return the page."""
    sections = {
        "What needs a person": (attention(frames), waiting(frames)),
        "How the class did": (statuses(frames), items(frames)),
        "Mistakes": (modes(frames), matrix(frames)),
        "Students": (students(frames),),
        "Experiments": (experiments(frames),),
    }
    return _PAGE.render(
        assignment=frames.assignment,
        read_at=moment(frames.read_at),
        figures=_figures(frames),
        sections=sections,
    )


def _figures(frames: Frames) -> dict[str, str]:
    """Return the numbers at the top of the page."""
    everybody = frames.submissions
    handed_in = everybody[everybody.status != Status.NOT_SUBMITTED]
    whole = everybody.max_score.max()
    return {
        "students": str(len(everybody)),
        "handed in": f"{len(handed_in)}/{len(everybody)}",
        "mean of those graded": points(handed_in.score.mean(), whole),
        "median of those graded": points(handed_in.score.median(), whole),
        "answers that wait for a person": str(everybody.waiting.sum()),
    }
