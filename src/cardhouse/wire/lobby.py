"""What the lobby takes and gives over HTTP: tables and seats, games, and finished matches."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from cardhouse.games.view import Shown
from cardhouse.untyped import Json
from cardhouse.wire import MatchEvent, ResultInfo, TableInfo
from cardhouse.wire.commands import Moment

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Seconds = Annotated[float, Meta(ge=0, le=3600)]


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class NewTable(RequestBody, frozen=True, kw_only=True):
    """A table to be opened. The creator gets seat 0; if bots take all the others, the match begins at once."""

    game: Name
    name: Name
    id: str = ""  # made up, if empty
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


class NewPlayer(RequestBody, frozen=True, kw_only=True):
    """Somebody who takes a seat. The entropy goes into the chance of the deal; `remote` marks a bot."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=16)] | None = None
    entropy: str = ""
    remote: bool = False


class Seated(Struct, frozen=True, kw_only=True):
    """The token is the only key to the seat: keep it, and send it to nobody but this house."""

    table: TableInfo
    seat: int
    token: str


# Games


class OptionInfo(Struct, frozen=True, kw_only=True):
    """An option: `name` and `values` are for programs, `label`, `meaning` and `labels` are for people."""

    name: str
    label: str
    meaning: str
    rule: int
    default: str | int
    values: tuple[str, ...]
    labels: tuple[str, ...]  # how people read the values
    least: int | None
    most: int | None


class GuestsInfo(Struct, frozen=True, kw_only=True):
    at_once: int  # players at the table at most
    in_all: int  # players in a match at most, those who have left it included


class CardInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card, and where it is not always in play: an option and its smallest value for which it is."""

    number: int
    name: str
    option: str = ""
    least: int = 0


class DeckInfo(Struct, frozen=True, kw_only=True):
    cards: tuple[CardInfo, ...]  # by number
    spoken: dict[str, str]  # how names are said that are neither a rank and a suit nor said as they are written


class FieldInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a field of a game's views is, for those who show a game that they do not know."""

    name: str
    kind: Shown
    by_seat: bool = False  # it has one of these for each seat ...
    row: bool = False  # ... or any number of them
    covered: bool = False  # of cards: the field `..._hidden` says how many more lie there, face down


class SentenceInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a kind of fact is said, and the types of its parts: docs/add-a-language.md."""

    says: str
    parts: dict[str, str]
    ends: bool = False  # a deal, or the match, is over with it


class SentencesInfo(Struct, frozen=True, kw_only=True):
    words: dict[str, str]
    facts: dict[str, SentenceInfo]  # by kind


class GameInfo(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    aim: str
    least: int
    most: int
    default_seats: int
    options: tuple[OptionInfo, ...]
    levels: dict[str, str]  # how well bots can play it, in words
    guests: GuestsInfo | None  # if people may join a match between deals
    deck: DeckInfo
    unit: tuple[str, str] | None  # what scores count, one and many, if players care
    lowest_wins: bool  # whether the fewest points win
    hidden_turns: bool  # whether there are turns that the others see only when they are completed
    deal_moves_on: bool  # whether a rematch draws no seats: the deal moves on by one seat
    fields: tuple[FieldInfo, ...]  # of its views: those that not all games have
    sentences: SentencesInfo  # for its own facts


# Finished matches


class ReplayFrame(Struct, frozen=True, kw_only=True):
    """An event, and what a watcher would see after it if every card lay face up: the fields that have changed."""

    happened: MatchEvent
    view: Json


class ReplayDraw(Struct, frozen=True, kw_only=True):
    of: Sequence[int]
    drew: Sequence[int]


class ReplayDeal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A deal: `draws` follow from `reveal`, which `commitment` promised. `frame` is where it begins."""

    frame: int
    commitment: str
    draws: Sequence[ReplayDraw]
    reveal: str = ""


class Replay(Struct, frozen=True, kw_only=True):
    game: str
    match: int
    matches: int  # that are over at this table
    seats: int
    names: Sequence[str]
    options: dict[str, str | int]
    result: ResultInfo
    frames: Sequence[ReplayFrame]
    deals: Sequence[ReplayDeal]
