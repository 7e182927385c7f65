"""The instructor's own files beside a notebook, and bytecode of them that is made once for all."""

from __future__ import annotations

import importlib.util
import py_compile
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath


def own_files(source: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files beside the notebook that are the instructor's, and unchanged.

    Parameters
    ----------
    source : Path
        The assignment's source folder.
    files : mapping of str to bytes
        What stands beside the notebook, by relative path.
    """
    return {
        name: content
        for name, content in files.items()
        if (source / name).is_file() and (source / name).read_bytes() == content
    }


def bytecode_of(own: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return compiled files to stand beside those modules that are the instructor's own.

    What a student has changed is not among them: it is compiled where it runs.
    """
    found: dict[str, bytes] = {}
    for name, content in own.items():
        if name.endswith(".py") and (code := _compiled(name, content)):
            found[PurePosixPath(importlib.util.cache_from_source(name)).as_posix()] = code
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
