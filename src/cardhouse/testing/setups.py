"""The setups to check: every value of every option, the smallest and largest numbers, and random ones."""

from collections.abc import Iterator, Sequence
from random import Random

from cardhouse.cards.facts import sentence
from cardhouse.games.definition import AnyGame
from cardhouse.testing.broken import Broken

MOST_TRIED = 1000  # random setups until one is allowed
SMALLEST = 3  # the few smallest numbers of an option, which make short matches

Setup = tuple[int, dict[str, str | int]]  # seats and options


def random_setup(game: AnyGame, chance: Random) -> Setup:
    """Return seats and options that go together: any values, but small numbers, which make short matches."""
    for _ in range(MOST_TRIED):
        seats = chance.choice(game.seats)
        options: dict[str, str | int] = {}
        for option in game.options:
            choices: Sequence[str | int] = option.values or option.numbers[:SMALLEST]
            options[option.name] = chance.choice(choices)
        misfit = game.misfit(seats, options)
        if misfit is None:
            return seats, options
    raise Broken(f"no seats and options of {game.title} go together: {misfit and sentence(misfit)}")


def every_value(game: AnyGame, chance: Random) -> Iterator[Setup]:
    """Yield setups in which every value of every option occurs, and the smallest value of every number."""
    wanted: list[tuple[str, str | int]] = []
    for option in game.options:
        wanted += [(option.name, value) for value in option.values or option.numbers[:1]]
    missing = dict.fromkeys(wanted)
    while missing:
        name, value = next(iter(missing))
        seats, options = setup_with(game, chance, name, value, list(missing))
        for pair in options.items():
            missing.pop(pair, None)
        yield seats, options


def setup_with(
    game: AnyGame, chance: Random, name: str, value: str | int, missing: list[tuple[str, str | int]]
) -> Setup:
    """Return a setup with this value of an option, and with as many of the missing values as go with it."""
    for _ in range(MOST_TRIED):
        seats, options = random_setup(game, chance)
        hopeful = {**options, **dict(reversed(missing)), name: value}
        for tried in (hopeful, {**options, name: value}):
            if not game.misfit(seats, tried):
                return seats, tried
    raise Broken(f"the option {name}={value} goes with no others")


def big_setups(game: AnyGame) -> Iterator[Setup]:
    """Yield setups with the fewest and the most seats and the largest numbers; each twice, for two players."""
    chance = Random(0)
    for numbers in largest(game):
        for seats in (game.seats[0], game.seats[-1]):
            for options in (random_setup(game, chance)[1], random_setup(game, chance)[1]):
                if not game.misfit(seats, {**options, **numbers}):
                    yield from [(seats, {**options, **numbers})] * 2


def largest(game: AnyGame) -> list[dict[str, str | int]]:
    """Return options with the largest numbers: for each option alone, and for all together."""
    numbers = {option.name: option.numbers[-1] for option in game.options if option.numbers}
    alone: list[dict[str, str | int]] = [{name: number} for name, number in numbers.items()]
    return [*alone, dict(numbers)] if len(numbers) > 1 else alone
