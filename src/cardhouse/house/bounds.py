"""Bounds: how much may be said at a table, and how long its log gets.

A table is loaded by playing its log again: 50,000 entries take about a second, and 30 MB for that time. So talk is
refused when half of that is full, and when all is, no new match begins; one that runs is played to its end. For that it
has 150,000 entries more, which no match needs: what comes after them is somebody who takes moves back for ever.
"""

from cardhouse.house import wire
from cardhouse.house.clock import Clock
from cardhouse.house.decide import BotMove, Default, GoOn, Wish
from cardhouse.house.limits import Bucket
from cardhouse.house.wire import Denial

OF_A_PLAYER, OF_A_TABLE = (1.0, 10), (4.0, 40)  # lines of talk: per second, and at once
TALK, MATCHES, ALL = 25_000, 50_000, 200_000  # entries of a log up to which there is talk, a new match, anything at all
TOO_FAST = "You talk too fast. Wait a few seconds."
ALL_TOO_FAST = "Everybody talks at once at this table. Wait a few seconds."
NO_TALK = "So much has happened at this table that there is no room for talk any more. Open another one."
NO_MATCH = "So much has happened at this table that no other match can begin here. Open another one."
FULL = "So much has happened at this table that it is closed. Open another one."
OF_A_MATCH = (wire.Play, wire.Deal, wire.Leave, Default, BotMove)  # so that it comes to its end


class Bounds:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._table = Bucket(*OF_A_TABLE, at=clock.time())
        self._players: dict[int, Bucket] = {}

    def check(self, player: int, wish: Wish, entries: int) -> None:
        """Raise Denial if a table with so many entries in its log has no room for this."""
        if entries >= ALL and not isinstance(wish, wire.Leave):
            raise Denial("closed", FULL)
        if isinstance(wish, wire.Say):
            self._talk(player, entries)
        elif entries >= MATCHES and not (isinstance(wish, OF_A_MATCH) or wish == GoOn(rematch=False)):
            raise Denial("closed", NO_MATCH)

    def _talk(self, player: int, entries: int) -> None:
        if entries >= TALK:
            raise Denial("not_now", NO_TALK)
        now = self._clock.time()
        own = self._players.get(player)
        if own is None:
            own = self._players[player] = Bucket(*OF_A_PLAYER, at=now)
        if not own.take(now):
            raise Denial("flood", TOO_FAST)
        if not self._table.take(now):
            raise Denial("flood", ALL_TOO_FAST)
