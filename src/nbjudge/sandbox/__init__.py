"""A confined, warm, forkable Python that runs student cells.

One `Zygote` for each batch loads everything once. Each submission is a `Session`, a fork of it:
with its own processes, files and limits, and gone without a trace at its end. What runs inside is
in `nbjudge.sandbox.inside`; all else here is the host's side, and believes nothing that comes from
there.
"""

from ._confinement import Confinement, why_not
from ._errors import Died, Lost, SandboxError, TimedOut
from ._limits import Limits
from ._request import Request
from ._results import CellRun, Ending
from ._session import Session
from ._walls import Wall, walls
from ._zygote import Zygote

__all__ = [
    "CellRun",
    "Confinement",
    "Died",
    "Ending",
    "Limits",
    "Lost",
    "Request",
    "SandboxError",
    "Session",
    "TimedOut",
    "Wall",
    "Zygote",
    "walls",
    "why_not",
]
