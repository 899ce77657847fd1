"""The wire: every message that a socket or the lobby takes and gives. `docs/protocol.md` tells it to strangers.

{"type": "play", "id": 7, "base": 41, "move": "play 9c 9d"}      ->  {"type": "ack", "id": 7, "seq": 42, "draft": 0}
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct, json

from cardhouse.cards.errors import CardhouseError
from cardhouse.games.view import View
from cardhouse.play.referee import Full
from cardhouse.untyped import Json
from cardhouse.wire.commands import Kind, PublicEntry

VERSION = 1
NULL = Raw(b"null")
MOST_BYTES = 4096  # of a frame or body that comes in

Code = Literal[
    "closed",  # the table is closed
    "closing",  # the house is about to stop or restart: come back
    "content_type",  # the body has another type than JSON
    "denied",  # not you, or not without your token
    "failed",  # a fault of the house: it is noted, and nothing has changed
    "flood",  # too many messages
    "full",  # no seat is free
    "kicked",  # by the table's creator
    "left",  # as you wished
    "limit",  # of this house, for your address
    "misdirected",  # for a host name that this house does not answer to
    "muted",  # by the table's creator
    "not_now",  # at another time it may be right
    "old_id",  # the number of a command is not above the last one
    "refused",  # by the game's law; `rule` is the number of the rule, `fact` says why
    "replaced",  # a newer connection has this seat
    "slow",  # you do not read what you are sent
    "stale",  # the table has changed since the version that the command was made on
    "store",  # it could not be stored, and has not happened
    "taken",  # a name or a table id that somebody else has
    "too_large",
    "unknown",  # no such table, seat, game, or page
    "unreadable",
    "version",  # of this protocol
]
Phase = Literal["open", "pause", "play", "over", "closed"]
Fact = Annotated[Json, Meta(title="Fact", extra_json_schema={"$ref": "#/components/schemas/Fact"})]


class Denial(Exception):
    """Why something is not done: a closed code, a sentence for people, and the fact where it is about the game."""

    def __init__(
        self, code: Code, reason: str, *, rule: int = 0, fact: Json | None = None, suggestion: str = ""
    ) -> None:
        super().__init__(reason)
        self.code, self.reason, self.suggestion = code, reason, suggestion
        self.rule, self.fact = rule, fact

    @classmethod
    def of(cls, code: Code, error: CardhouseError) -> "Denial":
        fact = None if error.fact is None else error.fact.as_dict()
        return cls(code, error.sentence, rule=error.rule_number, fact=fact)

    def nak(self, number: int | None = None) -> "Nak":
        return Nak(
            code=self.code,
            reason=self.reason,
            id=number,
            rule=self.rule,
            fact=self.fact,
            suggestion=self.suggestion,
        )


# What comes in first; `commands.py` has what follows


class Hello(Struct, frozen=True, kw_only=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message of a socket. Without a token one watches."""

    table: str
    v: int = VERSION
    token: str = ""
    last: Annotated[int, Meta(ge=-1, lt=1 << 53)] = -1  # the number of the last event that was seen
    reasons: bool = False  # whether views should say why the other cards of the hand cannot be played


read_hello = json.Decoder(Hello).decode


# What goes out


class Ack(Struct, frozen=True, kw_only=True, tag_field="type", tag="ack"):
    id: int
    seq: int
    draft: int


class Suggestion(Struct, frozen=True, kw_only=True, tag_field="type", tag="suggestion"):
    """A move that is legal as of this version, for whom it was asked for alone."""

    id: int
    move: str
    seq: int
    draft: int


class Nak(Struct, frozen=True, kw_only=True, tag_field="type", tag="nak", omit_defaults=True):
    """Nothing has changed."""

    code: Code
    reason: str
    id: int | None = None
    rule: int = 0  # the number of the rule of the game that forbids it, 0 if none does
    fact: Fact | None = None  # why
    suggestion: str = ""  # where a name or id is taken: one that is not


