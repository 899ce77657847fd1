"""Bounds: limits for the chat, for people who come and go, and for the length of a table's log.

A table is loaded by replaying its log: 50,000 entries take about a second, and 30 MB meanwhile. Talk, visits and play
each have a share of that, so that nobody can use up the room for moves by talking, or by sitting down and leaving. When
the share of play is used up, no new match begins. A match that has begun is played to its end, up to 185,000 entries.
No match needs that many, unless somebody takes moves back for ever.
"""

from cardhouse import wire
from cardhouse.house.clock import Clock
from cardhouse.house.decide import BotMove, Default, GoOn, Sit, Wish
from cardhouse.house.limits import Bucket
from cardhouse.wire import Denial
from cardhouse.wire.entries import Added, AnyEntry, Left, Levelled, Muted, Paced, Said, Sat

OF_A_PLAYER, OF_A_TABLE = (1.0, 10), (4.0, 40)  # chat messages: per second, and at once
WORDS = (0.2, 5)  # words for the deal, of a player: per second, and at once
TALK, VISITS = (Said, Added, Muted, Paced, Levelled), (Sat, Left)  # entries; the others are play
MOST_TALK, MOST_VISITS, MOST_PLAY, MOST_IN_ALL = 10_000, 5_000, 35_000, 185_000  # entries
TOO_FAST = "You are sending messages too fast. Wait a few seconds."
ALL_TOO_FAST = "Too many messages at this table. Wait a few seconds."
NO_TALK = "This table's log is too long for more chat. Open another table."
NO_VISITS = "Too many people have come and gone at this table. Open another one."
NO_MATCH = "This table's log is too long for another match. Open another table."
FULL = "This table's log is full. Open another table."
OF_A_MATCH = (wire.Play, wire.Deal, Default, BotMove)  # needed to finish a match


class Bounds:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._table = Bucket(*OF_A_TABLE, at=clock.time())
        self._chat: dict[int, Bucket] = {}  # by player
        self._words: dict[int, Bucket] = {}
        self._talk = self._visits = self._play = 0  # entries in the log

    def count(self, entry: AnyEntry) -> None:
        if isinstance(entry, TALK):
            self._talk += 1
        elif isinstance(entry, VISITS):
            self._visits += 1
        else:
            self._play += 1

    def check(self, player: int, wish: Wish) -> None:
        """Raise Denial if the log has no room for a wish, or if a player talks too fast."""
        match wish:
            case wire.Leave() | wire.Kick():
                return
            case wire.Say() | wire.Words() | wire.Mute() | wire.Pace() | wire.Level():
                self._check_talk(player, wish)
            case _:
                self._check_play(wish)

    def _check_talk(self, player: int, wish: Wish) -> None:
        if self._talk >= MOST_TALK:
            raise Denial("not_now", NO_TALK)
        now = self._clock.time()
        if isinstance(wish, wire.Words) and not _of(self._words, player, WORDS, now).take(now):
            raise Denial("flood", TOO_FAST)
        if isinstance(wish, wire.Say):
            if not _of(self._chat, player, OF_A_PLAYER, now).take(now):
                raise Denial("flood", TOO_FAST)
            if not self._table.take(now):
                raise Denial("flood", ALL_TOO_FAST)

    def _check_play(self, wish: Wish) -> None:
        if self._play >= MOST_IN_ALL:
            raise Denial("closed", FULL)
        if self._play >= MOST_PLAY and not (isinstance(wish, OF_A_MATCH) or wish == GoOn(rematch=False)):
            raise Denial("closed", NO_MATCH)
        if isinstance(wish, Sit) and self._visits >= MOST_VISITS:
            raise Denial("closed", NO_VISITS)


def _of(buckets: dict[int, Bucket], player: int, limit: tuple[float, int], now: float) -> Bucket:
    if player not in buckets:
        buckets[player] = Bucket(*limit, at=now)
    return buckets[player]
