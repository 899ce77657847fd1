"""Who may leave a match of Dynasty, and how many players are in it (rule 12)."""

from cardhouse.cards.facts import Fact
from cardhouse.games.dynasty.facts import LeftAlready
from cardhouse.games.dynasty.state import State

MOST_AT_ONCE = 12


def here(t: State) -> int:
    """Return how many players have not left."""
    return t.seats - t.leavers


def no_leave(t: State, seat: int) -> Fact | None:
    return LeftAlready(seat) if t.left[seat] else None
