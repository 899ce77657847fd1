"""A visitor: a viewer of a table, and the sender of its commands. Its socket is at this house, or at another one."""

from collections.abc import Callable
from typing import Protocol, Self, TypeVar

from msgspec import DecodeError, Struct, ValidationError, json

from cardhouse.house import bans
from cardhouse.house.house import House
from cardhouse.house.room import Room
from cardhouse.wire import MOST_BYTES, Ack, Bye, Denial, Suggestion, encode
from cardhouse.wire.commands import NO_PLAYER, AnyCommand, Notice, Suggest, read_command

R = TypeVar("R")


class Outlet(Protocol):
    """Where a visitor's frames go."""

    def put(self, frame: bytes) -> None: ...
    def close(self, bye: Bye) -> None: ...


class Arrival(Struct, frozen=True, kw_only=True):
    """What a visitor has said at the door."""

    table: str
    token: str  # its SHA-256, or "" for a watcher
    last: int
    reasons: bool
    caller: str  # the address of the client


class Visitor:
    def __init__(self, house: House, room: Room, arrival: Arrival, out: Outlet) -> None:
        self.player = house.player(room, arrival.token) if arrival.token else NO_PLAYER
        self.reasons, self.address = arrival.reasons, bans.personal_address(arrival.caller)
        self.put, self.close = out.put, out.close
        self._house, self._room = house, room

    @classmethod
    async def enter(cls, house: House, arrival: Arrival, out: Outlet) -> Self:
        """Enter the room of a table. Raise Denial if that is not possible: Elsewhere, if another house owns it."""
        room = await house.room_for(arrival.table, arrival.caller)
        return cls.let_in(house, room, arrival, out)

    @classmethod
    def let_in(cls, house: House, room: Room, arrival: Arrival, out: Outlet) -> Self:
        visitor = cls(house, room, arrival, out)
        room.enter(visitor, arrival.last)
        return visitor

    def leave(self) -> None:
        self._room.exit(self)

    def hear(self, text: bytes) -> None:
        """Do the command in a message."""
        number: int | None = None
        try:
            command: AnyCommand | Suggest | Notice = check(text, read_command)
            number = command.id
            if self.player == NO_PLAYER:
                raise Denial("denied", "Watchers cannot do anything at the table.")
            self._house.admit(command)
        except Denial as denial:
            return self._answer(number if number is not None else _id_in(text), denial)
        if isinstance(command, Suggest):
            return self._room.suggestions.ask(self.player, command.id, lambda outcome: self._answer(number, outcome))
        if isinstance(command, Notice):
            return self._room.notice(self.player, command, lambda outcome: self._answer(number, outcome))
        return self._room.submit(self.player, command, lambda outcome: self._answer(number, outcome))

    def _answer(self, number: int | None, outcome: Ack | Suggestion | Denial) -> None:
        """Send an answer, but not that the table has moved: a bye says so, and the command may have been done there."""
        if isinstance(outcome, Denial) and outcome.code == "moved":
            return
        self._house.count(outcome)
        self.put(encode(outcome.nak(number) if isinstance(outcome, Denial) else outcome))


def check(text: bytes, read: Callable[[bytes], R]) -> R:
    """Read a message. Raise Denial if it is not one of the protocol."""
    if len(text) > MOST_BYTES:
        raise Denial("too_large", f"A message has at most {MOST_BYTES} bytes.")
    try:
        return read(text)
    except (ValidationError, DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Denial("unreadable", f"This is not a message of the protocol: {str(error)[:200]}.") from None


def _id_in(text: bytes) -> int | None:
    """Return the number of an invalid command, if it has one, so that the sender knows which it was."""
    try:
        found = json.decode(text[:MOST_BYTES])
    except (DecodeError, RecursionError, UnicodeDecodeError):
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int and 0 < number < 1 << 53 else None
