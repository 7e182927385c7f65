"""Marks one submission without a gradebook, and enters what was marked into one.

Whoever marks needs the files of a submission and a `Brief`; whoever owns the gradebook enters the
`Marked` that comes back, all of it in one transaction. nbgrader's command does both in one process,
`nbjudge grade` in several.
"""

from ...gradebook import connected
from ._brief import Brief, load_brief
from ._ledger import Ledger
from ._marked import Marked
from ._marker import Marker
from ._recorded import Recorded, recorded_scores

__all__ = [
    "Brief",
    "Ledger",
    "Marked",
    "Marker",
    "Recorded",
    "connected",
    "load_brief",
    "recorded_scores",
]
