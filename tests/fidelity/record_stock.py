"""Record what stock nbgrader gives each kind of test, in ``kinds/stock.csv``.

``python -m tests.fidelity.record_stock [KIND ...]`` grades all kinds, or those that are named, with
a plain configuration in processes that never import nbjudge, and rewrites their rows. All of them
take some ten minutes. A student whose submission stock cannot grade has one row with ``failed``.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from .kinds_course import ALL, ENVIRONMENT, FOLDER, STUDENTS, TIMEOUT, hand_in, make_sources

TABLE = FOLDER / "stock.csv"
CONFIG = f"c = get_config()\nc.Execute.timeout = {TIMEOUT}\n"
FAILED = "failed"
PROGRAM = Path(__file__).with_name("grade_course.py")


class Row(NamedTuple):
    """What one graded cell got; ``auto_score`` is empty when a person has to grade it."""

    kind: str
    student: str
    grade_id: str
    auto_score: str
    max_score: str
    needs_manual_grade: str


def recorded() -> list[Row]:
    """Return the recorded rows."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def grade_with_stock(kinds: Sequence[str]) -> list[Row]:
    """Release, hand in and grade some kinds in a temporary course."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "nbgrader_config.py").write_text(CONFIG, "utf-8")
        make_sources(root, kinds)
        _run(root, "release")
        hand_in(root, kinds)
        scores = json.loads(_run(root, "grade"))
    return [row for kind in kinds for row in _rows(kind, scores)]


def _run(root: Path, step: str) -> str:
    command = [sys.executable, str(PROGRAM), str(root), step]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = os.environ | ENVIRONMENT | {"PATH": path}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return done.stdout.splitlines()[-1]


def _rows(kind: str, scores: dict[str, dict[str, object]]) -> Iterable[Row]:
    for student in STUDENTS:
        cells = scores[f"{kind}/{student}"]
        if cells.pop(FAILED, False):
            yield Row(kind, student, "", FAILED, "", "")
            continue
        for grade_id, found in sorted(cells.items()):
            yield row(kind, student, grade_id, *found)


def row(kind: str, student: str, cell: str, score: float | None, manual: bool, most: float) -> Row:
    """Return a row; the cell's name is without its notebook's where that is the kind's."""
    shown = "" if score is None else f"{score:g}"
    return Row(
        kind, student, cell.removeprefix(f"{kind}/"), shown, f"{most:g}", "yes" if manual else ""
    )


def main(kinds: Sequence[str]) -> None:
    """Grade kinds, and write the table with their rows in the place of the old ones."""
    wanted = list(kinds) or ALL
    parts = [wanted[n::4] for n in range(4) if wanted[n::4]]
    with ThreadPoolExecutor() as pool:
        new = [row for rows in pool.map(grade_with_stock, parts) for row in rows]
    kept = [row for row in recorded() if row.kind not in wanted] if TABLE.exists() else []
    rows = sorted(
        (row for row in kept + new if row.kind in ALL),
        key=lambda row: (row.kind, STUDENTS.index(row.student), row.grade_id),
    )
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1:])
