"""The wire: the types of every message to and from a house. `docs/protocol.md` documents them.

{"type": "play", "id": 7, "base": 41, "move": "play 9c 9d"}      ->  {"type": "ack", "id": 7, "seq": 42, "draft": 0}
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct, json

from cardhouse.cards.errors import CardhouseError
from cardhouse.games.view import View
from cardhouse.play.referee import Full
from cardhouse.untyped import Json
from cardhouse.wire.commands import Kind, OfEvening, PublicEntry

VERSION = 1
NULL = Raw(b"null")
MOST_BYTES = 4096  # in a frame or body from a client

Code = Literal[
    "closed",  # the table is closed
    "closing",  # the house is about to stop or restart: reconnect later
    "content_type",  # the body is not JSON
    "denied",  # you may not do this, or not without your token
    "expired",  # a code that was used, replaced or left for too long
    "failed",  # a bug of the house: it is logged, and nothing has changed
    "flood",  # too many messages
    "full",  # no seat is free
    "handed",  # you have moved your seat to another device
    "kicked",  # by the table's creator
    "left",  # you have left the table
    "limit",  # a limit of this house for your address
    "misdirected",  # for a host name that this house does not answer to
    "moved",  # another house has this table now: reconnect, to `url` if it is given
    "muted",  # by the table's creator
    "not_now",  # it may be allowed at another time
    "old_id",  # the number of a command is not above the last one
    "played",  # this name has begun today's deal of the day already
    "refused",  # the rules forbid it; `rule` is the number of the rule, `fact` says why
    "replaced",  # a newer connection has this seat
    "sealed",  # others still play this deal of the day
    "slow",  # you do not read what you are sent
    "stale",  # the table has changed since the version in the command
    "store",  # it could not be stored, and has not happened
    "taken",  # the name or the table id is in use
    "too_large",
    "unknown",  # no such table, seat, game, or page
    "unreadable",
    "version",  # the house has another version of this protocol
]
# What a denial is about, where the general sentence of its code would be wrong. The page has a sentence for each
# code and word in every language: `refusal.closed.evening_over` in web/src/words.
About = Literal[
    "",
    "calls_clock",
    "calls_none",
    "calls_service",
    "coach_busy",
    "coach_failed",
    "coach_none",
    "daily_changed",
    "daily_date",
    "daily_full",
    "daily_left",
    "daily_opening",
    "daily_table",
    "evening_creator",
    "evening_full",
    "evening_lead",
    "evening_moved",
    "evening_options",
    "evening_players",
    "evening_removed",
    "evening_round",
    "evening_table",
    "evening_token",
    "evening_over",
    "evening_visits",
    "level_none",
    "match_runs",
    "name_accents",
    "name_alphabets",
    "name_length",
    "name_letters",
    "onward_left",
    "onward_moment",
    "onward_table",
    "table_creator",
    "table_id",
    "table_law",
    "table_log",
    "table_token",
    "table_visits",
    "table_watchers",
]
Phase = Literal["open", "pause", "play", "over", "closed"]
Fact = Annotated[Json, Meta(title="Fact", extra_json_schema={"$ref": "#/components/schemas/Fact"})]


class Denial(Exception):
    """Why the house does not do something: a code, a sentence for people, and a fact if it is about the game."""

    def __init__(
        self,
        code: Code,
        reason: str,
        *,
        about: About = "",
        rule: int = 0,
        fact: Json | None = None,
        suggestion: str = "",
        url: str = "",
    ) -> None:
        super().__init__(reason)
        self.code, self.reason, self.about = code, reason, about
        self.suggestion = suggestion
        self.rule, self.fact = rule, fact
        self.url = url

    @classmethod
    def of(cls, code: Code, error: CardhouseError, *, about: About = "") -> "Denial":
        fact = None if error.fact is None else error.fact.as_dict()
        return cls(code, error.sentence, about=about, rule=error.rule_number, fact=fact)

    def nak(self, number: int | None = None) -> "Nak":
        return Nak(
            code=self.code,
            reason=self.reason,
            about=self.about,
            id=number,
            rule=self.rule,
            fact=self.fact,
            suggestion=self.suggestion,
            url=self.url,
        )

    @property
    def bye(self) -> "Bye":
        return Bye(code=self.code, reason=self.reason, about=self.about, url=self.url)


# The first message from a client; `commands.py` has the others


class Hello(Struct, frozen=True, kw_only=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message of a socket, whose address names the table. Without a token, the client is a watcher."""

    v: int = VERSION
    token: str = ""
    last: Annotated[int, Meta(ge=-1, lt=1 << 53)] = -1  # the number of the last event that the client has
    reasons: bool = False  # whether views should include why cards of the hand cannot be played


read_hello = json.Decoder(Hello).decode


# Messages from the house


class Ack(Struct, frozen=True, kw_only=True, tag_field="type", tag="ack"):
    id: int
    seq: int
    draft: int


class ComparedInfo(Struct, frozen=True, kw_only=True):
    """Another move, and in how many trials the suggested one came out better than it, or worse."""

    move: str
    better: int
    worse: int
    trials: int


class Suggestion(Struct, frozen=True, kw_only=True, tag_field="type", tag="suggestion"):
    """A move that is legal at this version, sent only to the player who asked."""

    id: int
    move: str
    seq: int
    draft: int
    compared: tuple[ComparedInfo, ...]  # what search measured: the best other move, and the default move


