"""The page that a student gets back; nbgrader's own command and button write it.

Data flows from the gradebook, the verdict and the lesson's ``grading/`` folder (`GatherFeedback`),
past the door that lets no hidden test through (`HideTests`), to the page (`FeedbackExporter`).
"""

from ._defuse import DefuseLinks
from ._exporter import FeedbackExporter
from ._gather import GatherFeedback
from ._hide import HideTests

__all__ = ["DefuseLinks", "FeedbackExporter", "GatherFeedback", "HideTests"]
