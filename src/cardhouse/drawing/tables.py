"""HTML tables of texts and bars."""

from collections.abc import Sequence

from cardhouse.drawing.bars import Bar
from cardhouse.drawing.markup import tag, text

Cell = str | Bar
LEFT = "text-align: left"  # notebooks align cells to the right
ONE_LINE = f"{LEFT}; white-space: nowrap"
SHORT = 40  # characters; shorter cells are not wrapped


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Return an HTML table that scrolls if it is too wide."""
    named = tag("tr", *(tag("th", text(cell), style=LEFT) for cell in head))
    body = [tag("tr", *(_cell(cell) for cell in row)) for row in rows]
    return tag("div", tag("table", tag("thead", named), tag("tbody", *body)), style="overflow-x: auto")


def _cell(cell: Cell) -> str:
    if isinstance(cell, Bar):
        return tag("td", cell.svg(), style=ONE_LINE)
    return tag("td", text(cell), style=ONE_LINE if len(cell) < SHORT else LEFT)
