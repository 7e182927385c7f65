"""Where things are on the screen: measured in the browser, in CSS pixels."""

from __future__ import annotations

from typing import Any

from .workbench_page import WorkbenchPage

STICKING_OUT = """(root) => {
  const outer = root.getBoundingClientRect();
  const scrolls = (element) =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
    (element.parentElement !== root && scrolls(element.parentElement));
  return [root, ...root.querySelectorAll('*')].filter((element) => {
    const box = element.getBoundingClientRect();
    if (element === root) return root.scrollWidth > root.clientWidth;
    if (box.width <= 1 || (element.parentElement !== root && scrolls(element.parentElement)))
      return false;
    return box.right > outer.right + 1 || box.left < outer.left - 1;
  }).map((element) => element.outerHTML.slice(0, 100));
}"""
SMALL_TARGETS = """(controls, least) => controls.filter((control) => {
  const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
  return width < least || height < least;
}).map((control) => control.outerHTML.slice(0, 100))"""
FOCUS = """(root) => {
  const element = document.activeElement;
  if (!root.contains(element)) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return {
    name: element.outerHTML.slice(0, 100),
    ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""


def set_width(workbench: WorkbenchPage, width: int) -> None:
    """Give the workbench as much room as a pane of this width would."""
    workbench.root.evaluate("(e, width) => (e.parentElement.style.width = width + 'px')", width)


def sticking_out(workbench: WorkbenchPage) -> list[str]:
    """Return what is wider than the workbench, apart from what scrolls inside it."""
    found: list[str] = workbench.root.evaluate(STICKING_OUT)
    return found


def small_targets(workbench: WorkbenchPage, least: int) -> list[str]:
    """Return the controls which, with their label, are smaller than this in one direction."""
    found: list[str] = workbench.controls.evaluate_all(SMALL_TARGETS, least)
    return found


def focus(workbench: WorkbenchPage) -> dict[str, Any] | None:
    """Return what has the focus and whether that can be seen; None if it is elsewhere."""
    found: dict[str, Any] | None = workbench.root.evaluate(FOCUS)
    return found


def height(workbench: WorkbenchPage) -> int:
    """Return the height of the workbench."""
    return round(workbench.root.evaluate("root => root.getBoundingClientRect().height"))
