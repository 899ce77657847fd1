"""Draw tables, cards and intervals as inline SVG: without scripts or external files, for light and dark pages.

    svg(Scene("President", seats=(Seat("Ann", hand=Group("", cards=(Card("7", "h"),))), ...)))

It knows nothing about games: `cardhouse.games.scene` turns a view into a scene. It is imported when a notebook first
calls `_repr_html_`.
"""

from cardhouse.drawing.bars import Bar, bars
from cardhouse.drawing.scene import Card, Group, Scene, SceneSeat
from cardhouse.drawing.table import svg
from cardhouse.drawing.tables import Cell, table

__all__ = ["Bar", "Card", "Cell", "Group", "Scene", "SceneSeat", "bars", "svg", "table"]
