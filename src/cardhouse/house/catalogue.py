"""The catalogue: what a house tells of its games."""

from msgspec import Struct

from cardhouse.games.face import Game, Option


class OptionInfo(Struct, frozen=True):
    name: str
    meaning: str
    rule: int
    default: str | int
    words: tuple[str, ...]
    least: int | None
    most: int | None


class GameInfo(Struct, frozen=True):
    name: str
    title: str
    aim: str
    least: int
    most: int
    usual: int
    options: tuple[OptionInfo, ...]
    bots: tuple[str, ...]


def described(game: Game) -> GameInfo:
    few, many, options = game.seats[0], game.seats[-1], tuple(_option(option) for option in game.options)
    return GameInfo(game.name, game.title, game.aim, few, many, game.usual_seats, options, tuple(game.bots))


def _option(option: Option) -> OptionInfo:
    least, most = (option.numbers[0], option.numbers[-1]) if option.numbers else (None, None)
    return OptionInfo(option.name, option.meaning, option.rule, option.default, option.words, least, most)
