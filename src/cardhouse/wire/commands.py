"""Commands, and what comes of them: each is declared beside the entry that it makes.

    {"type": "say", "id": 7, "text": "hello"}   ->   {"what": "said", "seat": 1, "text": "hello"}

A command is what a player sends. An entry is what the log of a table keeps, and most of them are told to all viewers as
they are. `house/commands.py` has the rules: when a command may be done, and what its entry changes.
"""

from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, Struct, json

Kind = Literal["person", "bot", "remote"]  # remote: a bot over the network
Share = Literal["play", "talk", "visits"]  # of the log's length: each kind of entry has its own, see house/bounds.py
HOUSE = 0  # the player's number of the house itself
Id = Annotated[int, Meta(ge=1, lt=1 << 53)]
Number = Annotated[int, Meta(ge=0, lt=1 << 53)]
Moment = Annotated[float, Meta(ge=0, le=10)]  # seconds that bots wait before a move


class Rate(NamedTuple):
    """A limit."""

    per_second: float
    at_once: int


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a player sends. Its number is above that of their last command that was done."""

    id: Id
    share: ClassVar[Share] = "play"
    of_a_player: ClassVar[Rate | None] = None
    of_a_table: ClassVar[Rate | None] = None  # of all its players together


class Entry(Struct, frozen=True, tag_field="what", forbid_unknown_fields=True, omit_defaults=True):
    share: ClassVar[Share] = "play"


# A table and its seats


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """A table is opened, and stays as it is opened here."""

    game: str
    seats: int
    options: dict[str, str | int]
    listed: bool = False
    chat: bool = True
    clock: float = 0  # seconds for a move; 0: no clock
    grace: float = 30  # seconds more, and how long somebody may be gone before a bot plays for them
    pace: float = 0.8  # seconds that bots wait before a move, at first
    level: str = "quick"  # how well bots play, at first
    suggestions: bool = True  # whether players may ask what a bot would do


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """A seat is taken: at once, or, where a bot plays, or the game has no such seat yet, when the deal is over."""

    share: ClassVar[Share] = "visits"
    seat: int
    player: int  # people are numbered as they come; a number is never used again
    name: str
    kind: Kind = "person"


class Leave(Command, frozen=True, tag="leave"):
    share: ClassVar[Share] = "visits"


class Kick(Command, frozen=True, tag="kick"):
    """The creator: send somebody away."""

    share: ClassVar[Share] = "visits"
    seat: Number


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    share: ClassVar[Share] = "visits"
    seat: int
    kicked: bool = False
    bot: str = ""  # the name of the bot that plays on


# The match


class Start(Command, frozen=True, tag="start"):
    """The creator: bots take the seats that are free, and the match begins."""


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """A match begins, the first of the table or a rematch."""

    version: str  # of the package that has the game's law ...
    digest: str  # ... and of the law's source: see games/version.py


class Play(Command, frozen=True, kw_only=True, tag="play"):
    move: str
    base: Number  # the number of the last event seen, and ...
    draft: Number = 0  # ... of the last draft since


class Moved(Entry, frozen=True, kw_only=True, tag="moved"):
    seat: int
    move: str = ""  # empty: not everybody may know it
    by: str = ""  # empty: the player; `bot`: a bot while the player is away; `clock`: the rules' default move
    fault: str = ""  # why it was made for the player


class Deal(Command, frozen=True, tag="deal"):
    """Ready for the next deal."""


class Rematch(Command, frozen=True, tag="rematch"):
    """Ready for another match."""


class Readied(Entry, frozen=True, tag="ready"):
    """Ready for the next deal, or for a rematch."""

    seat: int


class Dealt(Entry, frozen=True, tag="dealt"):
    """The pause is over, and the next deal is dealt."""


class Entropy(Command, frozen=True, tag="entropy"):
    """A line for the chance of the coming deal."""

    share: ClassVar[Share] = "talk"
    of_a_player: ClassVar[Rate | None] = Rate(per_second=0.2, at_once=5)
    text: str


class Contributed(Entry, frozen=True, kw_only=True, tag="entropy"):
    """A line of a player for the chance of the coming deal."""

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
    """The creator: let somebody talk no longer, or again."""

    share: ClassVar[Share] = "talk"
    seat: Number
    on: bool = True


class Muted(Entry, frozen=True, kw_only=True, tag="muted"):
    share: ClassVar[Share] = "talk"
    seat: int
    on: bool


class Pace(Command, frozen=True, tag="pace"):
    """The creator: how long bots wait."""

    share: ClassVar[Share] = "talk"
    seconds: Moment


class Paced(Entry, frozen=True, tag="paced"):
    """How long bots wait before a move from now on."""

    share: ClassVar[Share] = "talk"
    seconds: float


class Level(Command, frozen=True, tag="level"):
    """The creator: how well bots play."""

    share: ClassVar[Share] = "talk"
    level: str


class Levelled(Entry, frozen=True, tag="levelled"):
    """How well bots play from now on."""

    share: ClassVar[Share] = "talk"
    level: str


AnyCommand = Leave | Kick | Start | Play | Deal | Rematch | Entropy | Say | Mute | Pace | Level
PublicEntry = Sat | Left | Started | Readied | Contributed | Said | Muted | Paced | Levelled  # to viewers, as they are
AnyEntry = Opened | Dealt | Moved | PublicEntry


# What is asked beside commands: nothing of it is stored, and its number is only echoed


class Suggest(Struct, frozen=True, tag_field="type", tag="suggest", forbid_unknown_fields=True):
    """What would a bot do?"""

    id: Id


class Vote(Struct, frozen=True, kw_only=True, tag_field="type", tag="vote", forbid_unknown_fields=True):
    """Let a bot play for somebody who keeps the table waiting, if most others want that too."""

    id: Id
    seat: Number


class Back(Struct, frozen=True, tag_field="type", tag="back", forbid_unknown_fields=True):
    """Take your seat back from the bot that plays for you."""

    id: Id


Notice = Vote | Back  # about presence

read_command = json.Decoder(AnyCommand | Suggest | Notice).decode
