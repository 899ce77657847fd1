"""Evenings: several rounds of a game among friends. The requests, commands and responses of their HTTP API."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field, json

from cardhouse.wire.commands import Moment
from cardhouse.wire.lobby import Key, Name, RequestBody, Seconds

MOST_PEOPLE, MOST_ROUNDS = 64, 12
EveningPhase = Literal["open", "play", "pause", "over"]
TableState = Literal["play", "over", "off"]  # off: broken off, it counts for nobody
Number = Annotated[int, Meta(ge=1, lt=1 << 31)]


class NewEvening(RequestBody, frozen=True, kw_only=True):
    """A request to open an evening. Its creator is its first player."""

    game: Name
    name: Name
    options: dict[str, str | int] = field(default_factory=dict)
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 4
    size: Annotated[int, Meta(ge=2, le=16)] = 4  # about how many people sit at a table
    level: str = "quick"  # of the bots that fill tables, and that play for people who are away
    clock: Seconds = 60
    grace: Seconds = 30
    pace: Moment = 0.8
    chat: bool = True


class NewEveningPlayer(RequestBody, frozen=True, kw_only=True):
    """A request to take part in an evening.

    The key, if there is one, becomes the token. So the request can be sent again if its answer is lost.
    """

    name: Name
    key: Key | None = None


# Commands of players. They name what they change, so that sending one twice is harmless


class DrawRound(RequestBody, frozen=True, tag_field="type", tag="draw"):
    """Draw this round, and open its tables."""

    round: Number


class CloseRound(RequestBody, frozen=True, tag_field="type", tag="close"):
    """Break off the tables of this round that still play, and count the others."""

    round: Number


class EndEvening(RequestBody, frozen=True, tag_field="type", tag="end"):
    """End the evening before its last round. A round that is not over does not count."""


class LeaveEvening(RequestBody, frozen=True, tag_field="type", tag="leave"):
    """Take no part in the rounds that are drawn from now on."""


class ReturnToEvening(RequestBody, frozen=True, tag_field="type", tag="return"):
    """Take part again."""


class RemovePlayer(RequestBody, frozen=True, tag_field="type", tag="remove"):
    """The creator removes a player from the rounds that are drawn from now on. The player cannot return."""

    player: Number


EveningCommand = DrawRound | CloseRound | EndEvening | LeaveEvening | ReturnToEvening | RemovePlayer
read_evening_command = json.Decoder(EveningCommand).decode


# Responses


class EveningPlayer(Struct, frozen=True, kw_only=True):
    number: int  # counted from 1
    name: str
    state: Literal["here", "left", "removed"]


class EveningTable(Struct, frozen=True, kw_only=True):
    id: str
    people: tuple[int, ...]  # the numbers of the players in its first seats; bots have the others
    bots: int
    state: TableState
    places: tuple[int, ...]  # of all seats, when the match is over


class EveningRound(Struct, frozen=True, kw_only=True):
    tables: tuple[EveningTable, ...]


class Standing(Struct, frozen=True, kw_only=True):
    """A player's place so far. At equal points the next fields decide, in their order."""

    player: int
    place: int  # equal players share one
    points: int
    wins: int  # first places
    strength: int  # the average points of the people they have met
    direct: int  # how much more often they came before the players they are still equal with than behind them


class EveningInfo(Struct, frozen=True, kw_only=True):
    """What everybody who has the link may know about an evening."""

    id: str
    game: str
    options: dict[str, str | int]
    rounds: int  # how many are planned
    size: int
    level: str
    clock: float
    grace: float
    chat: bool
    phase: EveningPhase
    creator: int | None  # the number of a player
    players: tuple[EveningPlayer, ...]
    drawn: tuple[EveningRound, ...]
    standings: tuple[Standing, ...]  # after the rounds that are over
    everybody_in: float  # seconds until all players may do what the creator may do now: go on


class Entered(Struct, frozen=True, kw_only=True):
    """A player of an evening, and their token. It is the key to their seats at all tables of the evening, too."""

    evening: EveningInfo
    player: int
    token: str
