"""Entries: what the log of a table consists of, one for each thing that happened.

    {"what": "sat", "seat": 1, "player": 2, "name": "Ann", "kind": "person"}
    {"what": "moved", "seat": 1, "move": "play 9c 9d"}

What not everybody may know lies apart, as a `Secret` of the same number, and is never told as it is.
"""

from typing import Literal

from msgspec import Struct

Kind = Literal["person", "bot", "remote"]  # remote: somebody's own bot, over the network
HOUSE = 0  # the player's number of the house itself


class Entry(Struct, frozen=True, tag_field="what", forbid_unknown_fields=True, omit_defaults=True):
    pass


class Opened(Entry, frozen=True, tag="opened"):
    """A table is opened, and stays as it is opened here."""

    game: str
    seats: int
    options: dict[str, str | int]
    listed: bool = False
    chat: bool = True
    clock: float = 0  # seconds for a move; 0: no clock
    grace: float = 30  # seconds more, and how long somebody may be gone before a bot plays for him
    pace: float = 0.8  # seconds that bots wait before a move, at first
    level: str = "quick"  # how well bots play, at first
    suggestions: bool = True  # whether players may ask what a bot would do


class Sat(Entry, frozen=True, tag="sat"):
    """A seat is taken: at once, or, where a bot plays, or the game has no such seat yet, when the deal is over."""

    seat: int
    player: int  # people are numbered as they come; a number is never used again
    name: str
    kind: Kind = "person"


class Left(Entry, frozen=True, tag="left"):
    seat: int
    kicked: bool = False
    bot: str = ""  # the name of the bot that plays on


class Started(Entry, frozen=True, tag="started"):
    """A match begins, the first of the table or a rematch."""


class Dealt(Entry, frozen=True, tag="dealt"):
    """The pause is over, and the next deal is dealt."""


class Moved(Entry, frozen=True, tag="moved"):
    seat: int
    move: str = ""  # empty: not everybody may know it
    by: str = ""  # empty: the player himself; `bot`: somebody's bot while he is away; `clock`: the rules' default move
    fault: str = ""  # why it was made for him


class Readied(Entry, frozen=True, tag="ready"):
    """Ready for the next deal, or for a rematch."""

    seat: int


class Added(Entry, frozen=True, tag="words"):
    """Words of one's own for the chance of the coming deal."""

    seat: int
    words: str


class Said(Entry, frozen=True, tag="said"):
    seat: int
    text: str


class Muted(Entry, frozen=True, tag="muted"):
    seat: int
    on: bool


class Paced(Entry, frozen=True, tag="paced"):
    """Bots wait so long before a move from now on."""

    seconds: float


class Levelled(Entry, frozen=True, tag="levelled"):
    """Bots play so well from now on."""

    level: str


Told = Sat | Left | Started | Readied | Added | Said | Muted | Paced | Levelled  # viewers are told these as they are
AnyEntry = Opened | Dealt | Moved | Told


class Secret(Struct, frozen=True, omit_defaults=True):
    """What an entry keeps from people: the dealer's next seed, a hash of a seat's token, a move not open to all."""

    seed: str = ""
    token: str = ""
    move: str = ""
    fault: str = ""


NOTHING = Secret()


class Row(Struct, frozen=True):
    """An entry as it is stored."""

    table: str
    number: int
    at: int  # milliseconds
    player: int  # who commanded it
    command: int | None  # and under which number
    seq: int  # of the last event that everybody knows of, after it
    draft: int  # of the events since, which only the seat to act knows of
    entry: AnyEntry
    secret: Secret = NOTHING
