"""The requests and responses of the HTTP API: tables and seats, games, and finished matches."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from cardhouse.games.view import Shown
from cardhouse.untyped import Json
from cardhouse.wire import MatchEvent, ResultInfo, TableInfo
from cardhouse.wire.commands import Kind, Moment

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Seconds = Annotated[float, Meta(ge=0, le=3600)]


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    pass


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


class GameInfo(Struct, frozen=True, kw_only=True):
    name: str
    title: str
    aim: str
    least: int
    most: int
    default_seats: int
    options: tuple[OptionInfo, ...]
    levels: dict[str, str]  # the levels of its bots, with their meanings
    guests: GuestsInfo | None  # if players may join a match between deals
    deck: DeckInfo
    unit: tuple[str, str] | None  # what scores count, singular and plural
    lowest_wins: bool  # whether the fewest points win
    hidden_turns: bool  # whether there are turns that the others see only when they end
    deal_moves_on: bool  # whether the deal moves on by one seat in a rematch, instead of seats being drawn
    fields: tuple[FieldInfo, ...]  # of its views, except those that all games have
    sentences: SentencesInfo  # for its own facts
    lesson: bool  # whether it has a lesson


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

    sections: tuple[SectionInfo, ...]
    tips: tuple[TipText, ...]


# Finished matches


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
    matches: int  # how many are over at this table
    seats: int
    names: Sequence[str]
    kinds: Sequence[Kind]
    options: dict[str, str | int]
    result: ResultInfo
    frames: Sequence[ReplayFrame]
    deals: Sequence[ReplayDeal]