class Nak(Struct, frozen=True, kw_only=True, tag_field="type", tag="nak", omit_defaults=True):
    """A command was denied, and nothing has changed."""

    code: Code
    reason: str
    about: About = ""  # what it is about, where that is another thing than most denials of this code
    id: int | None = None
    rule: int = 0  # the number of the game's rule that forbids it, or 0
    fact: Fact | None = None  # why
    suggestion: str = ""  # a free name or id, if the one asked for is taken
    url: str = ""  # the house that has the table, if it is another one


class Bye(Struct, frozen=True, kw_only=True, tag_field="type", tag="bye", omit_defaults=True):
    """The last message of a socket."""

    code: Code
    reason: str
    about: About = ""
    url: str = ""  # the house that has the table, if it is another one


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str = ""  # empty if the seat is free
    kind: Kind | Literal[""] = ""
    heir: str = ""  # the player who takes the seat when the deal is over
    gone: bool = False
    ready: bool = False
    muted: bool = False


class Coming(Struct, frozen=True, kw_only=True):
    """The next deal, between its commitment and the dealing, while players can contribute entropy."""

    match: int  # counted from 1
    deal: int  # counted from 0
    entropy: tuple[str, ...]  # contributed so far, as it will be revealed: the seat, a space, its line


class ResultInfo(Struct, frozen=True, kw_only=True):
    """How a match ended, by seat."""

    places: tuple[int, ...]
    points: tuple[int, ...]


class TableInfo(Struct, frozen=True, kw_only=True):
    """What is public about a table, except for the cards."""

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
    lesson: bool  # whether the first deal of the first match is a lesson, whose cards are not random
    onward: bool  # whether the first match goes on from a position that was chosen in another match
    daily: str  # the date of the deal of the day that is played here, as in 2026-11-19, or empty
    phase: Phase
    seats: tuple[SeatInfo, ...]
    creator: int | None  # a seat
    match: int  # its number; 0 before the first
    commitment: str  # to the current deal, or to the next one
    coming: Coming | None = None  # that deal, until it is dealt
    full: Full = ""  # why nobody can take a seat, or empty
    result: ResultInfo | None = None
    sheet: tuple[tuple[int, ...], ...] = ()  # the scores after each deal of this match
    evening: OfEvening | None = None  # if the table belongs to a round of one


class StepInfo(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"source": "from"}):
    """Cards that moved from one zone to another; if both are the same, they were turned up there."""

    source: str
    to: str
    cards: tuple[str, ...] = ()
    hidden: int = 0  # how many more cards that the viewer may not know


class MatchEvent(Struct, frozen=True, kw_only=True, tag_field="what", tag="move", omit_defaults=True):
    """An event of a match, redacted for its viewer: a move of a seat or of the dealer, and its effects."""

    seat: int
    move: str
    steps: Sequence[StepInfo] = ()
    facts: Sequence[Fact] = ()  # its other effects
    fault: str = ""
    by: str = ""


Happened = MatchEvent | PublicEntry


class TipInfo(Struct, frozen=True, kw_only=True):
    """Where the student of a lesson is. The game's guide has the tips."""

    number: int  # of the tip to follow, from 0; as many as there are tips when all are done
    strayed: bool  # whether the student's last move was not the one that the tip asked for
    as_planned: bool  # whether all their moves were: if not, the general sentences hold


class EventFrame(Struct, frozen=True, kw_only=True, tag_field="type", tag="event", omit_defaults=True):
    """Something that happened. It has the same number for all viewers, but only what each may know."""

    seq: int
    happened: Happened
    draft: int = 0
    names: tuple[str, ...] = ()  # of the seats when it happened, if others have them now
    table: TableInfo | None = None  # if it has changed
    view: View | None = None  # only with the last of several events sent together
    reasons: dict[str, Fact] | None = None
    tip: TipInfo | None = None  # with the view, for the student of a lesson


class Ballot(Struct, frozen=True, kw_only=True):
    """The votes to let a bot play for a seat."""

    by: tuple[int, ...]  # seats
    needed: int  # votes for a majority


class Presence(Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """Who is connected, and how many seconds are left to move. It has no number, and is not stored."""

    here: tuple[bool, ...]
    away: tuple[bool, ...]  # whether a bot plays for this seat until its player comes back
    watchers: int
    seconds: dict[str, float]
    votes: dict[str, Ballot]  # by seat, where a vote is open


class Welcome(Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The whole state of the table, and the events since `last`, as far as the house still has them."""

    v: int
    seat: int  # -1 for a watcher
    id: int  # the number of your last command: go on from there
    seq: int
    draft: int
    table: TableInfo
    view: View | None
    presence: Presence
    tail: tuple[EventFrame, ...]
    missed: bool  # whether there were more events since `last` than these
    chat: tuple[EventFrame, ...]
    reasons: dict[str, Fact] | None = None
    tip: TipInfo | None = None  # for the student of a lesson


Sent = Welcome | EventFrame | Presence | Ack | Suggestion | Nak | Bye

encode = json.Encoder().encode


class Heard(Struct, frozen=True, kw_only=True):
    """The fields of any message that a bot needs. Others are ignored, so that a house may add fields."""

    type: str
    seq: int = -1
    draft: int = 0
    id: int | None = None
    code: str = ""
    reason: str = ""
    rule: int = 0
    url: str = ""
    table: TableInfo | None = None
    view: Raw = NULL  # its type depends on the game: `views.py` decodes it


hear = json.Decoder(Heard).decode
