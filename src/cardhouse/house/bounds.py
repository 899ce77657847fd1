"""Bounds: limits for the chat, for people who come and go, and for the length of a table's log.

A table is loaded by replaying its log: 50,000 entries take about a second, and 30 MB meanwhile. Talk, visits and play
each have a quota of that, so that nobody can use up the space for moves by talking, or by sitting down and leaving. If
the quota of play is used up, no new match begins. A match that has begun is played to its end, up to 185,000 entries.
No match needs that many, unless players take moves back for ever.
"""

from collections.abc import Hashable

from cardhouse.house.clock import Clock
from cardhouse.house.decide import BotMove, Default, GoOn, Sit, Take, Wish
from cardhouse.house.limits import Bucket
from cardhouse.wire import Denial
from cardhouse.wire.commands import AnyEntry, Command, Deal, Play, Rate, Share

MOST: dict[Share, int] = {"talk": 10_000, "visits": 5_000, "play": 35_000}  # entries
MOST_OF_PLAY = 185_000  # entries, including those of the match that has begun
TOO_FAST = "You are sending messages too fast. Wait a few seconds."
ALL_TOO_FAST = "Too many messages at this table. Wait a few seconds."
NO_TALK = "This table's log is too long for more chat. Open another table."
NO_VISITS = "Too many people have come and gone at this table. Open another one."
NO_MATCH = "This table's log is too long for another match. Open another table."
FULL = "This table's log is full. Open another table."
OF_A_MATCH = (Play, Deal, Default, BotMove)  # needed to finish a match


class Bounds:
    """Rate limits and log quotas. They are declared with the commands and entries, in `wire/commands.py`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rates: dict[Hashable, Bucket] = {}  # by command and player, or by command alone
        self._entries: dict[Share, int] = dict.fromkeys(MOST, 0)  # counted in the log

    def count(self, entry: AnyEntry) -> None:
        self._entries[entry.share] += 1

    def check(self, player: int, wish: Wish) -> None:
        """Raise Denial if a wish exceeds its log quota or its rate limit."""
        share = wish.share if isinstance(wish, Command) else "play"
        if share == "talk" and self._is_full("talk"):
            raise Denial("not_now", NO_TALK, about="table_log")
        if share == "play":
            self._check_play(wish)
        if isinstance(wish, Command):
            self._check_rates(player, wish)

    def _is_full(self, share: Share) -> bool:
        return self._entries[share] >= MOST[share]

    def _check_play(self, wish: Wish) -> None:
        if self._entries["play"] >= MOST_OF_PLAY:
            raise Denial("closed", FULL, about="table_log")
        if self._is_full("play") and not (isinstance(wish, OF_A_MATCH) or wish == GoOn(rematch=False)):
            raise Denial("closed", NO_MATCH, about="table_log")
        if isinstance(wish, Sit | Take) and self._is_full("visits"):
            raise Denial("closed", NO_VISITS, about="table_visits")

    def _check_rates(self, player: int, command: Command) -> None:
        if not self._has_time_for((type(command), player), command.of_a_player):
            raise Denial("flood", TOO_FAST)
        if not self._has_time_for(type(command), command.of_a_table):
            raise Denial("flood", ALL_TOO_FAST)

    def _has_time_for(self, whose: Hashable, rate: Rate | None) -> bool:
        if rate is None:
            return True
        now = self._clock.time()
        if whose not in self._rates:
            self._rates[whose] = Bucket(*rate, at=now)
        return self._rates[whose].take(now)
