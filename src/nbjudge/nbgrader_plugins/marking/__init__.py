"""Marks one submission without a gradebook, and enters what was marked into one.

Whoever marks needs the files of a submission and a `Brief`; whoever owns the gradebook enters the
`Marked` that comes back, all of it in one transaction. nbgrader's command does both in one process,
`nbjudge grade` in several.
"""

from ._brief import Brief, load_brief
from ._engine import connected
from ._ledger import Ledger
from ._marked import Marked
from ._marker import Marker

__all__ = ["Brief", "Ledger", "Marked", "Marker", "connected", "load_brief"]
