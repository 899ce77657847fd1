"""Who may leave a match of Dynasty, and how many are in it (rule 12)."""

from cardhouse.cards.facts import Fact
from cardhouse.games.dynasty.facts import LeftAlready
from cardhouse.games.dynasty.table import Table

MOST_AT_ONCE = 12


def here(t: Table) -> int:
    """How many have not left."""
    return t.seats - t.leavers


def no_leave(t: Table, seat: int) -> Fact | None:
    return LeftAlready(seat) if t.left[seat] else None
