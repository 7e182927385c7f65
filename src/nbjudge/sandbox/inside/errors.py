"""An exception of the host, raised again in the notebook."""

from __future__ import annotations

import builtins

from nbjudge.wire import RemoteError


def rebuild(error: RemoteError) -> BaseException:
    """Return the builtin exception that is nearest to one of the host's, with its text."""
    kind = getattr(builtins, error.kind)
    try:
        built = kind(error.text)
    except TypeError:  # UnicodeDecodeError and its like want five arguments
        built = RuntimeError(f"{error.kind}: {error.text}")
    for note in error.notes:
        built.add_note(note)
    return built if isinstance(built, BaseException) else RuntimeError(error.text)
