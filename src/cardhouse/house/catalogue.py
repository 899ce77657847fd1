"""The catalogue: what a house tells of its games, and of its bots."""

from importlib.util import find_spec

from msgspec import Struct

from cardhouse.bots import LEVELS
from cardhouse.games.face import AnyGame, Option
from cardhouse.house.wire import Denial

DEEP = "deep"
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


def levels(thinkers: int) -> dict[str, str]:
    """How well bots can play in this house."""
    deep = thinkers > 0 and find_spec("numba") is not None
    return {name: meaning for name, meaning in LEVELS.items() if deep or name != DEEP}


def must_offer(offered: dict[str, str], level: str) -> None:
    if level not in LEVELS:
        raise Denial("unknown", f"There is no level {level[:20]!r}; there are {', '.join(offered)}.")
    if level not in offered:
        raise Denial("not_now", NO_DEEP)


def described(game: AnyGame, offered: dict[str, str]) -> GameInfo:
    few, many, options = game.seats[0], game.seats[-1], tuple(_option(option) for option in game.options)
    guests = GuestsInfo(game.house.guests.most_at_once, game.house.guests.most_in_all) if game.house.guests else None
    return GameInfo(game.name, game.title, game.aim, few, many, game.usual_seats, options, offered, guests)


def _option(option: Option) -> OptionInfo:
    least, most = (option.numbers[0], option.numbers[-1]) if option.numbers else (None, None)
    return OptionInfo(option.name, option.meaning, option.rule, option.default, option.words, least, most)
