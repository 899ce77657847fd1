"""Commands and entries: each command is declared beside the entry that it makes.

    {"type": "say", "id": 7, "text": "hello"}   ->   {"what": "said", "seat": 1, "text": "hello"}

A command is what a player sends. An entry is a line of a table's log, and most entries are sent to all viewers as they
are. `house/commands.py` says when a command is allowed, and what its entry changes.
"""

from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, Struct, json

Kind = Literal["person", "bot", "remote"]  # remote: a bot that connects over the network
Share = Literal["play", "talk", "visits"]  # quotas of a log's length, by kind of entry: see house/bounds.py
HOUSE = 0  # the player number of the house itself, and of its bots
NO_PLAYER = 0  # the same number where it stands for a watcher, or for nobody
Id = Annotated[int, Meta(ge=1, lt=1 << 53)]
Number = Annotated[int, Meta(ge=0, lt=1 << 53)]
Moment = Annotated[float, Meta(ge=0, le=10)]  # seconds that bots wait before a move


class Rate(NamedTuple):
    """A rate limit."""

    per_second: float
    at_once: int


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a player sends. Its number must be above that of their last command that was done."""

    id: Id
    share: ClassVar[Share] = "play"
    of_a_player: ClassVar[Rate | None] = None
    of_a_table: ClassVar[Rate | None] = None  # for all its players together


class Entry(Struct, frozen=True, tag_field="what", forbid_unknown_fields=True, omit_defaults=True):
    share: ClassVar[Share] = "play"


# A table and its seats


class OfEvening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The evening that a table belongs to: it seats the people, for one match."""

    id: str
    round: int  # counted from 1
    rounds: int


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """A table is opened, with settings that stay."""

    game: str
    seats: int
    options: dict[str, str | int]
    listed: bool = False
    chat: bool = True
    clock: float = 0  # seconds for a move; 0 for no clock
    grace: float = 30  # extra seconds for a move, and how long a player may be disconnected before a bot plays for them
    pace: float = 0.8  # seconds that bots wait before a move; can be changed
    level: str = "quick"  # of the bots; can be changed
    suggestions: bool = True  # whether players may ask for suggestions
    lesson: bool = False  # whether the first deal is the game's lesson: its cards are not random
    onward: bool = False  # whether the first match goes on from a position of another match
    evening: OfEvening | None = None
    daily: str = ""  # the date of the deal of the day that is played here, as in 2026-11-19, or empty


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """A player takes a seat: at once, or after the deal if a bot plays it now or the seat is new in the match."""

    share: ClassVar[Share] = "visits"
    seat: int
    player: int  # counted up from 1; a number is never used again
    name: str
    kind: Kind = "person"


class Handed(Entry, frozen=True, tag="handed"):
    """A player moves their seat to another device, which has a new token. Nobody else is told."""

    share: ClassVar[Share] = "visits"
    seat: int


class Leave(Command, frozen=True, tag="leave"):
    share: ClassVar[Share] = "visits"


class Kick(Command, frozen=True, tag="kick"):
    """The creator removes a player from the table."""

    share: ClassVar[Share] = "visits"
    seat: Number


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    share: ClassVar[Share] = "visits"
    seat: int
    kicked: bool = False
    bot: str = ""  # the name of the bot that takes over


# The match


class Start(Command, frozen=True, tag="start"):
    """The creator begins the match; bots take the free seats."""


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """A match begins, the first of the table or a rematch."""

    version: str  # of the package with the game's law ...
    digest: str  # ... and of the law's source: see games/version.py


class Play(Command, frozen=True, kw_only=True, tag="play"):
    move: str
    base: Number  # the number of the last event seen, and ...
    draft: Number = 0  # ... of the last draft since


class Moved(Entry, frozen=True, kw_only=True, tag="moved"):
    seat: int
    move: str = ""  # empty if it is hidden
    by: str = ""  # empty: the player; `bot`: a bot while the player is away; `clock`: the default move after a timeout
    fault: str = ""  # why the player did not make it


class Deal(Command, frozen=True, tag="deal"):
    """A player is ready for the next deal."""


class Rematch(Command, frozen=True, tag="rematch"):
    """A player is ready for another match."""


class Readied(Entry, frozen=True, tag="ready"):
    """A player is ready for the next deal, or for a rematch."""

    seat: int


class Dealt(Entry, frozen=True, tag="dealt"):
    """The pause is over, and the next deal is dealt."""


class Entropy(Command, frozen=True, tag="entropy"):
    """A player contributes entropy to the next deal."""

    share: ClassVar[Share] = "talk"
    of_a_player: ClassVar[Rate | None] = Rate(per_second=0.2, at_once=5)
    text: str


class Contributed(Entry, frozen=True, kw_only=True, tag="entropy"):
    """A player has contributed entropy to the next deal."""

    share: ClassVar[Share] = "talk"
    seat: int
    text: str


# Talk, and the bots


class Say(Command, frozen=True, tag="say"):
    share: ClassVar[Share] = "talk"
    of_a_player: ClassVar[Rate | None] = Rate(per_second=1.0, at_once=10)
    of_a_table: ClassVar[Rate | None] = Rate(per_second=4.0, at_once=40)
    text: str


class Said(Entry, frozen=True, kw_only=True, tag="said"):
    share: ClassVar[Share] = "talk"
    seat: int
    text: str


class Mute(Command, frozen=True, kw_only=True, tag="mute"):
    """The creator mutes or unmutes a player."""

    share: ClassVar[Share] = "talk"
    seat: Number
    on: bool = True


class Muted(Entry, frozen=True, kw_only=True, tag="muted"):
    share: ClassVar[Share] = "talk"
    seat: int
    on: bool


class Pace(Command, frozen=True, tag="pace"):
    """The creator sets how long bots wait before a move."""

    share: ClassVar[Share] = "talk"
    seconds: Moment


class Paced(Entry, frozen=True, tag="paced"):
    """Bots wait this long before a move from now on."""

    share: ClassVar[Share] = "talk"
    seconds: float


class Level(Command, frozen=True, tag="level"):
    """The creator sets the level of the bots."""

    share: ClassVar[Share] = "talk"
    level: str


class Levelled(Entry, frozen=True, tag="levelled"):
    """Bots play at this level from now on."""

    share: ClassVar[Share] = "talk"
    level: str


AnyCommand = Leave | Kick | Start | Play | Deal | Rematch | Entropy | Say | Mute | Pace | Level
PublicEntry = Sat | Left | Started | Readied | Contributed | Said | Muted | Paced | Levelled  # sent as they are
AnyEntry = Opened | Dealt | Moved | Handed | PublicEntry


# Requests that are not commands: they are not stored, and their number is only echoed


class Suggest(Struct, frozen=True, tag_field="type", tag="suggest", forbid_unknown_fields=True):
    """A player asks what a bot would do."""

    id: Id


class Vote(Struct, frozen=True, kw_only=True, tag_field="type", tag="vote", forbid_unknown_fields=True):
    """A player votes for a bot to take over a seat that keeps the table waiting."""

    id: Id
    seat: Number


class Back(Struct, frozen=True, tag_field="type", tag="back", forbid_unknown_fields=True):
    """A player takes their seat back from the bot that plays for them."""

    id: Id


Notice = Vote | Back  # about presence

read_command = json.Decoder(AnyCommand | Suggest | Notice).decode
