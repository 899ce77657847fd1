"""Bans: a person who was kicked or muted cannot undo it by coming back under another name.

People are recognised by what their name looks like, and by their address, because anybody can change a name. A ban
applies to everybody who shares the address, such as a household. There are two exceptions. An address that another
player at the table has is banned only when a second person from it is kicked; otherwise two of them could take turns
to protect each other. The addresses of this machine are never banned: every player on it has them, and everybody behind
a proxy that does not forward addresses. Addresses are held in memory only, and are never shown.
"""

from collections.abc import Iterable
from math import ceil

from msgspec.structs import replace

from cardhouse.house import names
from cardhouse.house.chairs import Player
from cardhouse.house.clock import Clock
from cardhouse.house.decide import Open, Sit, Wish
from cardhouse.house.lookalikes import skeletons
from cardhouse.house.sitting import News, Sitting
from cardhouse.wire import Denial
from cardhouse.wire.commands import Left, Muted

SENT_AWAY = 15 * 60.0  # how long a ban lasts, in seconds
OWN = ("127.", "::/64")  # prefixes of this machine's addresses


class Bans:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._addresses: dict[int, str] = {}  # by player
        self._places: dict[str, float] = {}  # when the ban ends, by address
        self._looks: dict[str, float] = {}  # and by the skeleton of a name
        self._warned: dict[str, float] = {}  # addresses from which one person was kicked and others stayed

    def check(self, sitting: Sitting, wish: Sit) -> Sit:
        """Return the wish, muted if a player at the same address is. Raise Denial for a person who is banned."""
        now = self._clock.time()
        if (left := self._places.get(wish.address, now) - now) > 0:
            raise _sent_away("You, or someone from your network,", left)
        for look in skeletons(names.make_readable(wish.name)):
            if (left := self._looks.get(look, now) - now) > 0:
                raise _sent_away("A player with this name", left)
        return replace(wish, muted=bool(wish.address) and self._is_muted(sitting, wish.address))

    def _is_muted(self, sitting: Sitting, address: str) -> bool:
        """Return whether a newcomer must be muted: a muted person has left, or nobody at this address may talk."""
        here = [number for number, known in self._addresses.items() if known == address]
        muted = [number for number in here if number in sitting.muted]
        talkers = [number for number in here if number not in muted and sitting.seat_of(number) is not None]
        gone = any(sitting.seat_of(number) is None for number in muted)
        return gone or (bool(muted) and not talkers)

    def note(self, before: Sitting | None, after: Sitting, wish: Wish, news: Iterable[News]) -> None:
        """Record who sat down, and who was kicked, muted or unmuted."""
        if isinstance(wish, Open):
            self._addresses |= {number: person.address for number, person in enumerate(wish.people, 1)}
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
        self._warned = {address: until for address, until in self._warned.items() if until > now}
        self._looks |= dict.fromkeys(skeletons(player.name), now + SENT_AWAY)
        if address := self._addresses.get(player.number):
            shared = address in {self._addresses.get(number) for number in sitting.seated}
            spared = shared and self._warned.get(address, now) <= now
            (self._warned if spared else self._places)[address] = now + SENT_AWAY

    def _forgive(self, sitting: Sitting, number: int) -> None:
        """Forget the other muted players at the address of a player who may talk again."""
        where = self._addresses.get(number)
        for other, address in [*self._addresses.items()]:
            if address == where and sitting.seat_of(other) is None:
                del self._addresses[other]


def personal_address(address: str) -> str:
    """Return an address, or "" if many people may share it."""
    return "" if address.startswith(OWN) else address


def _sent_away(whom: str, seconds: float) -> Denial:
    minutes = ceil(seconds / 60)
    return Denial(
        "kicked",
        f"{whom} was removed from this table. You can take a seat in {minutes} min.",
    )
