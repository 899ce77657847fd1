"""Tables that go on from a moment of a finished match: which table is opened, and how its first match begins.

Such a table has the position in its own log, so it needs nothing of the other table later. Its cards were known to
whoever chose the moment, so nothing here calls them fair. Everything else about the table is as always.
"""

from msgspec.structs import replace

from cardhouse.house.sitting import Sitting
from cardhouse.play.position import Position
from cardhouse.wire import Denial
from cardhouse.wire.lobby import NewTable


def table_of(position: Position, wanted: NewTable) -> NewTable:
    """Return the request for a table that goes on from this position; raise Denial if it asks for another one."""
    match, wish = position.match, wanted.onward
    assert wish is not None
    if wanted.seats is not None or wanted.options or wanted.bots or wanted.lesson:
        raise Denial(
            "unreadable",
            "A table that goes on from another match has its seats, options and bots from there.",
            about="onward_table",
        )
    if wanted.game != match.game.name:
        sentence = f"That was a match of {match.game.title}: name the same game."
        raise Denial("unreadable", sentence, about="onward_table")
    if wish.seat >= match.seats:
        raise Denial("unknown", f"There is no seat {wish.seat} in that match; its seats are 0 to {match.seats - 1}.")
    if wish.seat in position.left:
        sentence = f"The player in seat {wish.seat} has left that match for good. Take another seat."
        raise Denial("full", sentence, about="onward_left")
    return replace(wanted, seats=first_seats(position), options=match.options, bots=match.seats - 1)


def first_seats(position: Position) -> int:
    """Return how many seats the other match began with: a rematch at the new table has as many."""
    seats: int = position.match.log_entries()[0]["seats"]
    return seats


def start(sitting: Sitting, position: Position) -> None:
    """Begin the first match of such a table. What is drawn from now on follows from a deal secret of its own."""
    sitting.chairs = tuple(replace(chair, gone=seat in position.left) for seat, chair in enumerate(sitting.chairs))
    names = [chair.player.name for chair in sitting.chairs if chair.player]
    sitting.match = position.match.play_on(sitting.dealer, names)
    sitting.dealer.begin()
    sitting.matches = 1
    sitting.sheet = position.sheet
    sitting.position = None
