"""What axe-core finds wrong with a page, for people who hear it, or see it badly."""

from functools import cache
from pathlib import Path
from typing import Any

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = """async () => (await axe.run(document, {resultTypes: ['violations'], runOnly: [
    'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})).violations"""
SMALL = """least => [...document.querySelectorAll('button, a, input, select, summary')]
    .filter(one => one.checkVisibility() && !one.closest('p, li, .hand') && !one.matches('.discards button'))
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.width < least || box.height < least))
    .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
TARGET = 24  # pixels, WCAG 2.2 AA


@cache
def axe() -> str:
    return AXE.read_text("utf-8")


def violations(page: Any) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found = [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in page.evaluate(RUN)
        for node in one["nodes"]
    ]
    return found + [f"target too small: {one}" for one in page.evaluate(SMALL, TARGET)]
