"""One sentence for whatever a database, its driver or the way to it complains of."""

from __future__ import annotations

from sqlalchemy.engine import URL
from sqlalchemy.exc import InterfaceError, NoSuchModuleError, OperationalError

from ._address import parsed, secrets, shown

MOST = 300
"""Characters of what a driver says: some repeat the whole statement."""


def sentence(url: str | URL, error: Exception) -> str:
    """Return what is wrong with a gradebook, why, and what to do; never its password."""
    known = parsed(url)
    where, reason = shown(known), _reason(known, error)
    if isinstance(error, (ImportError, NoSuchModuleError)):
        return (
            f"The gradebook {where} needs a driver that is not installed here. For PostgreSQL: "
            "pip install 'nbjudge[postgres]', and a URL that begins with postgresql://."
        )
    if known.get_backend_name() == "sqlite":
        return f"The gradebook {where} cannot be used: {reason}."
    if isinstance(error, (OperationalError, InterfaceError)):
        return (
            f"The gradebook {where} cannot be reached ({reason}): check that the server runs, that "
            "the database exists, and the name and the password."
        )
    return f"The gradebook {where} cannot be used: {reason}."


def _reason(url: URL, error: Exception) -> str:
    """Return the first line of what the driver says."""
    text = str(getattr(error, "orig", None) or error).strip()
    for secret in secrets(url):
        text = text.replace(secret, "***")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (lines or [type(error).__name__])[0].rstrip(".:")[:MOST]
