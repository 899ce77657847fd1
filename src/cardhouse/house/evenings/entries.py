"""An evening, and the entries of its log, each of which makes it the next evening."""

from functools import reduce
from typing import Literal, assert_never

from msgspec import Struct, json
from msgspec.structs import replace

from cardhouse.wire.evenings import EveningPhase


class EveningEntry(Struct, frozen=True, kw_only=True, tag_field="what", forbid_unknown_fields=True):
    at: float  # by the clock of the store, in seconds since the epoch


class EveningOpened(EveningEntry, frozen=True, kw_only=True, tag="opened"):
    game: str
    options: dict[str, str | int]
    rounds: int
    size: int
    level: str
    clock: float
    grace: float
    pace: float
    chat: bool


class PlayerJoined(EveningEntry, frozen=True, kw_only=True, tag="joined"):
    name: str
    token: str  # its SHA-256


class PlayerLeft(EveningEntry, frozen=True, kw_only=True, tag="left"):
    player: int
    removed: bool = False  # by the creator


class PlayerReturned(EveningEntry, frozen=True, kw_only=True, tag="returned"):
    player: int


class DrawnTable(Struct, frozen=True, kw_only=True):
    """A table of a round: the people have its first seats, bots the others."""

    id: str
    people: tuple[int, ...]
    bots: int

    @property
    def seats(self) -> int:
        return len(self.people) + self.bots


class RoundDrawn(EveningEntry, frozen=True, kw_only=True, tag="drawn"):
    """The next round is drawn. Its tables are opened afterwards: this entry says all that is needed for that."""

    tables: tuple[DrawnTable, ...]


Places = tuple[int, ...]  # of all seats of a table; empty if the table was broken off


class RoundScored(EveningEntry, frozen=True, kw_only=True, tag="scored"):
    """The last round is over, with these places at its tables."""

    places: tuple[Places, ...]


class EveningEnded(EveningEntry, frozen=True, kw_only=True, tag="ended"):
    """The evening is over before its last round."""


AnyEveningEntry = EveningOpened | PlayerJoined | PlayerLeft | PlayerReturned | RoundDrawn | RoundScored | EveningEnded
read_entry = json.Decoder(AnyEveningEntry).decode


class Member(Struct, frozen=True, kw_only=True):
    number: int
    name: str
    token: str
    state: Literal["here", "left", "removed"] = "here"


class DrawnRound(Struct, frozen=True, kw_only=True):
    tables: tuple[DrawnTable, ...]
    places: tuple[Places, ...] | None = None  # None until it is over


class Evening(Struct, frozen=True, kw_only=True):
    id: str
    opened: EveningOpened
    since: float  # when the phase began
    players: tuple[Member, ...] = ()
    rounds: tuple[DrawnRound, ...] = ()
    visits: int = 0  # entries of people who came and went
    ended: bool = False
    length: int = 1  # of the log

    @property
    def phase(self) -> EveningPhase:
        if self.ended or len(self.scored) == self.opened.rounds:
            return "over"
        if not self.rounds:
            return "open"
        return "play" if self.rounds[-1].places is None else "pause"

    @property
    def scored(self) -> tuple[DrawnRound, ...]:
        """Return the rounds that are over."""
        return tuple(one for one in self.rounds if one.places is not None)

    @property
    def here(self) -> tuple[Member, ...]:
        """Return the players who take part in the next round."""
        return tuple(player for player in self.players if player.state == "here")

    @property
    def creator(self) -> int | None:
        """Return the player who opened the evening; if they have left, the one who came next."""
        return min((player.number for player in self.here), default=None)


def fold(name: str, entries: list[AnyEveningEntry]) -> Evening:
    """Return the evening that follows from its log."""
    first = entries[0]
    assert isinstance(first, EveningOpened), "a log begins with the evening"
    return reduce(apply, entries[1:], Evening(id=name, opened=first, since=first.at))


def apply(evening: Evening, entry: AnyEveningEntry) -> Evening:
    """Return the evening after an entry."""
    evening = replace(evening, length=evening.length + 1)
    match entry:
        case PlayerJoined():
            player = Member(number=len(evening.players) + 1, name=entry.name, token=entry.token)
            return replace(evening, players=(*evening.players, player), visits=evening.visits + 1)
        case PlayerLeft():
            return _with_state(evening, entry.player, "removed" if entry.removed else "left")
        case PlayerReturned():
            return _with_state(evening, entry.player, "here")
        case RoundDrawn():
            return replace(evening, rounds=(*evening.rounds, DrawnRound(tables=entry.tables)), since=entry.at)
        case RoundScored():
            last = replace(evening.rounds[-1], places=entry.places)
            return replace(evening, rounds=(*evening.rounds[:-1], last), since=entry.at)
        case EveningEnded():
            return replace(evening, ended=True)
        case EveningOpened():
            raise AssertionError("an evening is opened once")
        case _:
            assert_never(entry)


def _with_state(evening: Evening, number: int, state: Literal["here", "left", "removed"]) -> Evening:
    players = tuple(replace(one, state=state) if one.number == number else one for one in evening.players)
    return replace(evening, players=players, visits=evening.visits + 1)
