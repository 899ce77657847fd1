"""Bans: a person who was sent away or muted cannot undo it by coming back under another name.

People are recognised by what their name looks like, and by their address, because anybody can change a name. A ban
applies to everybody who shares the address, such as a household. There are two exceptions: an address that another
player at the table has, who may stay and talk; and the addresses of this machine, which every player on it has, and
everybody behind a proxy that does not pass on addresses. Addresses are kept in memory only, and are never shown.
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

SENT_AWAY = 15 * 60.0  # seconds that a ban lasts
OWN = ("127.", "::/64")  # prefixes of this machine's addresses


class Bans:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._addresses: dict[int, str] = {}  # by player
        self._places: dict[str, float] = {}  # when the ban ends, by address
        self._looks: dict[str, float] = {}  # and by what a name looks like

    def checked(self, sitting: Sitting, wish: Sit) -> Sit:
        """Return the wish, muted if somebody at the same address is. Raises Denial for somebody who is banned."""
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
        """Remember who sat down, and who was sent away, muted or unmuted."""
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
        """Forget the other muted players at the address of somebody who may talk again."""
        where = self._addresses.get(number)
        for other, address in [*self._addresses.items()]:
            if address == where and sitting.seat_of(other) is None:
                del self._addresses[other]


def known(address: str) -> str:
    """Return an address if it tells people apart, otherwise an empty text."""
    return "" if address.startswith(OWN) else address


def _sent_away(whom: str, seconds: float) -> Denial:
    minutes = ceil(seconds / 60)
    return Denial(
        "kicked",
        f"The creator of this table has sent {whom} away. You can take a seat in {minutes} min.",
    )
