"""Measures the workbench in a real JupyterLab: ``.venv/bin/python -m benchmarks.workbench``.

How long a click waits for Python's acknowledgement, how high the workbench is, and how many bytes
of JavaScript and CSS it brings into the page.
"""

from __future__ import annotations

from statistics import median

from tests.browser.geometry import height
from tests.browser.lesson_copy import RELEASED
from tests.browser.runs_page import RunsPage
from tests.browser.stage import lesson_in_lab
from tests.browser.workbench_page import WorkbenchPage

CLICKS = 40
ACKNOWLEDGED = """async ([root, button, number]) => {
  const recorded = () => root.textContent.includes(`Saved runs (${number})`);
  const start = performance.now();
  const done = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (recorded()) resolve(observer.disconnect());
    });
    observer.observe(root, { childList: true, characterData: true, subtree: true });
  });
  button.click();
  await done;
  return performance.now() - start;
}"""


def milliseconds(workbench: WorkbenchPage, number: int) -> float:
    """Save a run; return the time from the click until the list of runs counts it."""
    root, button = workbench.root.element_handle(), workbench.button("Save run").element_handle()
    return float(workbench.root.page.evaluate(ACKNOWLEDGED, [root, button, number]))


def main() -> None:
    """Measure, and print one figure per line."""
    for name in ("workbench.js", "workbench.css"):
        size = (RELEASED / "attention_workbench" / name).stat().st_size
        print(f"{name:<44}{size:>8,} bytes")
    with lesson_in_lab() as lab:
        workbench = lab.open_workbench()
        print_height("before the prediction", workbench)
        workbench.predict()
        print_height("after it, no run saved", workbench)
        workbench.save_pair()
        times = [milliseconds(workbench, number) for number in range(3, 3 + CLICKS)]
        print_height(f"{2 + CLICKS} runs saved, as it is", workbench)
        RunsPage(workbench.root).unfold_compare()
        print_height("with compare open", workbench)
        workbench.unfold_all()
        print_height("everything unfolded", workbench)
    print(f"{'click to acknowledgement, median of ' + str(CLICKS):<44}{median(times):>8.0f} ms")
    print(f"{'  slowest':<44}{max(times):>8.0f} ms")


def print_height(state: str, workbench: WorkbenchPage) -> None:
    """Print how high the workbench is now, in CSS pixels."""
    print(f"{'height ' + state:<44}{height(workbench):>8,} px")


if __name__ == "__main__":
    main()
