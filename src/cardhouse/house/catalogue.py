"""The catalogue: what a house tells of its games, and of its bots."""

from importlib.util import find_spec

from msgspec import Struct

from cardhouse.bots import LEVELS, levels_of
from cardhouse.cards.deck import Deck
from cardhouse.games.face import AnyGame, Option
from cardhouse.wire import Denial

DEEP, USUAL = "deep", "quick"
NO_DEEP = (
    "This house has no deep bots: they need processes of their own (--thinkers 1) and the press, "
    "as in pip install 'cardhouse[house,press]'."
)


class OptionInfo(Struct, frozen=True):
    name: str
    meaning: str
    rule: int
    default: str | int
    words: tuple[str, ...]
    least: int | None
    most: int | None


class GuestsInfo(Struct, frozen=True):
    at_once: int  # players at the table at most
    in_all: int  # players in a match at most, those who have left it included


class CardInfo(Struct, frozen=True, omit_defaults=True):
    """A card, and where it is not always in play: an option and its smallest value for which it is."""

    number: int
    name: str
    option: str = ""
    least: int = 0


class DeckInfo(Struct, frozen=True):
    cards: tuple[CardInfo, ...]  # by number
    spoken: dict[str, str]  # how names are said that are neither a rank and a suit nor said as they are written


class GameInfo(Struct, frozen=True):
    name: str
    title: str
    aim: str
    least: int
    most: int
    usual: int
    options: tuple[OptionInfo, ...]
    levels: dict[str, str]  # how well bots can play it, in words
    guests: GuestsInfo | None  # if people may join a match between deals
    deck: DeckInfo
    unit: tuple[str, str] | None  # what scores count, one and many, if players care
    lowest_wins: bool  # whether the fewest points win
    hidden_turns: bool  # whether there are turns that the others see only when they are completed
    deal_moves_on: bool  # whether a rematch draws no seats: the deal moves on by one seat


def levels(thinkers: int) -> dict[str, str]:
    """How well bots can play in this house."""
    deep = thinkers > 0 and find_spec("numba") is not None
    return {name: meaning for name, meaning in LEVELS.items() if deep or name != DEEP}


def offered(game: AnyGame, here: dict[str, str]) -> dict[str, str]:
    """How well bots can play this game, of the levels that the house has."""
    return {name: meaning for name, meaning in levels_of(game).items() if name in here}


def must_have(here: dict[str, str], level: str) -> None:
    """Refuse a level that the house does not have."""
    if level not in LEVELS:
        raise Denial("unknown", f"There is no level {level[:20]!r}; there are {', '.join(here)}.")
    if level not in here:
        raise Denial("not_now", NO_DEEP)


def must_suit(game: AnyGame, level: str) -> None:
    """Refuse a level at which no bot can play this game."""
    if level not in levels_of(game):
        sentence = f"{game.title} has no {level[:20]} bots; it has {', '.join(levels_of(game))}."
        raise Denial("not_now", sentence)


def described(game: AnyGame, here: dict[str, str]) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        aim=game.aim,
        least=game.seats[0],
        most=game.seats[-1],
        usual=game.usual_seats,
        options=tuple(_option(option) for option in game.options),
        levels=offered(game, here),
        guests=GuestsInfo(game.house.guests.most_at_once, game.house.guests.most_in_all) if game.house.guests else None,
        deck=_deck(game.deck),
        unit=game.unit,
        lowest_wins=game.lowest_wins,
        hidden_turns=game.has_hidden_turns,
        deal_moves_on=game.house.deal_moves_on,
    )


def _deck(deck: Deck) -> DeckInfo:
    cards = tuple(CardInfo(number, name, *deck.needs.get(number, ())) for number, name in deck.cards)
    return DeckInfo(cards, deck.spoken)


def _option(option: Option) -> OptionInfo:
    least, most = (option.numbers[0], option.numbers[-1]) if option.numbers else (None, None)
    return OptionInfo(option.name, option.meaning, option.rule, option.default, option.words, least, most)
