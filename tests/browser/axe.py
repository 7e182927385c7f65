"""Asks axe-core about one part of a page, and makes sure that it has seen that part."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator

OPTIONS = {
    "rules": {"target-size": {"enabled": True}},  # WCAG 2.2, which axe-core leaves out by default
    "resultTypes": ["violations", "passes"],
}
TALL_BODY = "body { height: 100vh }"
"""The front ends place everything absolutely, so that their body has no height: axe-core takes the
whole page for hidden then, and measures no contrast at all."""
MARK = """(element) => {
  document.querySelectorAll('[data-axe]').forEach((other) => other.removeAttribute('data-axe'));
  element.setAttribute('data-axe', '');
  element.scrollIntoView({ block: 'start' });
}"""
CHIPS = """(numbers) => numbers.filter((number) => number.checkVisibility()).map((number) => {
  const { Color, getContrast } = axe.commons.color;
  const { color, backgroundColor } = getComputedStyle(number);
  const [front, back] = [color, backgroundColor].map((text) => new Color().parseString(text));
  return back.alpha < 1 ? 0 : getContrast(back, front);
})"""
SEEN = 5  # texts whose contrast was measured, at least
ENOUGH = 4.5  # contrast of text, WCAG 2.2 success criterion 1.4.3


def complaints(part: Locator) -> list[str]:
    """Return what axe-core finds wrong in this part of the page.

    Raises
    ------
    AssertionError
        If it took most of the part for hidden, so that its silence would mean nothing.
    """
    part.page.add_style_tag(content=TALL_BODY)
    part.evaluate(MARK)
    results = Axe().run(part.page, "[data-axe]", OPTIONS).response
    measured = [node for rule in results["passes"] for node in rule["nodes"] if _ratio(node)]
    assert len(measured) >= SEEN, f"axe-core measured the contrast of {len(measured)} texts only"
    return [
        f"{rule['id']} at {node['target']}: {node['failureSummary']}"
        for rule in results["violations"]
        for node in rule["nodes"]
    ] + _pale_numbers(part)


def _ratio(node: dict[str, Any]) -> float:
    """Return the contrast that axe-core measured at a node; 0 if it measured none."""
    data = [check["data"] for check in node["any"] if check["id"] == "color-contrast"]
    return float((data[0] or {}).get("contrastRatio", 0)) if data else 0.0


def _pale_numbers(part: Locator) -> list[str]:
    """Measure the numbers of the matrices, which axe-core leaves undecided: others lie below."""
    ratios: list[float] = part.locator(".aw-number").evaluate_all(CHIPS)
    return [f"a number has the contrast {ratio:.2f}" for ratio in ratios if ratio < ENOUGH]
