"""What a seat may know of a table of President: it follows from the declarations of the table."""

from cardhouse.games.president.table import Table
from cardhouse.games.seen import derived

SEEN = derived(Table)
View = SEEN.kind
