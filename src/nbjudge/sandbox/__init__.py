"""A confined, warm, forkable Python that runs student cells.

One `Zygote` for each batch loads everything once. Each submission is a `Session`, a fork of it:
with its own processes, files and limits, and gone without a trace at its end. What runs inside is
in `nbjudge.sandbox.inside`; all else here is the host's side, and believes nothing that comes from
there.
"""

from ._channel import Channel, ChannelError
from ._confinement import Confinement, why_not
from ._errors import Died, Lost, Raised, SandboxError, TimedOut
from ._limits import Limits
from ._results import CellRun, Ending, HostReference, Mark
from ._session import Session
from ._walls import Wall, walls
from ._zygote import Zygote
from .inside.stamps import Stamp, stamps

__all__ = [
    "CellRun",
    "Channel",
    "ChannelError",
    "Confinement",
    "Died",
    "Ending",
    "HostReference",
    "Limits",
    "Lost",
    "Mark",
    "Raised",
    "SandboxError",
    "Session",
    "Stamp",
    "TimedOut",
    "Wall",
    "Zygote",
    "stamps",
    "walls",
    "why_not",
]
