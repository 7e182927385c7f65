"""What grading leaves behind, in a form that two courses can be compared in."""

from __future__ import annotations

import re
import sqlite3

from nbjudge.nbgrader_plugins import Course

_WIDGET = re.compile(rb'"model_id": "[0-9a-f]{32}"')
"""A widget gives itself a random name each time that it is made."""

_ROWS = """
    select s.student_id, s.timestamp, s.extension, n.name, b.type, b.name, g.auto_score,
           g.manual_score, g.needs_manual_grade, g.extra_credit, c.auto_comment, c.manual_comment,
           m.late_submission_penalty
    from submitted_assignment s
    join submitted_notebook m on m.assignment_id = s.id
    join notebook n on n.id = m.notebook_id
    join base_cell b on b.notebook_id = n.id
    left join grade g on g.cell_id = b.id and g.notebook_id = m.id
    left join comment c on c.cell_id = b.id and c.notebook_id = m.id
    order by 1, 4, 5, 6
"""


def rows(course: Course) -> list[tuple[object, ...]]:
    """Return everything that grading writes into the gradebook, but for its random ids."""
    with sqlite3.connect(course.root / "gradebook.db") as gradebook:
        students = gradebook.execute("select * from student order by id").fetchall()
        return students + gradebook.execute(_ROWS).fetchall()


def files(course: Course) -> dict[str, tuple[int, bytes]]:
    """Return mode and bytes of everything in the autograded folder, but for random names."""
    folder = course.root / "autograded"
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mode,
            _WIDGET.sub(b"", path.read_bytes()),
        )
        for path in folder.rglob("*")
        if path.is_file()
    }


def is_whole(course: Course) -> bool:
    """Whether SQLite finds nothing wrong with the gradebook."""
    with sqlite3.connect(course.root / "gradebook.db") as gradebook:
        return gradebook.execute("pragma integrity_check").fetchone() == ("ok",)
