"""What joins nbgrader and an LMS: plug-ins that its commands are told by name, and their makings.

A module of its own, so that ``nbgrader autograde`` does not load pandas.
"""

from ._best import trial_grader
from ._collect import BoundedExtractor, CanvasCollector, MoodleCollector
from ._due import due_dates
from ._export import CanvasExporter, MoodleExporter, PlainExporter
from ._naming import collector_naming

__all__ = [
    "BoundedExtractor",
    "CanvasCollector",
    "CanvasExporter",
    "MoodleCollector",
    "MoodleExporter",
    "PlainExporter",
    "collector_naming",
    "due_dates",
    "trial_grader",
]