class Bye(Struct, frozen=True, kw_only=True, tag_field="type", tag="bye"):
    """The last message of a socket."""

    code: Code
    reason: str


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str = ""  # empty: free
    kind: Kind | Literal[""] = ""
    heir: str = ""  # who takes the seat when the deal is over
    gone: bool = False
    ready: bool = False
    muted: bool = False


class Coming(Struct, frozen=True, kw_only=True):
    """The next deal, after its commitment and before it is dealt: the time in which players can add entropy."""

    match: int  # counted from 1
    deal: int  # how many deals of that match come before it
    entropy: tuple[str, ...]  # so far, as it will be revealed: the seat, a space, its line


class ResultInfo(Struct, frozen=True, kw_only=True):
    """How a match ended, by seat."""

    places: tuple[int, ...]
    points: tuple[int, ...]


class TableInfo(Struct, frozen=True, kw_only=True):
    """What everybody may know of a table, the cards apart."""

    id: str
    game: str
    options: dict[str, str | int]
    listed: bool
    chat: bool
    clock: float
    grace: float
    pace: float
    level: str
    suggestions: bool
    phase: Phase
    seats: tuple[SeatInfo, ...]
    creator: int | None  # the seat
    match: int  # how many have begun
    commitment: str  # to the deal that runs, or to the coming one
    coming: Coming | None = None  # that deal, until it is dealt
    full: Full = ""  # why nobody can take a seat; empty, if somebody can
    result: ResultInfo | None = None
    sheet: tuple[tuple[int, ...], ...] = ()  # the scores after each deal of this match


class StepInfo(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"source": "from"}):
    """Cards that went from a place to another; from a place to itself, they were turned up there."""

    source: str
    to: str
    cards: tuple[str, ...] = ()
    hidden: int = 0  # how many more, which the viewer may not know


class MatchEvent(Struct, frozen=True, kw_only=True, tag_field="what", tag="move", omit_defaults=True):
    """An event of a match, as its viewer may know it: a move of a seat or of the dealer, and what it did."""

    seat: int
    move: str
    steps: Sequence[StepInfo] = ()
    facts: Sequence[Fact] = ()  # what it did besides
    fault: str = ""
    by: str = ""


Happened = MatchEvent | PublicEntry


class EventFrame(Struct, frozen=True, kw_only=True, tag_field="type", tag="event", omit_defaults=True):
    """Something that happened. All viewers get it under the same number, each as much of it as they may know."""

    seq: int
    happened: Happened
    draft: int = 0
    table: TableInfo | None = None  # if it has changed
    view: View | None = None  # with the last event of those that came at once
    reasons: dict[str, Fact] | None = None


class Ballot(Struct, frozen=True, kw_only=True):
    """The votes to let a bot play for a seat."""

    by: tuple[int, ...]  # seats
    needed: int  # votes, for the bot to play


class Presence(Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """Who is there, and how many seconds who has to move. It has no number, and is not kept."""

    here: tuple[bool, ...]
    away: tuple[bool, ...]  # whether a bot plays for this seat until its player comes back
    watchers: int
    seconds: dict[str, float]
    votes: dict[str, Ballot]  # by seat, for those with an open vote


class Welcome(Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """All there is, and the events since `last`, as far as they are kept."""

    v: int
    seat: int  # -1: you watch
    id: int  # the last number of your commands: go on from there
    seq: int
    draft: int
    table: TableInfo
    view: View | None
    presence: Presence
    tail: tuple[EventFrame, ...]
    missed: bool  # there were more than the tail has
    chat: tuple[EventFrame, ...]
    reasons: dict[str, Fact] | None = None


Sent = Welcome | EventFrame | Presence | Ack | Suggestion | Nak | Bye

encode = json.Encoder().encode


class Heard(Struct, frozen=True, kw_only=True):
    """What a bot needs to know of anything that is sent; it overlooks the rest, so a house may come to say more."""

    type: str
    seq: int = -1
    draft: int = 0
    id: int | None = None
    code: str = ""
    reason: str = ""
    table: TableInfo | None = None
    view: Raw = NULL  # of a kind that depends on the game: `views.py` reads it


hear = json.Decoder(Heard).decode
