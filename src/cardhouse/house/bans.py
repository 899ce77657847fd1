"""Bans: who was sent away from a table, or muted there. To leave and come back under another name does not undo it.

People are known by how their name looks, and by their address, because names are changed at will. All who share an
address, as a household does, are kept away together. But an address does not count if somebody else at the table has
it, and may stay and talk; or if it is this machine's own: everybody has that one who plays at this machine, or comes
through a web server that does not hand on addresses. Addresses are kept in memory only, and nobody is told of them.
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
        self._places: dict[str, float] = {}  # addresses that were sent away, and until when
        self._looks: dict[str, float] = {}  # and how names look

    def checked(self, sitting: Sitting, wish: Sit) -> Sit:
        """The wish of somebody who may sit down; muted, if somebody at their address was. Raises Denial."""
        now = self._clock.time()
        if (left := self._places.get(wish.address, now) - now) > 0:
            raise _sent_away("you, or somebody at your address,", left)
        for look in skeletons(names.shown(wish.name)):
            if (left := self._looks.get(look, now) - now) > 0:
                raise _sent_away("somebody of this name", left)
        at_address = [number for number, address in self._addresses.items() if address == wish.address]
        may_talk = any(sitting.seat_of(number) is not None for number in at_address if number not in sitting.muted)
        muted = any(number in sitting.muted for number in at_address)
        return replace(wish, muted=bool(wish.address) and muted and not may_talk)

    def note(self, before: Sitting | None, after: Sitting, wish: Wish, news: Iterable[News]) -> None:
        """Remember what has happened."""
        if isinstance(wish, Open):
            self._addresses[after.players] = wish.creator.address
        elif isinstance(wish, Sit):
            self._addresses[after.players] = wish.address
            here = {*after.seated, *after.muted}
            self._addresses = {number: address for number, address in self._addresses.items() if number in here}
        for one in news:
            if isinstance(one.what, Left) and one.what.kicked and before is not None:
                self._send_away(after, before.player_in(one.what.seat))
            elif isinstance(one.what, Muted) and not one.what.on:
                self._forgive(after, after.number_in(one.what.seat))

    def _send_away(self, sitting: Sitting, player: Player | None) -> None:
        assert player is not None
        now = self._clock.time()
        self._places = {address: until for address, until in self._places.items() if until > now}
        self._looks = {look: until for look, until in self._looks.items() if until > now}
        self._looks |= dict.fromkeys(skeletons(player.name), now + SENT_AWAY)
        address = self._addresses.get(player.number)
        if address and address not in {self._addresses.get(number) for number in sitting.seated}:
            self._places[address] = now + SENT_AWAY

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
