"""Retakes the pictures of the workbench: ``.venv/bin/python -m docs.pictures.retake``.

They are taken from the released lesson in a real JupyterLab, so run it after a change of the
workbench and look at what git says has changed.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.browser.geometry import set_width
from tests.browser.runs_page import RunsPage
from tests.browser.stage import lesson_in_lab
from tests.browser.workbench_page import WorkbenchPage

FOLDER = Path(__file__).parent
WIDTH = 760  # pixels; the workbench is never wider
MOMENT = datetime(2026, 1, 31, 14, 3)  # always the same, so that only real changes show
COLOURS = 256  # letters have soft edges
LARGEST = 80_000  # bytes; the pictures live in git


def take(workbench: WorkbenchPage, name: str) -> None:
    """Take a picture of the whole workbench, with nothing pointed at."""
    workbench.root.page.mouse.move(0, 0)
    path = FOLDER / f"workbench-{name}.png"
    workbench.root.screenshot(path=path, animations="disabled", caret="hide")
    # an octree keeps the few green pixels of a dot; the default, a median cut, loses them
    few = Image.open(path).convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE)
    few.save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name:<28}{size:>8,} bytes")
    if size > LARGEST:
        sys.exit(f"{path} has more than {LARGEST:,} bytes. Show less in it.")


def main() -> None:
    """Go through the lesson's second checkpoint and stop for three pictures."""
    with lesson_in_lab() as lab:
        workbench = lab.open_workbench()
        lab.page.clock.set_fixed_time(MOMENT)
        set_width(workbench, WIDTH)
        workbench.fill_in()
        take(workbench, "predict")
        workbench.predict()
        workbench.save(1)
        workbench.broken.check()
        expect(workbench.findings).to_contain_text("do not sum to 1")
        take(workbench, "broken")
        workbench.save(2)
        RunsPage(workbench.root).unfold_compare()
        take(workbench, "compare")


if __name__ == "__main__":
    main()
