"""What a seat may know of a table of President: it follows from the declarations of the table."""

from cardhouse.games.president.state import State
from cardhouse.games.seen import derive

SEEN = derive(State)
View = SEEN.kind
