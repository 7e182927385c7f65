"""The names of a download as the course's own nbgrader collector takes them apart."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from nbgrader.apps import ZipCollectApp
from nbgrader.plugins import FileNameCollectorPlugin
from traitlets import TraitError
from traitlets.utils.importstring import import_item

from ...lms import LmsError, Named, Naming, Owner
from .._course import Course
from .._errors import CourseError
from .._times import time_of_submission


def collector_naming(course: Course) -> Naming:
    """Return the naming of the collector that ``nbgrader_config.py`` sets up.

    That is ``c.ZipCollectApp.collector_plugin``, or nbgrader's own with
    ``c.FileNameCollectorPlugin.named_regexp``. It is asked with the path in the download, and a
    zip is taken for what it would be as a notebook, since nbgrader unpacks it before it asks.

    Raises
    ------
    CourseError
        When no collector is set up, or it cannot be made.
    """
    plugin = _collector(course)
    suffix = plugin.valid_ext[0] if plugin.valid_ext else ".ipynb"

    def naming(path: PurePosixPath) -> Named | None:
        asked = path.with_suffix(suffix) if path.suffix == ".zip" else path
        found = plugin.collect(str(asked))
        return _named(path, found) if found else None

    return naming


def _collector(course: Course) -> FileNameCollectorPlugin:
    wanted = course.config.ZipCollectApp.get("collector_plugin", FileNameCollectorPlugin)
    try:
        kind = import_item(wanted) if isinstance(wanted, str) else wanted
        plugin = kind(parent=ZipCollectApp(config=course.config))
    except (ImportError, TypeError, TraitError) as error:
        raise CourseError(f"The collector {wanted} cannot be used: {error}.") from error
    plugin.log = logging.getLogger("nbjudge.collector")
    plugin.log.addHandler(logging.NullHandler())
    if type(plugin) is FileNameCollectorPlugin and not plugin.named_regexp:
        raise CourseError(
            "No collector is set up: write c.FileNameCollectorPlugin.named_regexp, "
            "or c.ZipCollectApp.collector_plugin, into nbgrader_config.py."
        )
    return plugin


def _named(path: PurePosixPath, found: dict[str, Any]) -> Named:
    try:
        student, file = str(found["student_id"]), PurePosixPath(found["file_id"])
        moment = _utc(found.get("timestamp"))
    except (KeyError, ValueError, TypeError) as error:
        raise LmsError(f"The collector says nothing useful of {path}: {error!r}.") from error
    order = int(moment.timestamp()) if moment else 0
    name = found.get("last_name") or ""
    inside = file if file.suffix == path.suffix else file.with_name(file.name + path.suffix)
    attempt = moment.isoformat() if moment else ""
    return Named(Owner(student, name), inside, order, attempt, submitted_at=moment)


def _utc(stamp: str | datetime | None) -> datetime | None:
    """Return a collector's time, which nbgrader takes for UTC where it has no zone."""
    moment = time_of_submission(stamp) if stamp else None
    return moment.replace(tzinfo=UTC) if moment else None
