"""The requests and responses of the HTTP API: tables and seats, games, and finished matches."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from cardhouse.games.view import Shown
from cardhouse.untyped import Json
from cardhouse.wire import MatchEvent, ResultInfo, TableInfo
from cardhouse.wire.commands import Kind, Moment

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Key = Annotated[str, Meta(min_length=20, max_length=100)]  # a secret that the client makes, at random
Seconds = Annotated[float, Meta(ge=0, le=3600)]


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Onward(RequestBody, frozen=True, kw_only=True):
    """A moment of a finished match, and the seat that the caller takes there."""

    table: Name
    match: Annotated[int, Meta(ge=1, lt=1 << 31)]
    frame: Annotated[int, Meta(ge=0, lt=1 << 31)]  # of the replay; one of its `playable` frames
    seat: Annotated[int, Meta(ge=0, le=16)]


class NewTable(RequestBody, frozen=True, kw_only=True):
    """A request to open a table. The creator gets seat 0; if bots take all other seats, the match begins at once."""

    game: Name
    name: Name
    id: str = ""  # generated if empty
    seats: int | None = None
    options: dict[str, str | int] = {}
    bots: Annotated[int, Meta(ge=0, le=16)] = 0
    clock: Seconds = 0
    grace: Seconds = 30
    pace: Moment = 0.8
    level: str = "quick"
    suggestions: bool = True
    listed: bool = False
    chat: bool = True
    remote: bool = False
    lesson: bool = False  # play the game's lesson, which has its own seats, options, bots and level
    onward: Onward | None = None  # play on from here, against bots, with the seats and options of that match


class NewPlayer(RequestBody, frozen=True, kw_only=True):
    """A request to take a seat. The entropy goes into the next deal; `remote` marks a bot."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=16)] | None = None
    entropy: str = ""
    remote: bool = False


class TableListing(TableInfo, frozen=True, kw_only=True):
    """A table as the lobby shows it."""

    to_act: tuple[int, ...]  # the seats whose turn it is


class Seated(Struct, frozen=True, kw_only=True):
    """A seat and its token, which is the only key to it: store it, and send it to nobody but this house."""

    table: TableInfo
    seat: int
    token: str


class NewCode(RequestBody, frozen=True):
    """A request for a code that moves the seat of the token to another device."""


class SeatCode(Struct, frozen=True, kw_only=True):
    code: str
    seconds: float  # how long it works


class UsedCode(RequestBody, frozen=True):
    """A request to move a seat to the device that sends this. It gets a new token, and the old one is void.

    The key, if there is one, becomes the token. So the request can be sent again if its answer is lost.
    """

    code: Annotated[str, Meta(min_length=1, max_length=100)]
    key: Key | None = None


class CallKey(Struct, frozen=True, kw_only=True):
    """The public key with which a browser subscribes to calls; empty if this house calls nobody."""

    key: str


class CallMe(RequestBody, frozen=True, kw_only=True):
    """A request to be called on a device when it is the turn of the seat: a subscription of its browser."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]


class DoNotCall(RequestBody, frozen=True, kw_only=True):
    """A request not to be called on a device any more."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class CalledOn(Struct, frozen=True, kw_only=True):
    devices: int  # on how many devices the player of this seat is called


# The deal of the day


class NewAttempt(RequestBody, frozen=True, kw_only=True):
    """A request to play the deal of the day of a game, or to go on with it. It cannot be begun twice under a name.

    The key is a secret of the client. The same name and key get the same seat again, with a new token.
    """

    name: Name
    key: Key
    pace: Moment = 0.8


class DailyResult(Struct, frozen=True, kw_only=True):
    """A line of the ranking of a day: equal results share a rank."""

    rank: int
    name: str
    place: int  # in the match
    points: int
    turns: int  # how many the player had


class DailyGame(Struct, frozen=True, kw_only=True):
    """The deal of the day of a game."""

    game: str
    seats: int
    options: dict[str, str | int]
    level: str  # of its bots
    commitment: str  # to the first deal
    committed_at: float  # when the house published it, in seconds since the epoch
    next: str  # the commitment of the next day; empty if that is over or has been asked for as a past day
    begun: int  # how many have begun it
    finished: int  # and how many have finished it before the day was over
    ranking: Sequence[DailyResult]  # the first of them
    best: str  # when the day is over: the table of the best result, which can be watched; or empty


class DailyInfo(Struct, frozen=True, kw_only=True):
    """The deals of a day. A day begins and ends at midnight UTC, by the clock of the house."""

    date: str  # as in 2026-11-19
    seconds: float  # until the day is over; 0 if it is
    oldest: str  # the first date that can be asked for
    games: Sequence[DailyGame]


# Games


class OptionInfo(Struct, frozen=True, kw_only=True):
    """An option: `name` and `values` are for programs, `label`, `meaning` and `labels` are for people."""

    name: str
    label: str
    meaning: str
    rule: int
    default: str | int
    values: tuple[str, ...]
    labels: tuple[str, ...]  # the values as people read them
    least: int | None
    most: int | None
    rare: bool  # whether few tables change it: a form folds it away


class GuestsInfo(Struct, frozen=True, kw_only=True):
    at_once: int  # most players at the table
    in_all: int  # most players in a match, including those who have left it


class CardInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card; if it is not always in play, an option and the smallest value of it for which the card is."""

    number: int
    name: str
    option: str = ""
    least: int = 0


class DeckInfo(Struct, frozen=True, kw_only=True):
    cards: tuple[CardInfo, ...]  # by number
    spoken: dict[str, str]  # how to say the names that are neither a rank and a suit nor said as they are written


class FieldInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a game's views, for clients that show a game that they do not know."""

    name: str
    kind: Shown
    by_seat: bool = False  # whether it has one value for each seat ...
    row: bool = False  # ... or a list of values
    covered: bool = False  # for cards: whether the field `..._hidden` counts further cards, face down


class SentenceInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The sentence of a kind of fact, and the types of its parts: see docs/add-a-language.md."""

    says: str
    parts: dict[str, str]
    ends: bool = False  # whether it ends a deal or the match


class SentencesInfo(Struct, frozen=True, kw_only=True):
    words: dict[str, str]
    facts: dict[str, SentenceInfo]  # by kind


class NetInfo(Struct, frozen=True, kw_only=True):
    """What the net of a game's `master` bots can play: numbers of seats and, of each option, values or a range."""

    seats: tuple[int, ...]
    options: dict[str, tuple[str | int, ...]]  # numbers between two of the given ones fit, too


class GameInfo(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    language: str  # of all texts below: the one that was asked for if the game has it, or else English
    aim: str
    least: int
    most: int
    default_seats: int
    options: tuple[OptionInfo, ...]
    levels: dict[str, str]  # the levels of its bots, with their meanings
    net: NetInfo | None  # which tables the level `master` is for
    guests: GuestsInfo | None  # if players may join a match between deals
    deck: DeckInfo
    unit: tuple[str, str] | None  # what scores count, singular and plural
    lowest_wins: bool  # whether the fewest points win
    hidden_turns: bool  # whether there are turns that the others see only when they end
    deal_moves_on: bool  # whether the deal moves on by one seat in a rematch, instead of seats being drawn
    fields: tuple[FieldInfo, ...]  # of its views, except those that all games have
    sentences: SentencesInfo  # for its own facts
    lesson: bool  # whether it has a lesson
    coach: str  # the level that analyses its finished matches; empty if this house cannot


class TipText(Struct, frozen=True, kw_only=True):
    """A tip of a lesson: a sentence, and the move that it asks for; a verb alone asks for any move with it."""

    says: str
    move: str
    general: str  # the sentence after the student has strayed: it is true wherever the move is legal


class DiagramRowInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Cards of a diagram, and what they are. A face-down card is an empty text."""

    label: str
    cards: tuple[str, ...]
    sideways: bool = False
    best: bool = False  # whether these cards win


class DiagramInfo(Struct, frozen=True, kw_only=True):
    says: str
    rows: tuple[DiagramRowInfo, ...]
    allowed: bool | None  # whether the rules allow it; null if that is not the question


class SectionInfo(Struct, frozen=True, kw_only=True):
    title: str
    says: str
    diagrams: tuple[DiagramInfo, ...]


class GuideInfo(Struct, frozen=True, kw_only=True):
    """How a game is taught: diagrams in sections, and the tips of its lesson, if it has one."""

    language: str
    sections: tuple[SectionInfo, ...]
    tips: tuple[TipText, ...]


# Finished matches


class Analyse(RequestBody, frozen=True, kw_only=True):
    """A request for the coach's analysis of a finished match: it begins, or goes on."""

    match: int | None = None  # its number; without it the last that is over
    since: Annotated[int, Meta(ge=0)] = 0  # how many of its choices the client has already


class JudgedMove(Struct, frozen=True, kw_only=True):
    """What a choice of a player was worth, judged from what that player knew. Chances are from 0 to 1."""

    frame: int  # of the replay: the event of the move
    seat: int
    move: str
    best: str  # what the bot would have played
    chance: float  # with the player's move
    lost: float  # by how much the bot's move is better; 0 if it is not clearly better
    error: float  # the standard error of that difference


class Analysis(Struct, frozen=True, kw_only=True):
    """What the coach says about a finished match, as far as it has come."""

    match: int
    level: str  # of the bot that judges
    of: int  # how many choices the match had; 0 until that is known
    done: int  # how many of them are judged
    ahead: int  # how many other analyses come before this one
    choices: Sequence[JudgedMove]  # from number `since` on


class ReplayFrame(Struct, frozen=True, kw_only=True):
    """An event, and the changed fields of the view after it, with every card face up."""

    happened: MatchEvent
    view: Json


class ReplayDraw(Struct, frozen=True, kw_only=True):
    of: Sequence[int]
    drew: Sequence[int]


class ReplayDeal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A deal that begins at `frame`. `draws` follow from `reveal`, whose hash is `commitment`."""

    frame: int
    commitment: str
    draws: Sequence[ReplayDraw]
    reveal: str = ""


class Replay(Struct, frozen=True, kw_only=True):
    game: str
    match: int
    matches: int  # how many are over at this table; 0 if a log is shown without a table
    seats: int
    names: Sequence[str]
    kinds: Sequence[Kind]
    options: dict[str, str | int]
    result: ResultInfo
    daily: str  # the date of the deal of the day that it was, or empty
    frames: Sequence[ReplayFrame]
    deals: Sequence[ReplayDeal]
    onward: bool  # whether it went on from a position that was chosen in another match, and begins there
    playable: Sequence[int]  # the frames from which another table can go on: see `Onward`
