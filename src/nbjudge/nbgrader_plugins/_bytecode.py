"""Bytecode of the instructor's modules, made once, for all the submissions that import them."""

from __future__ import annotations

import importlib.util
import py_compile
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath


def bytecode_of(source: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return compiled files to stand beside those modules that are the instructor's own.

    What a student has changed is not looked at: it is compiled where it runs.

    Parameters
    ----------
    source : Path
        The assignment's source folder.
    files : mapping of str to bytes
        What stands beside the notebook, by relative path.
    """
    found: dict[str, bytes] = {}
    for name, content in files.items():
        original = source / name
        if name.endswith(".py") and original.is_file() and original.read_bytes() == content:
            cached = importlib.util.cache_from_source(name)
            code = _compiled(name, content)
            found |= {PurePosixPath(cached).as_posix(): code} if code else {}
    return found


@lru_cache(200)
def _compiled(name: str, content: bytes) -> bytes:
    """Return bytecode that Python takes without asking for the source's time; empty if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        source, code = Path(folder, "source.py"), Path(folder, "code.pyc")
        source.write_bytes(content)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        made = py_compile.compile(str(source), str(code), name, invalidation_mode=mode, quiet=2)
        return code.read_bytes() if made else b""
