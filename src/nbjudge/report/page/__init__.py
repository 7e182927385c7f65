"""The page: one self-contained HTML file, without network, made from the frames."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from nbjudge.verdict import printable

from .._summary import where_tests_ran
from .._words import moment
from ..frames import Frames
from . import _class, _experiments, _mistakes
from ._assets import policy, script
from ._links import Links, People, people
from ._matrices import Weights, weights
from ._mistakes import Cluster
from ._needs import needs, troubled
from ._row_sums import row_sums
from ._student import sections
from ._students import overview
from ._table import cells

__all__ = ["Links", "render"]


def _shown(value: object) -> object:
    """Return what is printed for a value: nothing that turns the direction of reading."""
    if not isinstance(value, str) or isinstance(value, Markup) or value.isprintable():
        return value
    return printable(value)


_ENVIRONMENT = Environment(
    finalize=_shown,
    loader=PackageLoader("nbjudge.report", "page"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.globals["cells"] = cells

LINKS = Links()
"""Addresses that hold where `nbjudge report` puts the page."""


def render(frames: Frames, links: Links = LINKS) -> str:
    """Return the page.

    Raises
    ------
    ReportError
        When the library of the table of students is not the one that is known.
    """
    who = people(frames.submissions)
    found, saved = _mistakes.clusters(frames), weights(frames.attention)
    look = troubled(frames)
    return _ENVIRONMENT.get_template("index.html.jinja").render(
        assignment=frames.assignment,
        read_at=moment(frames.read_at),
        policy=policy(),
        script=script(),
        numbers=_class.numbers(frames),
        where_tests_ran=where_tests_ran(frames),
        needs=needs(frames, who),
        **{"class": [_class.totals(frames), _class.items(frames)]},
        **_about_mistakes(frames, found, who),
        **_about_runs(frames, saved, who),
        overview=overview(frames, who, _mistakes.of_students(found), look),
        sections=sections(frames, who, links, saved, look),
    )


def _about_mistakes(frames: Frames, found: list[Cluster], who: People) -> dict[str, Any]:
    return {
        "matrix": _mistakes.matrix(frames, found, who),
        "clusters": _mistakes.explained(found, who),
        "silent": who.cell(_mistakes.silent(frames, found)),
        "glossary": _mistakes.glossary(frames),
    }


def _about_runs(frames: Frames, saved: Weights, who: People) -> dict[str, Any]:
    """Return what a lesson's runs have: another lesson may have neither q and k nor row sums."""
    runs, names = _experiments, frames.experiments
    chosen = all(runs.numbered(names, letter) for letter in "qk")
    figures = [runs.savers(frames)]
    figures += [runs.choices(frames)] if chosen else []
    figures += [row_sums(frames)] if runs.numbered(names, "row_sum_") else []
    return {
        "predictions": runs.predictions(frames),
        "runs": figures,
        "examples": runs.examples(frames, saved) if chosen else [],
        "about_runs": [runs.shared(frames, who), runs.refused(frames, who)],
    }
