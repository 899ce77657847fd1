"""Setups: the numbers of seats and the options that one net is trained for and plays with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from cardhouse.cards.errors import BadSetup
from cardhouse.games.definition import AnyGame

MOST = 256  # of the tables of a training run, half are the net's alone: enough for each setup to have one

Values = dict[str, tuple[str | int, ...]]


@dataclass(frozen=True)
class Setup:
    seats: int
    options: dict[str, str | int]


def values_of(game: AnyGame, given: Mapping[str, Sequence[str | int]]) -> Values:
    """Return the values of every option, in the order of the game; the default where none are given."""
    seats, found = game.default_seats, Values()
    for option in game.options:
        wanted = given.get(option.name, (option.default,))
        found[option.name] = tuple(dict.fromkeys(read_value(game, option.name, value) for value in wanted))
    for name in given:
        if name not in found:
            game.new_state(seats, {name: given[name][0]})  # raises the error that says which options there are
    return found


def read_value(game: AnyGame, name: str, value: str | int) -> str | int:
    """Return a value of an option as the game has it: a number may be given as text."""
    option = next(option for option in game.options if option.name == name)
    code = option.code(value)
    if code is None:
        game.new_state(game.default_seats, {name: value})  # raises the error that says which values there are
        raise AssertionError(f"{name}={value} has no code")
    return option.value(code)


def setups_of(game: AnyGame, seats: Sequence[int], values: Values) -> list[Setup]:
    """Return all setups with these numbers of seats and values of options that go together."""
    count = len(seats)
    for some in values.values():
        count *= len(some)
    if not 1 <= count <= MOST:
        raise BadSetup(
            f"These numbers of seats and values of options make {count} setups; a net is trained with 1 to {MOST}.",
            rule="docs/train.md",
        )
    found = []
    for number in seats:
        for chosen in product(*values.values()):
            setup = Setup(number, dict(zip(values, chosen, strict=True)))
            if count == 1 or not game.misfit(setup.seats, setup.options):
                game.new_state(setup.seats, setup.options)  # raises an error if they do not go together
                found.append(setup)
    return found
