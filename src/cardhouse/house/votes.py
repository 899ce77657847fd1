"""Votes: if a player keeps a table without a clock waiting, the others can let a bot play for them.

A vote is about one turn or one pause, and ends with it. Hidden moves do not end a turn, so votes do not reveal whether
the player has made any.
"""

from collections.abc import Collection, Mapping

IDLE = 60.0  # seconds of waiting for a seat before the others can vote
Turn = tuple[str, int, int]  # the phase, and the version of its turn or pause


class AwaitedSeat:
    """A seat that the table waits for."""

    __slots__ = ("since", "turn", "voters")

    def __init__(self, turn: Turn, since: float) -> None:
        self.turn, self.since = turn, since
        self.voters: set[int] = set()  # player numbers


class Votes:
    def __init__(self) -> None:
        self._waits: dict[int, AwaitedSeat] = {}  # by seat
        self.open: tuple[int, ...] = ()  # the seats with an open vote

    def wait_for(self, turns: Mapping[int, Turn], now: float) -> bool:
        """Wait for these seats only, starting now if their turn is new. Return whether `open` has changed."""
        known, self._waits = self._waits, {}
        for seat, turn in turns.items():
            wait = known.get(seat)
            self._waits[seat] = wait if wait is not None and wait.turn == turn else AwaitedSeat(turn, now)
        before = self.open
        self.open = tuple(seat for seat, wait in self._waits.items() if wait.since + IDLE <= now)
        return self.open != before

    def due(self) -> list[float]:
        """Return the times at which further votes open."""
        return [wait.since + IDLE for seat, wait in self._waits.items() if seat not in self.open]

    def cast(self, seat: int, player: int) -> None:
        self._waits[seat].voters.add(player)

    def by(self, seat: int, electors: Collection[int]) -> list[int]:
        """Return the electors who have voted about a seat."""
        return [player for player in electors if player in self._waits[seat].voters]

    def passed(self, seat: int, electors: Collection[int]) -> bool:
        return len(self.by(seat, electors)) >= needed(electors)


def needed(electors: Collection[int]) -> int:
    """Return the number of votes that is more than half."""
    return len(electors) // 2 + 1
