"""Who may leave a match of Dynasty, and how many are in it (rule 12)."""

from cardhouse.games.dynasty.table import Table

MOST_AT_ONCE = 12


def here(t: Table) -> int:
    """How many have not left."""
    return t.seats - t.leavers


def no_leave(t: Table, seat: int) -> str:
    return f"Seat {seat} has left already." if t.left[seat] else ""
