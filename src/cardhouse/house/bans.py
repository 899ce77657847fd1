"""Bans: who was sent away from a table, or muted there. To leave and come back under another name does not undo it.

Addresses are kept in memory only, and told to nobody. All who share an address, as a household does, are kept away
together: names alone would be changed at will. An address of this machine itself does not count, because it is the one
of everybody who plays at this machine, or comes through a web server that does not hand on addresses.
"""

from collections.abc import Iterable
from math import ceil

from msgspec.structs import replace

from cardhouse.house import names
from cardhouse.house.clock import Clock
from cardhouse.house.decide import Open, Sit, Wish
from cardhouse.house.entries import Left, Muted
from cardhouse.house.lookalikes import skeletons
from cardhouse.house.places import Player
from cardhouse.house.sitting import News, Sitting
from cardhouse.house.wire import Denial

SENT_AWAY = 15 * 60.0  # seconds for which somebody stays away
OWN = ("127.", "::/64")  # how addresses of this machine begin


class Bans:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._addresses: dict[int, str] = {}  # by player
        self._until: dict[str, float] = {}  # by an address, or by how a name looks

    def checked(self, sitting: Sitting, wish: Sit) -> Sit:
        """The wish of somebody who may sit down; muted, if somebody at their address is or was. Raises Denial."""
        now = self._clock.time()
        self._until = {what: until for what, until in self._until.items() if until > now}
        if wish.address in self._until:
            raise _sent_away("you, or somebody at your address,", self._until[wish.address] - now)
        for look in skeletons(names.shown(wish.name)) & self._until.keys():
            raise _sent_away("somebody of this name", self._until[look] - now)
        muted = {self._addresses.get(number) for number in sitting.muted}
        return replace(wish, muted=bool(wish.address) and wish.address in muted)

    def note(self, before: Sitting | None, after: Sitting, wish: Wish, news: Iterable[News]) -> None:
        """Remember what has happened."""
        if isinstance(wish, Open):
            self._addresses[after.players] = wish.creator.address
        elif isinstance(wish, Sit):
            self._addresses[after.players] = wish.address
            known = {*after.seated, *after.muted}
            self._addresses = {number: where for number, where in self._addresses.items() if number in known}
        for one in news:
            if isinstance(one.what, Left) and one.what.kicked and before is not None:
                self._send_away(before.player_in(one.what.seat))
            elif isinstance(one.what, Muted) and not one.what.on:
                self._forgive(after, after.number_in(one.what.seat))

    def _send_away(self, player: Player | None) -> None:
        assert player is not None
        address = self._addresses.get(player.number, "")
        for what in {address, *skeletons(player.name)} - {""}:
            self._until[what] = self._clock.time() + SENT_AWAY

    def _forgive(self, sitting: Sitting, number: int) -> None:
        """Whoever may talk again was muted at other times under the same address."""
        where = self._addresses.get(number)
        for other, address in [*self._addresses.items()]:
            if address == where and sitting.seat_of(other) is None:
                del self._addresses[other]


def known(address: str) -> str:
    """An address that tells people apart; empty, if it does not."""
    return "" if address.startswith(OWN) else address


def _sent_away(whom: str, seconds: float) -> Denial:
    minutes = ceil(seconds / 60)
    return Denial(
        "kicked",
        f"The creator of this table has sent {whom} away. You can take a seat in {minutes} min.",
    )
