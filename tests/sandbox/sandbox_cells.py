"""What tests ask of a cell that was run."""

from __future__ import annotations

import ast
from typing import Any

from nbjudge.sandbox import CellRun, Limits, Session

SMALL = Limits(
    seconds=1.0,
    total_seconds=30.0,
    memory_bytes=256 * 2**20,
    output_bytes=20_000,
    files_bytes=4 * 2**20,
    processes=24,
)


def text_of(run: CellRun) -> str:
    """What a cell printed, or its value's text."""
    parts = []
    for output in run.outputs:
        if output["output_type"] == "stream":
            parts.append(output["text"])
        elif "data" in output:
            parts.append(output["data"].get("text/plain", ""))
    return "".join(parts)


def error_of(run: CellRun) -> str | None:
    """The name of the error that a cell ended with."""
    names = [output["ename"] for output in run.outputs if output["output_type"] == "error"]
    return names[-1] if names else None


def value_of(session: Session, name: str) -> Any:
    """What a name of the notebook stands for, as far as it prints as a literal."""
    return ast.literal_eval(text_of(session.run(name)))


def names_of(session: Session) -> set[str]:
    """The names that the notebook has defined."""
    asked = "[n for n in globals() if n not in get_ipython().user_ns_hidden and n[0] != '_']"
    return set(value_of(session, asked)) - {"exit", "quit", "get_ipython", "In", "Out", "open"}
