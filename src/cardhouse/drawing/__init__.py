"""Draw tables, cards and intervals as SVG that stands in a page: no script, nothing loaded, readable on light and dark.

    svg(Scene("President", seats=(Seat("Ann", hand=Group("", cards=(Card("7", "h"),))), ...)))

It knows nothing of games: `cardhouse.games.scene` says what to draw of a view. It is imported when a notebook first
asks for it, by `_repr_html_`.
"""

from cardhouse.drawing.bars import Bar, bars
from cardhouse.drawing.scene import Card, Group, Scene, SceneSeat
from cardhouse.drawing.table import svg
from cardhouse.drawing.tables import Cell, table

__all__ = ["Bar", "Card", "Cell", "Group", "Scene", "SceneSeat", "bars", "svg", "table"]
