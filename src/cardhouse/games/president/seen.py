"""The view of President, derived from the declarations of its state."""

from cardhouse.games.president.state import State
from cardhouse.games.seen import derive

SEEN = derive(State)
View = SEEN.kind
