"""Arguments that several commands take, and their parsers."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Concatenate, TypeVar

import typer

from cardhouse.cards.errors import CardhouseError
from cardhouse.extras import needs
from cardhouse.games import GAMES

GameName = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]
Seats = Annotated[int | None, typer.Option(help="The number of players; by default that of the game.")]
Options = Annotated[
    list[str] | None,
    typer.Option(help="An option of the game, such as deals=3; can be repeated. `cardhouse games` lists them."),
]
Seed = Annotated[int, typer.Option(help="The random seed: the same seed gives the same matches.")]
Workers = Annotated[int | None, typer.Option(help="The number of processes; by default one for each core.")]
StoreAddress = Annotated[
    str,
    typer.Option(
        envvar="CARDHOUSE_STORE",
        help="Where the tables of the house are: a file, by default in your data folder, or postgresql://...",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]

Shared = TypeVar("Shared")
Command = Callable[..., None]


def takes(shared: type[Shared]) -> Callable[[Callable[Concatenate[Shared, ...], None]], Command]:
    """Add the fields of a dataclass to a command as options. The command gets them as one object, its first argument.

    In this way, commands with the same options declare them once.
    """

    def added(command: Callable[Concatenate[Shared, ...], None]) -> Command:
        def called(**given: object) -> None:
            command(shared(**{name: given.pop(name) for name in names}), **given)

        names = [field.name for field in fields(shared)]  # type: ignore[arg-type]
        own = list(inspect.signature(command).parameters.values())[1:]
        called.__signature__ = inspect.Signature([*own, *map(as_parameter, fields(shared))])  # type: ignore
        called.__name__, called.__doc__ = command.__name__, command.__doc__
        return called

    return added


def as_parameter(field: Field[object]) -> inspect.Parameter:
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=field.type)


def from_lab(module: str) -> ModuleType:
    """Import a module that needs the extra `lab`, or raise an error that says how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        raise CardhouseError(needs(f"This command uses {missing.name} and", "lab")) from missing


def split_list(text: str) -> list[str]:
    """Split a list at its commas."""
    return [one.strip() for one in text.split(",") if one.strip()]


def read_players(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def read_options(given: list[str] | None) -> dict[str, str | int]:
    options: dict[str, str | int] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise CardhouseError(f"An option is a name and a value, such as deals=3, not {text!r}.")
        options[name] = value
    return options


def must_be_writable(file: Path) -> None:
    """Raise an error for a file that cannot be written, before hours of work and not after."""
    if not file.parent.is_dir():
        raise CardhouseError(f"There is no folder {str(file.parent)!r}.")
    if file.is_dir():
        raise CardhouseError(f"{str(file)!r} is a folder, not a file.")


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise CardhouseError(f"{str(file)!r} cannot be written: {error.strerror}.") from None
