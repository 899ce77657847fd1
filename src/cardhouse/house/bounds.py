"""Bounds: limits for the chat and for the length of a table's log.

A table is loaded by replaying its log: 50,000 entries take about a second, and 30 MB meanwhile. So chat ends at half of
that, and at 50,000 entries no new match begins. A match that has begun is played to its end, up to 200,000 entries. No
match needs that many, unless somebody takes moves back for ever.
"""

from cardhouse.house import wire
from cardhouse.house.clock import Clock
from cardhouse.house.decide import BotMove, Default, GoOn, Wish
from cardhouse.house.limits import Bucket
from cardhouse.house.wire import Denial

OF_A_PLAYER, OF_A_TABLE = (1.0, 10), (4.0, 40)  # chat messages: per second, and at once
CHAT, MATCHES, ALL = 25_000, 50_000, 200_000  # entries up to which there is chat, a new match, anything at all
TOO_FAST = "You are sending messages too fast. Wait a few seconds."
ALL_TOO_FAST = "Too many messages at this table. Wait a few seconds."
NO_CHAT = "This table's log is too long for more chat. Open another table."
NO_MATCH = "This table's log is too long for another match. Open another table."
FULL = "This table's log is full. Open another table."
OF_A_MATCH = (wire.Play, wire.Deal, wire.Leave, Default, BotMove)  # needed to finish a match


class Bounds:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._table = Bucket(*OF_A_TABLE, at=clock.time())
        self._players: dict[int, Bucket] = {}

    def check(self, player: int, wish: Wish, entries: int) -> None:
        """Raise Denial if a log of this many entries has no room for a wish, or if chat comes too fast."""
        if entries >= ALL and not isinstance(wish, wire.Leave):
            raise Denial("closed", FULL)
        if isinstance(wish, wire.Say):
            self._chat(player, entries)
        elif entries >= MATCHES and not (isinstance(wish, OF_A_MATCH) or wish == GoOn(rematch=False)):
            raise Denial("closed", NO_MATCH)

    def _chat(self, player: int, entries: int) -> None:
        if entries >= CHAT:
            raise Denial("not_now", NO_CHAT)
        now = self._clock.time()
        own = self._players.get(player)
        if own is None:
            own = self._players[player] = Bucket(*OF_A_PLAYER, at=now)
        if not own.take(now):
            raise Denial("flood", TOO_FAST)
        if not self._table.take(now):
            raise Denial("flood", ALL_TOO_FAST)
