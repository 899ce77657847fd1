"""Calls: at a table without a clock, players who asked for it are told on their devices that it is their turn.

A call goes to a player who has had no connection for some seconds in their turn. There is one call for each turn; what
was called is stored as soon as a push service has taken the call, so that another house, or this one after a restart,
does not call again. A call says which table it is, and nothing of the game.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import MsgspecError, Struct, json

from cardhouse.house.chairs import Player
from cardhouse.house.clock import Clock
from cardhouse.house.journal import journal
from cardhouse.house.push.sender import Device, Outcome
from cardhouse.house.sitting import Sitting, Version
from cardhouse.wire import Denial

if TYPE_CHECKING:
    from cardhouse.house.room import Room

AFTER = 10.0  # seconds without a connection
MOST_DEVICES = 3  # of a player at a table; the oldest is dropped
NEVER: Version = (-1, -1)
NO_CALLS = "This house calls nobody: its operator has not set that up."
CLOCK = "Nobody is called at a table with a clock."


class Callee(Struct):
    """A player who has asked to be called."""

    devices: tuple[Device, ...] = ()
    told: Version = NEVER  # the turn of their last call


Callees = dict[str, Callee]  # by the hash of the token of a seat: a seat that moves to another device has a new one
read_callees = json.Decoder(Callees).decode


class RoomSubscriptions(Protocol):
    """The part of the subscriptions of a house that a room needs."""

    def check(self, device: Device) -> None:
        """Raise Denial if the house does not send to this device."""

    def keep(self, table: str, callees: Callees) -> Awaitable[None]:
        """Store who is called at a table. What is kept last is stored, whether or not it is awaited."""

    def call(self, table: str, device: Device, wanted: Callable[[], bool], done: Callable[[Outcome], None]) -> None: ...


class Calls:
    def __init__(self, room: "Room", clock: Clock, subscriptions: RoomSubscriptions | None) -> None:
        self._room, self._clock, self._subscriptions = room, clock, subscriptions
        self._callees: Callees = {}
        self._waits: dict[str, tuple[Version, float]] = {}  # the turn that a player is absent in, and since when
        self._calling: set[tuple[str, Version]] = set()  # the players and turns of calls on their way
        self._stopped = False

    @property
    def busy(self) -> bool:
        return bool(self._calling)

    def load(self, callees: Callees) -> None:
        """Take over what was stored; a seat may have moved since."""
        self._callees = callees
        self.prune()

    def stop(self) -> None:
        self._stopped = True

    # Asking

    async def add(self, number: int, device: Device) -> int:
        """Call a player on this device from now on; return on how many they are called."""
        if self._subscriptions is None:
            raise Denial("not_now", NO_CALLS, about="calls_none")
        if self._room.sitting.opened.clock:
            raise Denial("not_now", CLOCK, about="calls_clock")
        self._subscriptions.check(device)
        asked = self._callees.setdefault(self._token(number), Callee())
        if device not in asked.devices:
            others = [other for other in asked.devices if other.endpoint != device.endpoint]
            asked.devices = (device, *others[: MOST_DEVICES - 1])
        stored = self._keep()
        self._room.attendance.ring()
        await stored
        return len(asked.devices)

    async def remove(self, number: int, endpoint: str) -> int:
        """Stop calling a player on this device; return on how many they are still called."""
        token = self._token(number)
        if self._subscriptions is None or token not in self._callees:
            return 0
        await self._forget(token, endpoint)
        return len(self._callees[token].devices) if token in self._callees else 0

    def prune(self) -> None:
        """Forget players who have left, and devices from which a seat was moved."""
        tokens = {player.token for player in self._room.sitting.people()}
        if gone := self._callees.keys() - tokens:
            for token in gone:
                del self._callees[token]
            self._keep()

    def _forget(self, token: str, endpoint: str) -> Awaitable[None]:
        asked = self._callees[token]
        asked.devices = tuple(device for device in asked.devices if device.endpoint != endpoint)
        if not asked.devices:
            del self._callees[token]
        stored = self._keep()
        self._room.attendance.ring()
        return stored

    def _keep(self) -> Awaitable[None]:
        assert self._subscriptions is not None, "without one nobody has asked"
        return self._subscriptions.keep(self._room.name, self._callees)

    def _token(self, number: int) -> str:
        return next(player.token for player in self._room.sitting.people() if player.number == number)

    # Calling

    def waits_for(self, player: Player) -> bool:
        """Return whether the table waits for a player who is not here, instead of letting a bot play for them."""
        return player.token in self._callees and self._room.sitting.phase == "play"

    @property
    def keep_bots_moving(self) -> bool:
        """Whether bots move while nobody is here, because somebody may have to be called afterwards."""
        return may_call(self._room.sitting, self._callees)

    def due(self, now: float) -> list[float]:
        """Call whoever is due, and return when the others are."""
        before, self._waits = self._waits, {}
        sitting = self._room.sitting
        if not may_call(sitting, self._callees):
            return []
        due = []
        for token, turn in turns(sitting, self._callees).items():
            is_told = self._callees[token].told == turn or (token, turn) in self._calling
            if is_told or not self._is_absent(token, turn):
                continue
            known, since = before.get(token, (NEVER, now))
            since = since if known == turn else now
            if now >= since + AFTER:
                self._call(token, turn)
            else:
                self._waits[token] = turn, since
                due.append(since + AFTER)
        return due

    def _is_absent(self, token: str, turn: Version) -> bool:
        """Return whether it is this turn of a player, who is not here, and no bot plays for them."""
        sitting = self._room.sitting
        if self._stopped or turns(sitting, self._callees).get(token) != turn:
            return False
        player = next(player for player in sitting.people() if player.token == token)
        attendance = self._room.attendance
        return not attendance.is_here(player.number) and not attendance.is_away(player)

    def _call(self, token: str, turn: Version) -> None:
        assert self._subscriptions is not None, "without one nobody has asked"
        self._calling.add((token, turn))
        devices, outcomes = self._callees[token].devices, list[Outcome]()

        def is_wanted(device: Device) -> bool:
            return self._is_absent(token, turn) and device in self._callees[token].devices

        def done(device: Device, outcome: Outcome) -> None:
            outcomes.append(outcome)
            if self._stopped:
                return
            if outcome == "gone" and token in self._callees:
                self._forget(token, device.endpoint)
            if outcome == "sent":
                self._tell(token, turn)
            if len(outcomes) == len(devices):
                self._finish(token, turn, outcomes)

        for device in devices:
            self._subscriptions.call(self._room.name, device, partial(is_wanted, device), partial(done, device))

    def _tell(self, token: str, turn: Version) -> None:
        if (asked := self._callees.get(token)) is not None and asked.told != turn:
            asked.told = turn
            self._keep()

    def _finish(self, token: str, turn: Version, outcomes: list[Outcome]) -> None:
        """End a call: one that failed on all devices for this turn, one that was dropped until it is due again."""
        self._calling.discard((token, turn))
        if "sent" not in outcomes and "failed" in outcomes:
            self._tell(token, turn)
        self._room.attendance.ring()


def may_call(sitting: Sitting, asked: Callees) -> bool:
    """Return whether anybody may be called at a table: somebody asked for it, and is not alone with bots."""
    return bool(asked) and sitting.phase == "play" and len([*sitting.people()]) > 1


def turns(sitting: Sitting, asked: Callees) -> dict[str, Version]:
    """Return whose turn it is among those who asked, and when it began. Hidden moves do not change that."""
    found = {}
    for seat in sitting.match.to_act if sitting.match is not None else ():
        player = sitting.chairs[seat].player
        if player is not None and player.token in asked:
            found[player.token] = sitting.turns[seat]
    return found


def is_pending(sitting: Sitting, asked: Callees) -> bool:
    """Return whether a table that no house has in memory has to go on: a bot is to move, or somebody was not called."""
    if not may_call(sitting, asked) or sitting.match is None:
        return False
    players = [sitting.chairs[seat].player for seat in sitting.match.to_act]
    if any(player is None or not player.human for player in players):
        return True
    return any(asked[token].told != turn for token, turn in turns(sitting, asked).items())


def read(text: str | None, table: str) -> Callees:
    """Return who is called at a table, as it was stored; nobody, if that cannot be read."""
    try:
        return read_callees(text) if text else {}
    except MsgspecError as error:
        journal.error("who is called at a table cannot be read", exc_info=error, extra={"table": table})
        return {}
