"""Who may join a match of Dynasty, and leave it (rule 12)."""

from cardhouse.games.dynasty.table import SEATS, Table

MOST_AT_ONCE = 12


def no_join(t: Table) -> str:
    """Why nobody can join, in a sentence, or nothing."""
    if t.seats - t.leavers >= MOST_AT_ONCE:
        return f"There are {MOST_AT_ONCE} players at the table: nobody else can join."
    if t.seats == SEATS:
        return f"This match has had {SEATS} players: nobody else can join."
    return ""


def no_leave(t: Table, seat: int) -> str:
    return f"Seat {seat} has left already." if t.left[seat] else ""
