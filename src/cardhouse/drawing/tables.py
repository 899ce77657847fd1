"""Tables of texts and bars."""

from collections.abc import Sequence

from cardhouse.drawing.bars import Bar
from cardhouse.drawing.markup import tag, text

Cell = str | Bar
LEFT = "text-align: left"  # notebooks put the text of cells to the right
ONE_LINE = f"{LEFT}; white-space: nowrap"
SHORT = 40  # characters that stay in one line


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """Return a table that scrolls where it is too wide."""
    named = tag("tr", *(tag("th", text(cell), style=LEFT) for cell in head))
    told = [tag("tr", *(_cell(cell) for cell in row)) for row in rows]
    return tag("div", tag("table", tag("thead", named), tag("tbody", *told)), style="overflow-x: auto")


def _cell(cell: Cell) -> str:
    if isinstance(cell, Bar):
        return tag("td", cell.svg(), style=ONE_LINE)
    return tag("td", text(cell), style=ONE_LINE if len(cell) < SHORT else LEFT)
