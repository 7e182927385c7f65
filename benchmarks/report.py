"""Measures the report of a large class: ``.venv/bin/python -m benchmarks.report [students]``.

Seconds for the gradebook's queries, for the frames and for the page; how large the page is, and how
long Chromium takes to open it, to sort it and to search it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

from nbjudge.lesson import Lesson
from nbjudge.report import load, write
from nbjudge.report._gradebook import read_gradebook
from tests.browser.chromium import running
from tests.report.report_page import READY
from tests.report.synthetic_class import SyntheticClass

STUDENTS = 1000
ACT = """async (act) => {
  const start = performance.now();
  new Function(act)();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""
SORT = "document.querySelector('#students-table thead th:nth-child(3)').click()"
SEARCH = """const box = document.querySelector('.dt-search input');
box.value = '004';
box.dispatchEvent(new Event('input', { bubbles: true }));"""


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long something takes, by the clock and by the processor."""
    clock, processor = perf_counter(), process_time()
    yield
    took, worked = perf_counter() - clock, process_time() - processor
    print(f"{what:<44}{took:>8.2f} s  {worked:>6.2f} s of the processor", flush=True)


def measure(lesson: Lesson) -> Path:
    """Measure what is written, and return the page."""
    url = f"sqlite:///{lesson.root / 'gradebook.db'}"
    with timed("gradebook, by SQL"):
        grades = read_gradebook(url, lesson.name)
    print(f"{'  scores in it':<44}{len(grades.marks):>8,}")
    with timed("all frames, from gradebook and folders"):
        frames = load(lesson)
    with timed("CSV, Parquet and the page, written"):
        page = write(frames, lesson.root / "reports" / lesson.name)
    print(f"{'the page':<44}{page.stat().st_size / 1e6:>8.1f} MB")
    return page


def browse(path: Path, profile: Path) -> None:
    """Measure the page in Chromium; the processor's time is that of the page's own thread."""
    with running(profile) as browser:
        page = browser.new_page()
        session = browser.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def worked() -> float:
            found = session.send("Performance.getMetrics")["metrics"]
            return next(float(m["value"]) for m in found if m["name"] == "TaskDuration")

        def shown(what: str, seconds: float, before: float) -> None:
            print(f"{what:<44}{seconds:>8.2f} s  {worked() - before:>6.2f} s of the processor")

        clock = perf_counter()
        page.goto(path.as_uri(), wait_until="load")
        page.wait_for_selector(READY)
        shown("opened, until the table can be sorted", perf_counter() - clock, 0.0)
        for what, code in (
            ("sorted by total", SORT),
            ("the other way", SORT),
            ("searched", SEARCH),
        ):
            before = worked()
            shown(what, page.evaluate(ACT, code) / 1000, before)
        print(f"{'elements':<44}{page.evaluate('document.all.length'):>8,}")


def main() -> None:
    """Make the class, measure, and print one figure per line."""
    students = int(sys.argv[1]) if len(sys.argv) > 1 else STUDENTS
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # alembic
    with tempfile.TemporaryDirectory(prefix="report-") as name:
        root = Path(name)
        lesson = SyntheticClass(root).make(students)
        print(f"{'students':<44}{students:>8,}")
        browse(measure(lesson), root / "profile")


if __name__ == "__main__":
    main()
