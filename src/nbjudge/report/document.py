"""Writes ``docs/frames.md``: ``python -m nbjudge.report.document > docs/frames.md``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from pandera.pandas import Check, Column, DataFrameSchema

from .schemas import MOMENT, SCHEMAS

HEAD = """\
# The report's frames

This page is made from `src/nbjudge/report/schemas/`; after a change there, run
`python -m nbjudge.report.document > docs/frames.md`.

`nbjudge report LESSON` writes each frame to `reports/LESSON/`, as `NAME.parquet` and as `NAME.csv`.
The same frames in Python:

```python
from pathlib import Path

from nbjudge.lesson import find_lesson
from nbjudge.report import frames, read_csv

of_class = frames.load(find_lesson("07-self-attention", Path(".")))
of_class.grades.groupby("grade_id").score.mean()

grades = read_csv("reports/07-self-attention/grades.csv")  # what was written, types and all
```

## What holds for all of them

- The class is everybody whom the gradebook or a folder in `submitted/` or `autograded/` knows.
  Folders that begin with a dot are left out, as nbgrader leaves them out.
- Ids are text. `007`, `NA`, `[odd] id` and ids in any script stay as they are, when the CSV is
  read with `read_csv` or as text. Parquet keeps types by itself.
- Scores come from the gradebook alone; statuses and messages come from the verdict in the
  autograded notebook.
- Missing values are empty cells in CSV. Times are UTC.
- **Formulas.** A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`. In CSV, each text
  that begins with one of these (full-width ones too), with a tab, a line break or an apostrophe
  has an apostrophe put in front; `read_csv` takes it off. `student`, `notebook` and `grade_id` are
  never changed, because other tables are joined on them: `submissions.sentence` names a student id
  of that kind instead. Parquet holds every text as it is.
- What UTF-8 cannot hold (half of a surrogate pair) is spelled out, as in `\\ud800`.
"""

NAMES = {"float64": "number", "Float64": "number", "int64": "whole number", "str": "text"}
NAMES |= {"bool": "true or false", "boolean": "true or false", str(MOMENT): "moment"}
"""What people call pandas' types."""


def document() -> str:
    """Return the page."""
    return "\n".join([HEAD, *(line for each in SCHEMAS.items() for line in _section(*each))])


def _section(name: str, schema: DataFrameSchema) -> Iterator[str]:
    yield f"## `{name}`\n"
    yield f"{schema.title}.\n"
    yield "| column | title | type | may be missing | meaning |"
    yield "|---|---|---|---|---|"
    for pattern, column in schema.columns.items():
        cells = (_shown(pattern), column.title, _type(column), _missing(column), _meaning(column))
        yield f"| {' | '.join(cells)} |"
    yield ""


def _shown(pattern: str) -> str:
    """Return a column's name; a pattern as people would write it."""
    if pattern.startswith("("):
        return "*grade id*"
    return f"`{pattern.removesuffix(chr(92) + 'd+')}1`, …" if "\\" in pattern else f"`{pattern}`"


def _type(column: Column) -> str:
    return NAMES[str(column.dtype.type)]


def _missing(column: Column) -> str:
    return "yes" if column.nullable else "no"


def _meaning(column: Column) -> str:
    """Return the description, and the values that a column is limited to."""
    allowed = [f"`{value}`" for check in column.checks for value in _allowed(check)]
    return f"{column.description} One of: {', '.join(allowed)}." if allowed else column.description


def _allowed(check: Check) -> Sequence[str]:
    return list((check.statistics or {}).get("allowed_values", ()))


if __name__ == "__main__":
    sys.stdout.write(document())
